// A history that contains every kind of event that projections show. Products and rules are built as
// receipts; the operations post the rest.
import type { Item } from '../../../functions/ledger/store/item.ts';
import { approveAdjustment, adjustEntry, adjustLoan, postEntry } from '../fixtures/adjustments.ts';
import { credit, openAccount } from '../stack/ledger.ts';
import type { TestLedger } from '../stack/ledger.ts';
import { disbursedLoan, fee, repayment } from '../fixtures/loans.ts';
import { buildPublishedReceipt, buildRuleReceipt } from '../contract/product-events.ts';
import { readReceipts } from './projections.ts';

/** Creates the history for the tenant `acme` and returns its receipts in order. */
export async function createHistory(ledger: TestLedger): Promise<Item[]> {
  const account = await openAccount(ledger, { funds: '100.00' });
  const corrected = await postEntry(ledger, credit(account, '7.00'));
  await approveAdjustment(ledger, await adjustEntry(ledger, corrected, credit(account, '8.00')));
  const reversed = await postEntry(ledger, credit(account, '1.00'));
  await approveAdjustment(ledger, await adjustEntry(ledger, reversed));
  const entries = [credit(account, '1.00'), credit(account, '2.00')];
  await ledger.call('postJournalEntries', { body: { entries } });
  const { id: loanId } = await disbursedLoan(ledger);
  const path = { loanId };
  const charged = await ledger.call('postLoanTransaction', { path, body: fee('5.00') });
  await ledger.call('postLoanTransaction', {
    path,
    body: repayment('10.00', { principal: '10.00' }),
  });
  await approveAdjustment(ledger, await adjustLoan(ledger, charged.body.id));
  return [
    ...(await readReceipts(ledger)),
    buildRuleReceipt('created', 'current/a', 1, { product_id: 'current' }),
    buildPublishedReceipt('current', 1, { overdraft_limit: '1.00' }),
    buildPublishedReceipt('current', 2, { overdraft_limit: '2.00' }),
    buildRuleReceipt('deleted', 'current/a', 2, { product_id: 'current' }),
    buildRuleReceipt('created', 'current/b', 1, { product_id: 'current' }),
  ];
}

/** Copies of the receipts that belong to another tenant. */
export function copyToTenant(receipts: readonly Item[], tenant: string): Item[] {
  return receipts.map((receipt) => ({
    ...receipt,
    PK: receipt.PK.replace(/^T#\w+#/, `T#${tenant}#`),
  }));
}
