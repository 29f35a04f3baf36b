// Fiscal years, closed as `ada` and approved by `grace`.
import { expect } from '@jest/globals';
import { listYearPeriods } from '../../../functions/domain/general-ledger/fiscal-years.ts';
import type { CallAnswer, CallOptions, OperationCaller } from '../stack/ledger.ts';
import { closePeriod } from './closings.ts';

/** The account that takes the result. */
export const EQUITY = '3000';

const CHART = {
  '1000': 'ASSET',
  [EQUITY]: 'EQUITY',
  '7000': 'INCOME',
  '6000': 'EXPENSE',
} as const;

/** Adds the accounts to the chart; `others` are codes with their types. */
export async function defineChart(
  { call }: OperationCaller,
  others: Readonly<Record<string, string>> = {},
): Promise<void> {
  for (const [code, type] of Object.entries({ ...CHART, ...others })) {
    const body = { name: `Account ${code}`, type };
    expect((await call('upsertGeneralLedgerAccount', { path: { code }, body })).status).toBe(200);
  }
}

export interface DatedLines {
  readonly debit: string;
  readonly credit: string;
  readonly amount: string;
  readonly date: string;
  readonly currency?: string;
}

/** Posts an entry of two lines without postings. */
export async function postLines({ call }: OperationCaller, lines: DatedLines): Promise<void> {
  const { debit, credit, amount, date: effective_date, currency } = lines;
  const ledger_lines = [
    { account_code: debit, debit_amount: amount },
    { account_code: credit, credit_amount: amount },
  ];
  const body = { ledger_lines, effective_date, ...(currency !== undefined && { currency }) };
  expect((await call('postJournalEntry', { body })).status).toBe(201);
}

/** The closing balances of the trial balance by code and currency, such as `1000 EUR`. */
export async function readClosingBalances(
  { call }: OperationCaller,
  query: { readonly from: string; readonly to: string },
): Promise<Record<string, string>> {
  const { items } = (await call('getTrialBalance', { query })).body as {
    readonly items: readonly { code: string; currency: string; closing: string }[];
  };
  return Object.fromEntries(items.map((one) => [`${one.code} ${one.currency}`, one.closing]));
}

/** Closes every period of the year. */
export async function closePeriods(
  caller: OperationCaller,
  tenant: string,
  year: string,
): Promise<void> {
  for (const period of listYearPeriods(year)) {
    expect(await closePeriod(caller, tenant, period)).toMatchObject({ state: 'CLOSED' });
  }
}

/** Requests the closing of the year. */
export function requestYearClosing(
  { call }: OperationCaller,
  year: string,
  body: object = {},
  options: CallOptions = {},
): Promise<CallAnswer> {
  const asked = { equity_account_code: EQUITY, reason: 'Year end', ...body };
  return call('closeGeneralLedgerYear', { path: { year }, body: asked, ...options });
}
