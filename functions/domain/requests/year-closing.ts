// The closing of a fiscal year: entries that bring its income and expense accounts to 0.00 and move the
// result to an equity account (docs/contract.md, General ledger).
import type { GeneralLedgerAccount } from '../general-ledger/accounts.ts';
import {
  findYearEnd,
  listYearPeriods,
  refuseOtherYearStart,
} from '../general-ledger/fiscal-years.ts';
import type { GeneralLedgerSettings } from '../general-ledger/settings.ts';
import type { EntryDraft, LedgerLine } from '../journal/entry-draft.ts';
import { refuseCodes } from '../journal/entry-controls.ts';
import type { YearBalance } from '../projections/year-balances.ts';
import { refuseIf } from '../refusals/refusals.ts';
import { formatMoney, isStorable, money, NO_CURRENCY, parseMoney } from '../values/money.ts';

/** A line of a proposed entry, with the contract's member names. */
export interface ClosingLine {
  readonly account_code: string;
  readonly debit_amount?: string;
  readonly credit_amount?: string;
}

/** The proposed entry of one currency. */
export interface ClosingEntry {
  readonly currency: string;
  readonly effective_date: string;
  readonly description: string;
  readonly ledger_lines: readonly ClosingLine[];
}

/** What a request to close a year asks for, with the contract's member names. */
export interface YearClosingRequest {
  /** The first accounting period of the year. */
  readonly year: string;
  readonly equity_account_code: string;
  readonly reference?: string;
}

/** The proposal. */
export interface YearClosing extends YearClosingRequest {
  readonly entries: readonly ClosingEntry[];
  /** The accounts, each in a currency, that the entries have no room for. */
  readonly remaining_accounts: number;
}

/** What the closing of a year is decided on. */
export interface YearRecords {
  readonly settings: GeneralLedgerSettings;
  /** Of every account and currency with lines in the year. */
  readonly balances: readonly YearBalance[];
  /** The accounts of the chart among these codes and the equity account. */
  readonly chart: ReadonlyMap<string, GeneralLedgerAccount>;
}

/** The lines of one request: so many that one record holds the request, and one receipt its approval, whatever the codes. */
const LINES_MAX = 800;
/** A transaction of 100 items also holds the receipt, the request, the settings and the period. */
const ENTRIES_MAX = 96;

/**
 * Proposes the entries of the year. Refuses, in this order: fiscal_year_mismatch, period_not_closed,
 * general_ledger_account_unknown, invalid_equity_account, nothing_to_close, balance_out_of_range,
 * general_ledger_account_currency.
 */
export function proposeYearClosing(request: YearClosingRequest, records: YearRecords): YearClosing {
  const { balances, chart, settings } = records;
  refuseOtherYearStart(request.year, settings);
  const open = listOpenPeriods(request.year, settings);
  refuseCodes('period_not_closed', 'These periods of the year are not CLOSED', open);
  const codes = new Set(balances.map(({ accountCode }) => accountCode));
  const unknown = [...codes].filter((code) => !chart.has(code));
  refuseCodes('general_ledger_account_unknown', 'The chart of accounts does not have', unknown);
  refuseOtherAccount(request.equity_account_code, chart);
  const results = balances.filter((one) => one.balance !== 0n && isResult(one, chart));
  refuseIf(
    results.length === 0,
    'nothing_to_close',
    `Every income and expense account of the year from ${request.year} is at 0.00.`,
  );
  const taken = takeFitting(results);
  const entries = [...Map.groupBy(taken, ({ currency }) => currency)].map(
    ([currency, own]): ClosingEntry => ({
      currency,
      effective_date: findYearEnd(request.year),
      description: describeClosing(request),
      ledger_lines: buildLines(own, currency, request.equity_account_code),
    }),
  );
  // An enforced chart refuses other currencies where the entries are posted, after closed accounts.
  if (settings.chart === 'OPEN') for (const entry of entries) refuseOtherCurrency(entry, chart);
  return { ...request, entries, remaining_accounts: results.length - taken.length };
}

/** Whether no period of the year takes entries. */
export function isYearClosed(year: string, settings: GeneralLedgerSettings): boolean {
  return listOpenPeriods(year, settings).length === 0;
}

function listOpenPeriods(year: string, { closedPeriods }: GeneralLedgerSettings): string[] {
  return listYearPeriods(year).filter((period) => closedPeriods?.[period] !== 'CLOSED');
}

