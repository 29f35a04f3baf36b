// Runs the checks after a soak test, one after the other.
import type { CheckResult, SoakCheck, SoakState } from './check.ts';

/** The results of all checks; one that fails is a finding, because the others may say why. */
export async function runChecks(
  checks: readonly SoakCheck[],
  state: SoakState,
  progress: (line: string) => void,
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of checks) {
    progress(`checking ${check.name}`);
    results.push(await check(state).catch((error: unknown) => describeFailure(check, error)));
  }
  return results;
}

function describeFailure({ name }: SoakCheck, error: unknown): CheckResult {
  return { subject: `not by ${name}, which failed`, findings: [`${name}: ${String(error)}`] };
}
