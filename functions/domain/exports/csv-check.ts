// Checks a CSV export: entries are in posting order and within the period, each row has one amount in the
// columns of its side, and no text would run in a spreadsheet.
import { neutralizeText, restoreText } from '../values/csv-text.ts';
import { faultOf, namedFields, rowFaults } from './artifact-facts.ts';
import type { ArtifactFact, ArtifactFile, ExportClaims } from './artifact-facts.ts';
import { CSV_NAMES, CSV_TEXT_NAMES, EARLIER_CSV_NAMES } from './csv-columns.ts';

export interface CsvLayout {
  readonly names: readonly string[];
  readonly ledger: readonly [debit: string, credit: string];
  readonly postings: readonly [debit: string, credit: string];
  /** The columns whose texts are neutralized. */
  readonly texts: ReadonlySet<string>;
}

/** The columns of a file, by the version of its manifest. */
export const CSV_LAYOUTS: Readonly<Record<ExportClaims['manifest_version'], CsvLayout>> = {
  1: {
    names: EARLIER_CSV_NAMES,
    ledger: ['debit_amount', 'credit_amount'],
    postings: ['debit_amount', 'credit_amount'],
    texts: new Set(),
  },
  2: {
    names: CSV_NAMES,
    ledger: ['ledger_debit', 'ledger_credit'],
    postings: ['posting_debit', 'posting_credit'],
    texts: CSV_TEXT_NAMES,
  },
};

/** Reads a cell of a row by the name of its column. */
export type CsvRow = (name: string) => string;

/** Reads the facts of the file. */
export async function* readCsv(
  file: ArtifactFile,
  claims: ExportClaims,
): AsyncGenerator<ArtifactFact> {
  const layout = CSV_LAYOUTS[claims.manifest_version];
  let number = 0;
  let last = '';
  for await (const fields of file.rows({ delimiter: ',', quote: '"' })) {
    yield* rowFaults(fields, number, layout.names);
    number += 1;
    if (number === 1) continue;
    const row = namedFields(fields, layout.names);
    const entry = row('journal_entry_id');
    if (entry < last) yield faultOf(`entry ${entry} is not in posting order`);
    last = entry;
    yield* outsideOf(claims, entry, row('posted_at'));
    const located = (sentence: string) => faultOf(`row ${number - 1}: ${sentence}`);
    const faults = listAmountFaults(row, layout);
    yield* [...faults, ...listTextFaults(row, layout)].map(located);
    if (faults.length === 0) yield factOf(row, layout);
  }
}

function outsideOf({ period, watermark }: ExportClaims, entry: string, postedAt: string) {
  const isInside = postedAt >= period.from && postedAt < watermark;
  return isInside ? [] : [faultOf(`entry ${entry} was posted outside of the period: ${postedAt}`)];
}

const AMOUNT = /^-?(?:0|[1-9]\d*)\.\d{2}$/;

function listAmountFaults(row: CsvRow, { ledger, postings }: CsvLayout): string[] {
  const side: readonly string[] = row('record') === 'LEDGER_LINE' ? ledger : postings;
  const [name = '', ...others] = new Set([...ledger, ...postings].filter((one) => row(one) !== ''));
  if (!side.includes(name) || others.length > 0) {
    return [`it has not exactly one amount, in ${side.join(' or ')}`];
  }
  const balance = row('balance_after');
  const amounts = [row(name), ...(balance === '' ? [] : [balance])];
  return amounts.filter((text) => !AMOUNT.test(text)).map((text) => `${text} is no amount`);
}

function listTextFaults(row: CsvRow, { texts }: CsvLayout): string[] {
  return [...texts]
    .filter((name) => neutralizeText(restoreText(row(name))) !== row(name))
    .map((name) => `a spreadsheet would run its ${name} as a formula`);
}

function factOf(row: CsvRow, { ledger, postings, texts }: CsvLayout): ArtifactFact {
  const read: CsvRow = (name) => (texts.has(name) ? restoreText(row(name)) : row(name));
  const entry = read('journal_entry_id');
  const currency = read('currency');
  if (read('record') === 'LEDGER_LINE') {
    const [debit, credit] = ledger;
    return { kind: 'LEDGER_LINE', entry, currency, debit: read(debit), credit: read(credit) };
  }
  const [debit, credit] = postings.map(read);
  const isDebit = debit !== '';
  return {
    kind: 'ACCOUNT_POSTING',
    entry,
    accountId: read('account_id'),
    sequence: Number(read('sequence')),
    entryId: read('entry_id'),
    postingKey: read('posting_key'),
    entryType: read('entry_type'),
    direction: isDebit ? 'DEBIT' : 'CREDIT',
    amount: (isDebit ? debit : credit) ?? '',
    balanceAfter: read('balance_after'),
    currency,
    reference: read('reference'),
    postedAt: read('posted_at'),
    hash: read('entry_hash'),
  };
}
