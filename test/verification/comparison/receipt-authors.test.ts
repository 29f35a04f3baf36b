// A receipt is by the author of the request or the decision that it states, also where its digest was computed again
// after a change.
import { test } from '@jest/globals';
import { computeReceiptDigest } from '../../../functions/ledger/commit/receipt-digest.ts';
import {
  applySettings,
  approveLedgerRequest,
  closePeriod,
  requestPeriodChange,
} from '../../support/accounting-periods/closings.ts';
import { putControls } from '../../support/controls/controls.ts';
import { approveAdjustment, sendAdjustment } from '../../support/fixtures/adjustments.ts';
import { approveTransition, submitTransition } from '../../support/fixtures/lifecycle.ts';
import {
  books,
  expectDifferences,
  putItem,
  readLedger,
  requireRecord,
  useCorruptibleLedger,
} from '../../support/invariants/corrupted-records.ts';
import { asTenant } from '../../support/stack/ledger.ts';
import type { OperationCaller } from '../../support/stack/ledger.ts';

useCorruptibleLedger();

/** Makes `eve` the author of the receipt with this event; returns its key. */
async function forgeAuthor(eventType: string): Promise<string> {
  const receipt = await requireRecord('RCP', (item) =>
    (item['events'] as { type: string }[]).some(({ type }) => type === eventType),
  );
  const forged = { ...receipt, actor: 'eve' };
  const digest = Buffer.from(computeReceiptDigest(forged), 'hex');
  await putItem({ ...forged, digest });
  return receipt.PK.split('#')[3] ?? '';
}

const requests: [noun: string, request: (caller: OperationCaller) => Promise<unknown>][] = [
  [
    'lifecycle_request',
    async (caller) => approveTransition(caller, await submitTransition(caller, books.bob)),
  ],
  [
    'adjustment_request',
    async (caller) => {
      const { body } = await sendAdjustment(caller, books.payments[0]);
      return approveAdjustment(caller, body.id);
    },
  ],
  ['change_request', (caller) => putControls(caller, [{ operation: 'createRule' }])],
  ['settings_change', (caller) => applySettings(caller, { chart: 'ENFORCED' })],
  [
    'period_close',
    async (caller) => {
      const { id } = await requestPeriodChange(caller, 'close');
      return approveLedgerRequest(caller, id);
    },
  ],
  [
    'period_reopening',
    async (caller) => {
      await closePeriod(caller, books.tenant);
      const { id } = await requestPeriodChange(caller, 'reopen');
      return approveLedgerRequest(caller, id);
    },
  ],
];

test.each(requests)('another author of the receipts of a %s is reported', async (noun, request) => {
  await request(asTenant(readLedger(), books.tenant));
  const submission = await forgeAuthor(`${noun}.submitted`);
  const decision = await forgeAuthor(`${noun}.applied`);

  // The receipt of an adjustment also states the author of the entry that it has posted.
  const statements = noun === 'adjustment_request' ? 2 : 1;
  const row = ['receipt-content', 'receipt', decision, 'actor', 'eve', 'grace'];
  await expectDifferences(
    ['receipt-content', 'receipt', submission, 'actor', 'eve', 'ada'],
    ...Array.from({ length: statements }, () => row),
  );
});
