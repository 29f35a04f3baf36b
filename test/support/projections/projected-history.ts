// A history that has everything in it that projections show, posted through the operations.
import type { Item } from '../../../functions/ledger/store/item.ts';
import { approveAdjustment, asked, askedOnLoan, posted } from '../fixtures/adjustments.ts';
import { credit, openAccount } from '../stack/ledger.ts';
import type { TestLedger } from '../stack/ledger.ts';
import { disbursedLoan, fee, repayment } from '../fixtures/loans.ts';
import { published, ruleChanged } from '../contract/product-events.ts';
import { receiptsOf } from './projections.ts';

/** The receipts of the history, of the tenant `acme`, in order. */
export async function makeHistory(ledger: TestLedger): Promise<Item[]> {
  const account = await openAccount(ledger, { funds: '100.00' });
  const wrong = await posted(ledger, credit(account, '7.00'));
  await approveAdjustment(ledger, await asked(ledger, wrong, credit(account, '8.00')));
  const gone = await posted(ledger, credit(account, '1.00'));
  await approveAdjustment(ledger, await asked(ledger, gone));
  const entries = [credit(account, '1.00'), credit(account, '2.00')];
  await ledger.call('postJournalEntries', { body: { entries } });
  const { id: loanId } = await disbursedLoan(ledger);
  const path = { loanId };
  const charged = await ledger.call('postLoanTransaction', { path, body: fee('5.00') });
  await ledger.call('postLoanTransaction', {
    path,
    body: repayment('10.00', { principal: '10.00' }),
  });
  await approveAdjustment(ledger, await askedOnLoan(ledger, charged.body.id));
  return [
    ...(await receiptsOf(ledger)),
    ruleChanged('created', 'current/a', 1, { product_id: 'current' }),
    published('current', 1, { overdraft_limit: '1.00' }),
    published('current', 2, { overdraft_limit: '2.00' }),
    ruleChanged('deleted', 'current/a', 2, { product_id: 'current' }),
    ruleChanged('created', 'current/b', 1, { product_id: 'current' }),
  ];
}

/** The same receipts as if another tenant had them. */
export function ofTenant(receipts: readonly Item[], tenant: string): Item[] {
  return receipts.map((receipt) => ({
    ...receipt,
    PK: receipt.PK.replace(/^T#\w+#/, `T#${tenant}#`),
  }));
}
