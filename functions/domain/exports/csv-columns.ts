// The columns of a CSV export. Ledger lines and postings have amounts in columns of their own, so that the
// sum of a column is a figure of the manifest (docs/adr/085-give-each-side-its-own-amount-columns.md).
import type { ExportColumn } from './export-format.ts';

interface CsvColumn extends ExportColumn {
  /** Whether callers choose its text, in which what a spreadsheet would run is neutralized. */
  readonly isText?: boolean;
}

export const CSV_COLUMNS: readonly CsvColumn[] = [
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
  {
    name: 'account_code',
    meaning:
      'The code of the general-ledger account; only on lines. A [text cell](exports.md#text-cells).',
    isText: true,
  },
  { name: 'account_id', meaning: 'The account; only on postings.' },
  {
    name: 'ledger_debit',
    meaning: 'Of a ledger line on the debit side, with a point and two decimals; otherwise empty.',
  },
  { name: 'ledger_credit', meaning: 'Of a ledger line on the credit side; otherwise empty.' },
  {
    name: 'posting_debit',
    meaning:
      'Of a posting that lowers the balance, with a point and two decimals; otherwise empty.',
  },
  { name: 'posting_credit', meaning: 'Of a posting that raises the balance; otherwise empty.' },
  {
    name: 'currency',
    meaning: 'ISO 4217; XXX if the entry has none: no postings, no `currency`, no `base_currency`.',
  },
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
      "SHA-256 over the hash before in the account's chain and the posting ([exports](exports.md)).",
  },
  {
    name: 'reference',
    meaning: 'The reference of the posting. A [text cell](exports.md#text-cells).',
    isText: true,
  },
  {
    name: 'description',
    meaning: 'The description of the entry. A [text cell](exports.md#text-cells).',
    isText: true,
  },
  { name: 'effective_date', meaning: 'The value date.' },
  { name: 'reverses_journal_entry_id', meaning: 'The entry that this one reverses.' },
  { name: 'replaces_journal_entry_id', meaning: 'The entry that this one replaces.' },
  { name: 'adjustment_request_id', meaning: 'The adjustment request that posted the entry.' },
  { name: 'loan_id', meaning: 'The loan, if the entry posts a loan transaction.' },
  { name: 'transaction_id', meaning: 'The loan transaction.' },
  {
    name: 'posted_by',
    meaning: 'The operator or service that posted the entry. A [text cell](exports.md#text-cells).',
    isText: true,
  },
  {
    name: 'correlation_id',
    meaning: 'The correlation id of the request. A [text cell](exports.md#text-cells).',
    isText: true,
  },
];

export const CSV_NAMES = CSV_COLUMNS.map(({ name }) => name);

export const CSV_TEXT_NAMES: ReadonlySet<string> = new Set(
  CSV_COLUMNS.filter(({ isText }) => isText).map(({ name }) => name),
);

/** The columns of files with a manifest of version 1: both sides shared two columns of amounts. */
export const EARLIER_CSV_NAMES: readonly string[] = [
  'journal_entry_id',
  'posted_at',
  'entry_type',
  'record',
  'position',
  'account_code',
  'account_id',
  'debit_amount',
  'credit_amount',
  'currency',
  'balance_after',
  'sequence',
  'entry_id',
  'posting_key',
  'entry_hash',
  'reference',
  'description',
  'effective_date',
  'reverses_journal_entry_id',
  'replaces_journal_entry_id',
  'adjustment_request_id',
  'loan_id',
  'transaction_id',
  'posted_by',
  'correlation_id',
];
