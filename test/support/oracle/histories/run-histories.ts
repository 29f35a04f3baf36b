// Runs many histories side by side, seeded so that a failure can be reproduced.
import fc from 'fast-check';
import { buildHistories } from './histories.ts';
import { codes } from '../oracle-refusal.ts';
import { runHistory } from './run-history.ts';
import type { HistorySetting } from './run-history.ts';

/** Histories at the same time in one process; each has its own tenants. */
const LANES = 8;
const LENGTH = { min: 4, max: 12 };

/**
 * Runs that many histories, or HISTORIES if that is more, from the seed HISTORIES_SEED. Returns how
 * often each outcome occurred; fails with the shortest failing history.
 */
export async function runHistories(
  setting: Omit<HistorySetting, 'onOutcome'>,
  runs: number,
): Promise<ReadonlyMap<string, number>> {
  const outcomes = new Map<string, number>();
  const onOutcome = (outcome: string) => {
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  };
  const length = { ...LENGTH, isFaulty: setting.faults !== undefined };
  let isFailed = false;
  const lane = async (number: number) => {
    let isMine = false;
    const live = fc.asyncProperty(buildHistories(length), async (history) => {
      if (isFailed && !isMine) return;
      try {
        await runHistory({ ...setting, onOutcome }, history);
      } catch (error) {
        isMine = !isFailed || isMine;
        isFailed = true;
        throw error;
      }
    });
    await fc.assert(live, {
      seed: Number(process.env['HISTORIES_SEED'] ?? 20261120) + number,
      numRuns: Math.ceil(Math.max(runs, Number(process.env['HISTORIES'] ?? 0)) / LANES),
    });
  };
  const lanes = await Promise.allSettled(
    Array.from({ length: LANES }, (_, number) => lane(number)),
  );
  for (const end of lanes) if (end.status === 'rejected') throw end.reason;
  return outcomes;
}

/** The expected outcomes that did not occur: all refusals that the oracle knows, and the others. */
export function listMissingOutcomes(
  outcomes: ReadonlyMap<string, number>,
  others: readonly string[],
): string[] {
  return [...codes, ...others].filter((outcome) => !outcomes.has(outcome));
}
