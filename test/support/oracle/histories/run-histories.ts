// Runs many histories concurrently, from a seed, so that a failure can be reproduced.
import { fc } from '../../nouns/properties.ts';
import { buildHistories, EXAMPLE } from './histories.ts';
import { codes } from '../oracle-refusal.ts';
import { runHistory } from './run-history.ts';
import type { HistorySetting } from './exchanges.ts';

/** The number of concurrent histories in one process; each has its own tenants. */
const CONCURRENT_RUNS = 8;
const HISTORY_LENGTH = { min: 4, max: 12 };

/**
 * Runs at least this number of histories, or HISTORIES if that is more, from the seed HISTORIES_SEED.
 * Returns how often each outcome occurred; fails with the shortest failing history.
 */
export async function runHistories(
  setting: Omit<HistorySetting, 'onOutcome'>,
  runs: number,
): Promise<ReadonlyMap<string, number>> {
  const outcomes = new Map<string, number>();
  const onOutcome = (outcome: string) => {
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  };
  const length = { ...HISTORY_LENGTH, isFaulty: setting.faults !== undefined };
  let isFailed = false;
  const run = async (number: number) => {
    let hasFailedHere = false;
    const property = fc.asyncProperty(buildHistories(length), async (history) => {
      if (isFailed && !hasFailedHere) return;
      try {
        await runHistory({ ...setting, onOutcome }, history);
      } catch (error) {
        hasFailedHere = !isFailed || hasFailedHere;
        isFailed = true;
        throw error;
      }
    });
    await fc.assert(property, {
      seed: Number(process.env['HISTORIES_SEED'] ?? 20261120) + number,
      ...(number === 0 && !length.isFaulty && { examples: [[EXAMPLE]] }),
      numRuns: Math.ceil(Math.max(runs, Number(process.env['HISTORIES'] ?? 0)) / CONCURRENT_RUNS),
    });
  };
  const results = await Promise.allSettled(
    Array.from({ length: CONCURRENT_RUNS }, (_, number) => run(number)),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return outcomes;
}

/** The outcomes that did not occur, of all the oracle's refusals and the given ones. */
export function listMissingOutcomes(
  outcomes: ReadonlyMap<string, number>,
  others: readonly string[],
): string[] {
  return [...codes, ...others].filter((outcome) => !outcomes.has(outcome));
}
