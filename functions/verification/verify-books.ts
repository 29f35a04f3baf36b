// The daily verification: what `npm run verify` does, within the time of one function.
import type { Context } from 'aws-lambda';
import { openStore } from '../ledger/store/store.ts';
import { ledgerEnvironment } from '../runtime/environment.ts';
import { recordDifference, recordVerification } from '../runtime/telemetry.ts';
import { patience } from './time-budget.ts';
import { verifyBooks } from './verify.ts';
import type { Verdict } from './verify.ts';

/** What is left when the run stops by itself, to say how far it came. */
const RESERVE_MS = 30_000;

const store = openStore(ledgerEnvironment(), patience);

export async function handler(
  _event: unknown,
  context: Context,
): Promise<Omit<Verdict, 'differences'>> {
  const isOver = () => context.getRemainingTimeInMillis() < RESERVE_MS;
  const { differences, ...verdict } = await verifyBooks({ store, isOver });
  for (const difference of differences) recordDifference(difference);
  recordVerification(verdict, {
    Checked: Object.values(verdict.checked).reduce((sum, count) => sum + count, 0),
    Differences: verdict.differenceCount,
    Unfinished: verdict.isFinished ? 0 : 1,
  });
  return verdict;
}
