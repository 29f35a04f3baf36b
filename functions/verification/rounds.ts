// A run scans the tables in rounds. In the first, each check has a pass; a further one has only the passes of checks
// that found something uneven, which a sound and quiet ledger does not need.
import type { AuditRun, NamedPass } from './audit-run.ts';
import type { PassInput } from './check.ts';
import { checks } from './checks.ts';

/** The input of each check that takes part, by its name; undefined in the first round. */
export type Round = ReadonlyMap<string, PassInput | undefined>;

export const FIRST_ROUND: Round = new Map(checks.map(({ name }) => [name, undefined]));

/** The passes of a round, which have seen nothing yet. */
export function beginPasses(run: AuditRun, round: Round): NamedPass[] {
  return checks
    .filter(({ name }) => round.has(name))
    .map(({ name, begin }) => ({ name, pass: begin(run.auditOf(name), round.get(name)) }));
}

/** Compares what the passes have gathered; the next round, if one is needed. */
export async function concludePasses(passes: readonly NamedPass[]): Promise<Round | undefined> {
  const next = new Map<string, PassInput>();
  for (const { name, pass } of passes) {
    const input = await pass.conclude?.();
    if (input) next.set(name, input);
  }
  return next.size === 0 ? undefined : next;
}
