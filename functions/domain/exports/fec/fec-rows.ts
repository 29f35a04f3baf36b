// The rows of a FEC: one for each ledger line, separated by tabs, dates as YYYYMMDD, a comma in amounts.
import type { LedgerLine } from '../../journal/entry-draft.ts';
import { toTransactionId } from '../../journal/journal.ts';
import type { JournalEntry } from '../../journal/journal.ts';
import { formatMoney, money } from '../../values/money.ts';
import { fitText } from '../export-encoding.ts';
import { NEXT_NUMBER, SAME_NUMBER } from '../export-format.ts';
import type { ExportedEntry } from '../export-format.ts';
import type { ExportScope } from '../export-scope.ts';
import { readAccountingDate } from '../fiscal-year.ts';
import type { AccountBalances, OpeningEntry } from '../fiscal-year.ts';
import { findAccountLabel, isResultAccount, LOSS_ACCOUNT, PROFIT_ACCOUNT } from './fec-chart.ts';
import { findJournal, OPENING_JOURNAL } from './fec-journals.ts';
import type { FecJournal } from './fec-journals.ts';

export const LINE_END = '\r\n';
export const NATIONAL_CURRENCY = 'EUR';

/** An entry as a FEC states it; days are ISO. */
interface FecEntry {
  readonly journal: FecJournal;
  readonly accountingDate: string;
  readonly validationDate: string;
  readonly pieceReference: string;
  readonly text: string;
  readonly ledgerLines: readonly LedgerLine[];
}

export function buildEntryRows({ entry }: ExportedEntry, scope: ExportScope): string[] {
  const journal = findJournal(entry);
  const fecEntry = {
    journal,
    accountingDate: readAccountingDate(entry),
    validationDate: entry.postedAt,
    pieceReference: readPieceReference(entry),
    text: entry.description ?? '',
    ledgerLines: entry.ledgerLines,
  };
  return formatRows(fecEntry, scope);
}

/**
 * Brings forward the balance of each account. Accounts of income and expense start the year at zero:
 * what they amount to is the result of the years before, a profit on 120 or a loss on 129.
 */
export function buildOpening(
  balances: AccountBalances,
  scope: ExportScope,
): OpeningEntry | undefined {
  const { periodFrom } = scope;
  const [results, carried] = partition(balances, isResultAccount);
  const result = results.reduce((sum, [, balance]) => sum + balance, 0n);
  const resultAccount = result < 0n ? PROFIT_ACCOUNT : LOSS_ACCOUNT;
  const before = new Map(carried).get(resultAccount) ?? 0n;
  const opened = new Map([...carried, [resultAccount, before + result] as const]);
  const ledgerLines = [...opened]
    .filter(([, balance]) => balance !== 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([accountCode, balance]) => buildBalanceLine(accountCode, balance));
  if (ledgerLines.length === 0) return undefined;
  const fecEntry = {
    journal: OPENING_JOURNAL,
    accountingDate: periodFrom,
    validationDate: periodFrom,
    pieceReference: `${OPENING_JOURNAL.code}${formatDay(periodFrom)}`,
    text: `Reprise des soldes avant le ${formatDay(periodFrom)}`,
    ledgerLines,
  };
  return { ledgerLines, rows: formatRows(fecEntry, scope) };
}

function partition(
  balances: AccountBalances,
  isFirst: (accountCode: string) => boolean,
): [first: [string, bigint][], rest: [string, bigint][]] {
  const all = [...balances];
  return [all.filter(([code]) => isFirst(code)), all.filter(([code]) => !isFirst(code))];
}

function buildBalanceLine(accountCode: string, balance: bigint): LedgerLine {
  return balance > 0n
    ? { accountCode, side: 'DEBIT', amount: money(balance, NATIONAL_CURRENCY) }
    : { accountCode, side: 'CREDIT', amount: money(-balance, NATIONAL_CURRENCY) };
}

function formatRows(entry: FecEntry, { encoding, accountNames }: ExportScope): string[] {
  const { journal, ledgerLines } = entry;
  const fit = (text: string) => fitText(text, encoding);
  // A character set may have none of the characters of a text, and no column of these is blank.
  const fitOr = (text: string, otherwise: string) => fit(cleanText(text)).trim() || fit(otherwise);
  const head = `${journal.code}\t${fit(journal.label)}`;
  const accounted = formatDay(entry.accountingDate);
  const piece = `${fit(cleanText(entry.pieceReference))}\t${accounted}\t${fitOr(entry.text, journal.label)}`;
  const valid = formatDay(entry.validationDate);
  return ledgerLines.map((line, index) => {
    const number = index === 0 ? NEXT_NUMBER : SAME_NUMBER;
    const { accountCode: code } = line;
    const account = `${code}\t${fitOr(findAccountLabel(code, accountNames), findAccountLabel(code))}`;
    const sides = formatSides(line);
    return `${head}\t${number}\t${accounted}\t${account}\t\t\t${piece}\t${sides}\t\t\t${valid}\t\t${LINE_END}`;
  });
}

function readPieceReference({ id, loanEntry, adjustmentRequestId }: JournalEntry): string {
  if (loanEntry) return toTransactionId(id);
  return adjustmentRequestId ?? id;
}

function formatSides({ side, amount }: LedgerLine): string {
  const figure = formatMoney(amount).replace('.', ',');
  return side === 'DEBIT' ? `${figure}\t0,00` : `0,00\t${figure}`;
}

export function formatDay(date: string): string {
  return date.slice(0, 10).replaceAll('-', '');
}

// The format has no quotes, so a space replaces each character that would end a field or a row.
export function cleanText(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
