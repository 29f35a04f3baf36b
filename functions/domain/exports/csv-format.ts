// CSV by RFC 4180: every attribute of the journal, one row for each ledger line and each posting.
import type { LedgerLine } from '../journal/entry-draft.ts';
import { buildPostingKey, toTransactionId } from '../journal/journal.ts';
import type { JournalEntry, Posting } from '../journal/journal.ts';
import { readCurrency, formatMoney } from '../values/money.ts';
import { readCsv } from './csv-check.ts';
import type { ExportColumn, ExportedEntry, ExportFormat } from './export-format.ts';
import type { ExportScope } from './export-scope.ts';

const LINE_END = '\r\n';

const COLUMNS: readonly ExportColumn[] = [
  { name: 'journal_entry_id', meaning: 'The journal entry; its rows are consecutive.' },
  { name: 'posted_at', meaning: 'The time of posting, in UTC with milliseconds.' },
  { name: 'entry_type', meaning: 'OPENING_BALANCE, POSTING, REVERSAL or CORRECTION.' },
  {
    name: 'record',
    meaning:
      'LEDGER_LINE: a line of the general ledger; the lines of an entry balance. ACCOUNT_POSTING: a posting on an account.',
  },
  {
    name: 'position',
    meaning: 'The position among the lines, or among the postings, of the entry, from 1.',
  },
  { name: 'account_code', meaning: 'The code of the general-ledger account; only on lines.' },
  { name: 'account_id', meaning: 'The account; only on postings.' },
  {
    name: 'debit_amount',
    meaning: 'With a point and two decimals; empty if credit_amount is not.',
  },
  {
    name: 'credit_amount',
    meaning: 'With a point and two decimals; empty if debit_amount is not.',
  },
  { name: 'currency', meaning: 'ISO 4217; XXX if the entry has no postings, and so no currency.' },
  { name: 'balance_after', meaning: "The account's balance after the posting." },
  {
    name: 'sequence',
    meaning: "The posting's position in the account's gapless sequence, from 1.",
  },
  { name: 'entry_id', meaning: 'The account entry of the posting.' },
  {
    name: 'posting_key',
    meaning: 'The journal entry and the position of the posting in it; always unique.',
  },
  {
    name: 'entry_hash',
    meaning:
      "SHA-256 over the hash before in the account's chain and the posting (docs/exports.md).",
  },
  { name: 'reference', meaning: 'The reference of the posting.' },
  { name: 'description', meaning: 'The description of the entry.' },
  { name: 'effective_date', meaning: 'The value date.' },
  { name: 'reverses_journal_entry_id', meaning: 'The entry that this one reverses.' },
  { name: 'replaces_journal_entry_id', meaning: 'The entry that this one replaces.' },
  { name: 'adjustment_request_id', meaning: 'The adjustment request that posted the entry.' },
  { name: 'loan_id', meaning: 'The loan, if the entry posts a loan transaction.' },
  { name: 'transaction_id', meaning: 'The loan transaction.' },
  { name: 'posted_by', meaning: 'The operator or service that posted the entry.' },
  { name: 'correlation_id', meaning: 'The correlation id of the request.' },
];
const names = COLUMNS.map(({ name }) => name);

function buildFilename({ legalBasisCode, periodFrom, periodTo }: ExportScope): string {
  const code = legalBasisCode.replace(/[^A-Za-z0-9-]+/g, '-');
  return `regulatory-export_${code}_${periodFrom}_${periodTo}.csv`;
}

function entryRows({ entry, hashes }: ExportedEntry): string[] {
  const before = [entry.id, entry.postedAt, entry.entryType].join(',');
  const after = formatEntry(entry).map(quoteField).join(',');
  const lines = entry.ledgerLines.map((line, index) => formatLedgerLine(line, index + 1));
  const postings = entry.postings.map((posting, index) =>
    formatPosting(entry.id, posting, { position: index + 1, hash: hashes[index] ?? '' }),
  );
  return [...lines, ...postings].map((middle) => `${before},${middle},${after}${LINE_END}`);
}

// The columns from `record` to `reference`.
function formatLedgerLine({ accountCode, side, amount }: LedgerLine, position: number): string {
  const code = quoteField(accountCode);
  const money = formatSides(side, formatMoney(amount));
  return `LEDGER_LINE,${position},${code},,${money},${readCurrency(amount)},,,,,,`;
}

function formatPosting(
  id: string,
  posting: Posting,
  { position, hash }: { position: number; hash: string },
): string {
  const { accountId, direction, amount, balanceAfter, sequence, entryId, reference = '' } = posting;
  return [
    `ACCOUNT_POSTING,${position},,${accountId}`,
    formatSides(direction, formatMoney(amount)),
    readCurrency(amount),
    formatMoney(balanceAfter),
    sequence,
    entryId,
    buildPostingKey(id, position),
    hash,
    quoteField(reference),
  ].join(',');
}

function formatSides(side: 'DEBIT' | 'CREDIT', amount: string): string {
  return side === 'DEBIT' ? `${amount},` : `,${amount}`;
}

// The columns from `description` on.
function formatEntry(entry: JournalEntry): string[] {
  const { description = '', lending } = entry;
  return [
    description,
    entry.effectiveDate,
    entry.reversesJournalEntryId ?? '',
    entry.replacesJournalEntryId ?? '',
    entry.adjustmentRequestId ?? '',
    lending?.loanId ?? '',
    lending ? toTransactionId(entry.id) : '',
    entry.postedBy,
    entry.correlationId,
  ];
}

// Quotes only where required, so that the same data always gives the same bytes.
function quoteField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvFormat: ExportFormat = {
  name: 'csv',
  title: 'CSV (RFC 4180)',
  mediaType: 'text/csv',
  isFor: () => true,
  codes: 'every code that no other format uses',
  encodings: ['UTF-8'],
  filename: buildFilename,
  columns: COLUMNS,
  prologue: () => `${names.join(',')}${LINE_END}`,
  entry: entryRows,
  epilogue: () => '',
  isNumbered: false,
  hasAccountNames: false,
  hasPostings: true,
  check: (file, claims) => readCsv(file, claims, names),
};