function refuseOtherAccount(code: string, chart: ReadonlyMap<string, GeneralLedgerAccount>): void {
  const { type, status } = chart.get(code) ?? {};
  refuseIf(
    type !== 'EQUITY' || status !== 'ACTIVE',
    'invalid_equity_account',
    `${code} is no ACTIVE account of the chart of the type EQUITY.`,
  );
}

function isResult(
  { accountCode }: YearBalance,
  chart: ReadonlyMap<string, GeneralLedgerAccount>,
): boolean {
  const type = chart.get(accountCode)?.type;
  return type === 'INCOME' || type === 'EXPENSE';
}

// By currency, with one line for the equity account of each; the order of codes makes proposals comparable.
function takeFitting(results: readonly YearBalance[]): YearBalance[] {
  const byCurrency = [...Map.groupBy(results, ({ currency }) => currency)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .slice(0, ENTRIES_MAX);
  return byCurrency.flatMap(([, own]) => own).slice(0, LINES_MAX - byCurrency.length);
}

function buildLines(
  balances: readonly YearBalance[],
  currency: string,
  equityCode: string,
): ClosingLine[] {
  const result = balances.reduce((sum, { balance }) => sum + balance, 0n);
  const lines = balances.map(({ accountCode, balance }) =>
    buildLine(accountCode, -balance, currency),
  );
  return result === 0n ? lines : [...lines, buildLine(equityCode, result, currency)];
}

// A movement is debits minus credits, as a balance is.
function buildLine(code: string, movement: bigint, currency: string): ClosingLine {
  const moved = money(movement < 0n ? -movement : movement, currency);
  refuseIf(
    !isStorable(moved),
    'balance_out_of_range',
    `The line of ${code} would need more than 38 digits.`,
  );
  const amount = formatMoney(moved);
  return movement > 0n
    ? { account_code: code, debit_amount: amount }
    : { account_code: code, credit_amount: amount };
}

function describeClosing({ year, reference }: YearClosingRequest): string {
  const closing = `Closing of the year ${year} to ${findYearEnd(year).slice(0, 7)}`;
  return reference === undefined ? closing : `${closing}: ${reference}`;
}

function refuseOtherCurrency(
  { currency, ledger_lines: lines }: ClosingEntry,
  chart: ReadonlyMap<string, GeneralLedgerAccount>,
): void {
  const codes = lines.map(({ account_code: code }) => code);
  const others = codes.filter((code) => (chart.get(code)?.currency ?? currency) !== currency);
  const sentence = `The entry is in ${currency}, and the chart of accounts has in another currency`;
  refuseCodes('general_ledger_account_currency', sentence, others);
}

/** Returns the drafts of the proposed entries. */
export function draftYearClosing({ entries }: YearClosing, requestId: string): EntryDraft[] {
  return entries.map(({ currency, effective_date: effectiveDate, description, ...entry }) => ({
    entryType: 'POSTING',
    ledgerLines: entry.ledger_lines.map((line) => draftLine(line, currency)),
    postings: [],
    ...(currency !== NO_CURRENCY && { currency }),
    description,
    effectiveDate,
    links: { generalLedgerRequestId: requestId },
  }));
}

function draftLine(
  { account_code: accountCode, debit_amount: debit, credit_amount: credit = '0.00' }: ClosingLine,
  currency: string,
): LedgerLine {
  return debit === undefined
    ? { accountCode, side: 'CREDIT', amount: parseMoney(credit, currency) }
    : { accountCode, side: 'DEBIT', amount: parseMoney(debit, currency) };
}

/** Returns the codes whose lines differ between two proposals. */
export function listMovedCodes(before: YearClosing, after: YearClosing): string[] {
  const [one, other] = [listLineTexts(before), listLineTexts(after)];
  const moved = [
    ...[...one].filter(([text]) => !other.has(text)),
    ...[...other].filter(([text]) => !one.has(text)),
  ];
  return [...new Set(moved.map(([, code]) => code))].toSorted();
}

function listLineTexts({ entries }: YearClosing): Map<string, string> {
  return new Map(
    entries.flatMap(({ currency, ledger_lines: lines }) =>
      lines.map((line) => [JSON.stringify([currency, line]), line.account_code] as const),
    ),
  );
}
