// The French "fichier des écritures comptables": 18 columns in the order of article A47 A-1 of the
// Livre des procédures fiscales, separated by tabs, dates as YYYYMMDD, a comma in amounts, and the
// entries numbered without a gap.
import type { LedgerLine } from '../journal/entry-draft.ts';
import { toTransactionId } from '../journal/journal.ts';
import type { EntryType, JournalEntry } from '../journal/journal.ts';
import { readCurrency, formatMoney, NO_CURRENCY } from '../values/money.ts';
import { NEXT_NUMBER, SAME_NUMBER } from './export-format.ts';
import type { ExportColumn, ExportedEntry, ExportFormat, ExportScope } from './export-format.ts';
import { readFec } from './fec-check.ts';

const LINE_END = '\r\n';
const NATIONAL_CURRENCY = 'EUR';
/** Stands in when the code does not contain the institution's SIREN. */
const NO_SIREN = '000000000';

const COLUMNS: readonly ExportColumn[] = [
  { name: 'JournalCode', meaning: 'AN, OD, PR, EX or CO: see JournalLib.' },
  {
    name: 'JournalLib',
    meaning:
      'À-nouveaux (opening balances), Opérations diverses, Prêts (loan transactions), Extournes (reversals), Corrections.',
  },
  {
    name: 'EcritureNum',
    meaning: 'The number of the entry in the file: 1, 2, 3 and so on, without gaps.',
  },
  { name: 'EcritureDate', meaning: 'The UTC day of posting.' },
  { name: 'CompteNum', meaning: 'The code of the general-ledger account.' },
  { name: 'CompteLib', meaning: 'The same code, because the ledger stores no names of accounts.' },
  { name: 'CompAuxNum', meaning: 'Empty.' },
  { name: 'CompAuxLib', meaning: 'Empty.' },
  {
    name: 'PieceRef',
    meaning: 'The loan transaction, the adjustment request or the entry itself.',
  },
  { name: 'PieceDate', meaning: 'The value date.' },
  { name: 'EcritureLib', meaning: "The entry's description, or the name of the journal." },
  { name: 'Debit', meaning: 'With a comma and two decimals; 0,00 if Credit is not.' },
  { name: 'Credit', meaning: 'With a comma and two decimals; 0,00 if Debit is not.' },
  { name: 'EcritureLet', meaning: 'Empty.' },
  { name: 'DateLet', meaning: 'Empty.' },
  { name: 'ValidDate', meaning: 'The UTC day of posting, from which the entry is final.' },
  { name: 'Montantdevise', meaning: 'The amount, negative for credits, if it is not in euro.' },
  { name: 'Idevise', meaning: 'The currency, if it is not the euro.' },
];
const names = COLUMNS.map(({ name }) => name);

interface FecJournal {
  readonly code: string;
  readonly label: string;
}

const JOURNALS: Record<EntryType, FecJournal> = {
  OPENING_BALANCE: { code: 'AN', label: 'À-nouveaux' },
  POSTING: { code: 'OD', label: 'Opérations diverses' },
  REVERSAL: { code: 'EX', label: 'Extournes' },
  CORRECTION: { code: 'CO', label: 'Corrections' },
};
const LOAN_JOURNAL: FecJournal = { code: 'PR', label: 'Prêts' };

function buildFilename({ legalBasisCode, periodTo }: ExportScope): string {
  const siren = /(?<!\d)\d{9}(?!\d)/.exec(legalBasisCode)?.[0] ?? NO_SIREN;
  return `${siren}FEC${formatDay(periodTo)}.txt`;
}

function entryRows({ entry }: ExportedEntry): string[] {
  const { code, label } =
    entry.lending && entry.entryType === 'POSTING' ? LOAN_JOURNAL : JOURNALS[entry.entryType];
  const posted = formatDay(entry.postedAt);
  const piece = `${cleanText(readPieceReference(entry))}\t${formatDay(entry.effectiveDate)}`;
  const text = cleanText(entry.description ?? '') || label;
  return entry.ledgerLines.map((line, index) => {
    const number = index === 0 ? NEXT_NUMBER : SAME_NUMBER;
    const account = cleanText(line.accountCode);
    const head = `${code}\t${label}\t${number}\t${posted}\t${account}\t${account}\t\t`;
    const foreign = formatForeignAmount(line);
    return `${head}\t${piece}\t${text}\t${formatSides(line)}\t\t\t${posted}\t${foreign}${LINE_END}`;
  });
}

function readPieceReference({ id, lending, adjustmentRequestId }: JournalEntry): string {
  if (lending) return toTransactionId(id);
  return adjustmentRequestId ?? id;
}

function formatSides({ side, amount }: LedgerLine): string {
  const figure = formatDecimalComma(formatMoney(amount));
  return side === 'DEBIT' ? `${figure}\t0,00` : `0,00\t${figure}`;
}

function formatForeignAmount({ side, amount }: LedgerLine): string {
  const currency = readCurrency(amount);
  if (currency === NATIONAL_CURRENCY || currency === NO_CURRENCY) return '\t';
  const sign = side === 'CREDIT' ? '-' : '';
  return `${sign}${formatDecimalComma(formatMoney(amount))}\t${currency}`;
}

function formatDecimalComma(amount: string): string {
  return amount.replace('.', ',');
}

function formatDay(date: string): string {
  return date.slice(0, 10).replaceAll('-', '');
}

// The format has no quotes, so a space replaces each character that would end a field or a row.
function cleanText(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

export const fecFormat: ExportFormat = {
  name: 'fec',
  title: 'FEC (fichier des écritures comptables, France)',
  mediaType: 'text/tab-separated-values',
  isFor: (code) => /^FEC(?![A-Za-z])/i.test(code),
  codes: '`FEC`, or `FEC` and the SIREN of the institution: `FEC-552100554`',
  filename: buildFilename,
  columns: COLUMNS,
  prologue: () => `${names.join('\t')}${LINE_END}`,
  entry: entryRows,
  epilogue: () => '',
  isNumbered: true,
  hasPostings: false,
  check: (file) => readFec(file, names),
};
