// Re-derives a loan's amounts, status, version and time from its transactions, and finds transactions
// of loans that do not exist.
import { readPartition, readRecord } from '../../ledger/store/table-scans.ts';
import type { Item } from '../../ledger/store/item.ts';
import { keys } from '../../ledger/store/keys.ts';
import { fromLoanItem } from '../../ledger/loans/items.ts';
import { inspectOwnedRecords, OwnerFlaws } from '../owned-records.ts';
import type { RecordLocation } from '../owned-records.ts';
import type { VerificationRun, VerificationCheck } from '../check.ts';
import { LoanTransactionChain } from './loan-transaction-chain.ts';

export const loans: VerificationCheck = {
  name: 'loans',
  begin: (audit, input) => inspectOwnedRecords(audit, transactionRule, input),
};

const transactionRule = {
  ownerKind: 'LON',
  kind: 'LTX',
  since: ({ SK }: Item) => SK,
  owner: (tenant: string, item: Item) => keys.loan(tenant, readLoanId(item)),
  flaw: (item: Item) => ({
    kind: 'transaction',
    id: item.SK,
    field: 'loan_id',
    stored: readLoanId(item),
    derived: 'a loan that exists',
  }),
  examine: examineLoan,
} as const;

function readLoanId({ PK }: Item): string {
  return PK.split('#')[3] ?? '';
}

/**
 * Finds the flaws of one loan while postings are made. The transactions are read after the loan, so all
 * up to its time are there. Later ones mean that the loan has changed since, or lacks them.
 */
async function examineLoan(
  audit: VerificationRun,
  { tenant, item }: RecordLocation,
  onTransaction: (transaction: Item) => void,
): Promise<OwnerFlaws> {
  const loan = fromLoanItem(item);
  const book = new LoanTransactionChain(tenant, loan);
  const flaws = new OwnerFlaws();
  let hasMoved: boolean | undefined;
  for await (const page of readPartition(
    audit.store,
    buildTransactionsPartition(tenant, item),
    ' ',
  )) {
    for (const transaction of page) {
      onTransaction(transaction);
      const isLater = String(transaction['posted_at']) > loan.state.updatedAt;
      if (isLater) hasMoved ??= await hasChanged(audit, item);
      if (isLater && hasMoved) continue;
      flaws.add(book.enter(transaction));
    }
  }
  flaws.addOwn(book.close());
  return flaws;
}

function buildTransactionsPartition(tenant: string, { SK }: Item): string {
  return keys.transactions(tenant, SK);
}

async function hasChanged(audit: VerificationRun, item: Item): Promise<boolean> {
  const fresh = await readRecord(audit.store, item);
  return fresh?.['version'] !== item['version'];
}
