// The nightly verification: `npm run verify` within the timeout of one function.
import type { Context } from 'aws-lambda';
import { openEvidenceBucket } from '../artifacts/object-lock-bucket.ts';
import { openStore } from '../ledger/store/store.ts';
import { writeTenantVerdicts } from '../ledger/verdicts/verdicts.ts';
import { readEvidenceBucket, readLedgerEnvironment } from '../runtime/environment.ts';
import { recordDifference, recordRemark, recordVerification } from '../runtime/telemetry.ts';
import { VERIFICATION_TIME_BUDGET } from './time-budget.ts';
import { verifyLedger } from './verify.ts';
import type { VerificationVerdict } from './verify.ts';

/** The run stops this long before the timeout, to report its result. */
const RESERVE_MS = 30_000;

const evidence = openEvidenceBucket(readEvidenceBucket());
const store = openStore(readLedgerEnvironment(), VERIFICATION_TIME_BUDGET);

export async function handler(
  _event: unknown,
  context: Context,
): Promise<Omit<VerificationVerdict, 'differences' | 'differencesByTenant' | 'remarks'>> {
  const isOver = () => context.getRemainingTimeInMillis() < RESERVE_MS;
  const { differences, differencesByTenant, remarks, ...verdict } = await verifyLedger({
    store,
    evidence,
    isOver,
  });
  for (const difference of differences) recordDifference(difference);
  for (const remark of remarks) recordRemark(remark);
  recordVerification(verdict, {
    Checked: Object.values(verdict.checked).reduce((sum, count) => sum + count, 0),
    Differences: verdict.differenceCount,
    Unfinished: verdict.isFinished ? 0 : 1,
  });
  // The metrics raise the alarms, so they are first.
  await writeTenantVerdicts(store, {
    verifiedAt: new Date().toISOString(),
    isFinished: verdict.isFinished,
    differencesByTenant,
  });
  return verdict;
}
