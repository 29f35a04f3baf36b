// Re-derives every loan from its stored transactions, without the code that wrote them.
import { expect } from '@jest/globals';

type LoanItem = Record<string, unknown> & { readonly PK: string; readonly SK: string };
interface LoanParts {
  readonly principal: bigint;
  readonly interest: bigint;
  readonly fees: bigint;
}

/** Fails at the first loan or transaction that does not add up; returns the number of each. */
export function expectSoundLoans(items: readonly LoanItem[]): {
  loans: number;
  transactions: number;
} {
  const of = (kind: string) => items.filter(({ PK }) => PK.split('#')[2] === kind);
  const [loans, transactions, journal] = [of('LON'), of('LTX'), of('JRN')];
  for (const loan of loans) {
    const partition = `T#${readTenant(loan)}#LTX#${loan.SK}`;
    const mine = transactions.filter(({ PK }) => PK === partition);
    expectLoan(loan, mine);
    for (const one of mine) expectEntryOf(one, loan, journal);
  }
  expectCounted(loans, of('OPL'));
  // No transaction without its loan, and no entry of a loan without its transaction.
  const posted = journal.filter((entry) => entry['loan_id'] !== undefined);
  const recorded = transactions.map(
    (one) => `${readTenant(one)} ${String(one['loan_id'])} ${one.SK}`,
  );
  expect(
    posted
      .map((one) => `${readTenant(one)} ${String(one['loan_id'])} ${String(one['transaction_id'])}`)
      .sort(),
  ).toEqual(recorded.sort());
  const known = new Set(loans.map((loan) => `T#${readTenant(loan)}#LTX#${loan.SK}`));
  expect(transactions.filter(({ PK }) => !known.has(PK))).toEqual([]);
  return { loans: loans.length, transactions: transactions.length };
}

// The count of each account is the number of its loans that are not settled.
function expectCounted(loans: readonly LoanItem[], counts: readonly LoanItem[]): void {
  const accounts = new Map(counts.map(({ PK }) => [PK, 0n]));
  for (const loan of loans.filter(({ status }) => status !== 'SETTLED')) {
    const name = `T#${readTenant(loan)}#OPL#${String(loan['account_id'])}`;
    accounts.set(name, (accounts.get(name) ?? 0n) + 1n);
  }
  expect(new Map(counts.map((item) => [item.PK, item['loans']]))).toEqual(accounts);
}

function readTenant({ PK }: LoanItem): string {
  return PK.split('#')[1] ?? '';
}

function expectLoan(loan: LoanItem, transactions: readonly LoanItem[]): void {
  const outstanding = { principal: 0n, interest: 0n, fees: 0n };
  let disbursed = 0n;
  for (const one of transactions) {
    const parts = one['allocation'] as LoanParts;
    expect(parts.principal + parts.interest + parts.fees).toBe(one['amount']);
    const sign = readSign(one);
    for (const part of ['principal', 'interest', 'fees'] as const) {
      outstanding[part] += sign * parts[part];
    }
    if (one['type'] === 'DISBURSEMENT') disbursed += sign * parts.principal;
  }
  const { principal, interest, fees } = outstanding;
  expect([principal >= 0n, interest >= 0n, fees >= 0n]).toEqual([true, true, true]);
  expect(disbursed <= (loan['principal'] as bigint)).toBe(true);
  const isSettled = disbursed === loan['principal'] && principal + interest + fees === 0n;
  const times = transactions.map((one) => String(one['posted_at']));
  expect(loan).toMatchObject({
    disbursed,
    outstanding,
    status: disbursed === 0n ? 'APPROVED' : isSettled ? 'SETTLED' : 'ACTIVE',
    // Transactions posted together have one time, and every change a later time.
    version: BigInt(1 + new Set(times).size),
    updated_at: times.sort().at(-1) ?? loan['created_at'],
  });
}

function readSign(transaction: LoanItem): bigint {
  const isLowering = transaction['type'] === 'REPAYMENT';
  const isReversal = transaction['reverses_transaction_id'] !== undefined;
  return isLowering === isReversal ? 1n : -1n;
}

function expectEntryOf(transaction: LoanItem, loan: LoanItem, journal: readonly LoanItem[]): void {
  const id = String(transaction['journal_entry_id']);
  expect(id.slice(4)).toBe(transaction.SK.slice(4));
  const entry = journal.find(
    ({ PK, SK }) => SK === id && PK.startsWith(`T#${readTenant(transaction)}#`),
  );
  expect(entry).toMatchObject({
    loan_id: loan.SK,
    transaction_id: transaction.SK,
    posted_at: transaction['posted_at'],
    currency: loan['currency'],
  });
  const lines = entry?.['lines'] as { dr?: bigint }[];
  const touches = ['DISBURSEMENT', 'REPAYMENT'].includes(String(transaction['type']));
  const postings = entry?.['postings'] as { account: string; dr?: bigint; cr?: bigint }[];
  // Product rules may have added fees after the posting of the transaction itself.
  const [own, fees] = [postings.slice(0, touches ? 1 : 0), postings.slice(touches ? 1 : 0)];
  const charged = fees.reduce((sum, { dr = 0n, cr = 0n }) => sum + dr + cr, 0n);
  expect(lines.reduce((sum, { dr = 0n }) => sum + dr, 0n)).toBe(
    (transaction['amount'] as bigint) + charged,
  );
  // The account moves by the amount of the transaction.
  expect(own.map(({ account, dr = 0n, cr = 0n }) => [account, cr - dr])).toEqual(
    touches
      ? [[loan['account_id'], readSign(transaction) * (transaction['amount'] as bigint)]]
      : [],
  );
}
