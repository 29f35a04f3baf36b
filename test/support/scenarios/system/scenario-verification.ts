import { approveAdjustment } from '../../fixtures/adjustments.ts';
import { putReceipts } from '../../receipts/test-receipts.ts';
import { runNightlyVerification } from './nightly-verification.ts';
import type { ScenarioContext } from './deployed-scenario.ts';

/**
 * Approves reversals first, because the verification compares each with the reversed entry. Of a receipt of an earlier
 * version, it asks whether such receipts were adopted.
 */
export async function runVerification({
  stack,
  tenant,
  caller,
  records,
}: ScenarioContext): Promise<void> {
  await putReceipts(stack, tenant, { count: 1, isEarlier: true });
  for (const request of records.adjustments) await approveAdjustment(caller, request);
  await runNightlyVerification(stack.local);
}
