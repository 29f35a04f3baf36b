// CSV by RFC 4180: every attribute of the journal, one row for each ledger line and each posting.
import type { LedgerLine } from '../journal/entry-draft.ts';
import { buildPostingKey, toTransactionId } from '../journal/journal.ts';
import type { JournalEntry, Posting } from '../journal/journal.ts';
import { readCurrency, formatMoney } from '../values/money.ts';
import { formatTextCell } from '../values/csv-text.ts';
import { readCsv } from './csv-check.ts';
import { CSV_COLUMNS, CSV_NAMES } from './csv-columns.ts';
import type { ExportedEntry, ExportFormat } from './export-format.ts';
import type { ExportScope } from './export-scope.ts';

const LINE_END = '\r\n';

function buildFilename({ legalBasisCode, periodFrom, periodTo }: ExportScope): string {
  const code = legalBasisCode.replace(/[^A-Za-z0-9-]+/g, '-');
  return `regulatory-export_${code}_${periodFrom}_${periodTo}.csv`;
}

function entryRows({ entry, hashes }: ExportedEntry): string[] {
  const before = [entry.id, entry.postedAt, entry.entryType].join(',');
  const after = formatEntry(entry).join(',');
  const lines = entry.ledgerLines.map((line, index) => formatLedgerLine(line, index + 1));
  const postings = entry.postings.map((posting, index) =>
    formatPosting(entry.id, posting, { position: index + 1, hash: hashes[index] ?? '' }),
  );
  return [...lines, ...postings].map((middle) => `${before},${middle},${after}${LINE_END}`);
}

// The columns from `record` to `reference`.
function formatLedgerLine({ accountCode, side, amount }: LedgerLine, position: number): string {
  const code = formatTextCell(accountCode);
  const money = formatSides(side, formatMoney(amount));
  return `LEDGER_LINE,${position},${code},,${money},,,${readCurrency(amount)},,,,,,`;
}

function formatPosting(
  id: string,
  posting: Posting,
  { position, hash }: { position: number; hash: string },
): string {
  const { accountId, direction, amount, balanceAfter, sequence, entryId, reference = '' } = posting;
  return [
    `ACCOUNT_POSTING,${position},,${accountId},,`,
    formatSides(direction, formatMoney(amount)),
    readCurrency(amount),
    formatMoney(balanceAfter),
    sequence,
    entryId,
    buildPostingKey(id, position),
    hash,
    formatTextCell(reference),
  ].join(',');
}

function formatSides(side: 'DEBIT' | 'CREDIT', amount: string): string {
  return side === 'DEBIT' ? `${amount},` : `,${amount}`;
}

// The columns from `description` on.
function formatEntry(entry: JournalEntry): string[] {
  const { description = '', loanEntry } = entry;
  return [
    formatTextCell(description),
    entry.effectiveDate,
    entry.reversesJournalEntryId ?? '',
    entry.replacesJournalEntryId ?? '',
    entry.adjustmentRequestId ?? '',
    loanEntry?.loanId ?? '',
    loanEntry ? toTransactionId(entry.id) : '',
    formatTextCell(entry.postedBy),
    formatTextCell(entry.correlationId),
  ];
}

export const csvFormat: ExportFormat = {
  name: 'csv',
  title: 'CSV (RFC 4180)',
  mediaType: 'text/csv',
  isFor: () => false,
  codes: 'every code that no other format claims, unless the request names a format',
  encodings: ['UTF-8'],
  filename: buildFilename,
  columns: CSV_COLUMNS,
  prologue: () => `${CSV_NAMES.join(',')}${LINE_END}`,
  entry: entryRows,
  epilogue: () => '',
  isNumbered: false,
  hasAccountNames: false,
  hasPostings: true,
  hasCurrencies: true,
  check: readCsv,
};
