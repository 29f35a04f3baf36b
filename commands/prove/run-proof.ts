// Runs the steps of a proof in order, and the last one in any case.
import { UsageError } from '../command-definition.ts';
import { formatError } from '../format-error.ts';
import { LAST_STEP } from './proof.ts';
import type { ProofContext, ProofStep } from './proof.ts';
import type { ProofLog } from './proof-log.ts';
import { redact } from './redact.ts';

export interface ProofOptions {
  /** The first step to run; the log has what those before it found out. */
  readonly from?: string | undefined;
  /** Leaves the stage as it is. */
  readonly keeps?: boolean | undefined;
  readonly log: ProofLog;
  readonly report: (line: string) => void;
}

/** Returns the names of the steps that failed. */
export async function runProof(
  steps: readonly ProofStep[],
  context: Omit<ProofContext, 'facts'>,
  options: ProofOptions,
): Promise<string[]> {
  const last = steps.filter(({ name }) => name === LAST_STEP);
  const selected = selectSteps(steps, options.from).filter((one) => !last.includes(one));
  if (selected.length === 0 && options.keeps === true)
    throw new UsageError(`--keep leaves out ${LAST_STEP}, and --from ${LAST_STEP} all others.`);
  const failed: string[] = [];
  for (const step of selected) {
    if (await runStep(step, context, options)) continue;
    failed.push(step.name);
    break;
  }
  for (const step of options.keeps === true ? [] : last) {
    if (!(await runStep(step, context, options))) failed.push(step.name);
  }
  return failed;
}

function selectSteps(steps: readonly ProofStep[], from = steps[0]?.name): readonly ProofStep[] {
  const start = steps.findIndex(({ name }) => name === from);
  if (start >= 0) return steps.slice(start);
  throw new UsageError(`There is no step ${from}: ${steps.map(({ name }) => name).join(', ')}.`);
}

async function runStep(
  { name, does, run }: ProofStep,
  context: Omit<ProofContext, 'facts'>,
  { log, report }: ProofOptions,
): Promise<boolean> {
  report(`${name}: ${does}`);
  log.write({ step: name, event: 'started' });
  try {
    const { seen, facts } = await run({ ...context, facts: log.readFacts() });
    log.write({ step: name, event: 'passed', seen, ...(facts && { facts }) });
    report(`  passed: ${redact(seen)}`);
    return true;
  } catch (error) {
    const seen = formatError(error);
    log.write({ step: name, event: 'failed', seen });
    report(`  FAILED: ${redact(seen)}`);
    return false;
  }
}
