// Texts of a FEC in a character set that has none of their characters: the law leaves neither EcritureLib nor CompteLib
// blank.
import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { checkFec } from '../../../functions/domain/exports/fec/fec-check.ts';
import { FEC_COLUMN_NAMES } from '../../../functions/domain/exports/fec/fec-columns.ts';
import { fecFormat } from '../../../functions/domain/exports/fec/fec-format.ts';
import { NEXT_NUMBER } from '../../../functions/domain/exports/export-format.ts';
import type { ExportEncoding } from '../../../functions/domain/exports/export-encoding.ts';
import type { JournalEntry } from '../../../functions/domain/journal/journal.ts';
import { money } from '../../../functions/domain/values/money.ts';

const YEAR = { legalBasisCode: 'FEC-552100554', periodFrom: '2025-01-01', periodTo: '2025-12-31' };

function formatRow(text: string, encoding: ExportEncoding): string {
  const entry: JournalEntry = {
    id: 'jrn_1',
    entryType: 'POSTING',
    description: text,
    ledgerLines: [{ accountCode: '512000', side: 'DEBIT', amount: money(1n, 'EUR') }],
    postings: [],
    effectiveDate: '2025-06-30',
    postedBy: 'ada',
    correlationId: 'x',
    postedAt: '2025-06-30T00:00:00.000Z',
  };
  const scope = { ...YEAR, encoding, accountNames: new Map([['512000', text]]) };
  const [row = ''] = fecFormat.entry({ entry, hashes: [] }, scope);
  return row;
}

function formatTexts(text: string, encoding: ExportEncoding) {
  const cells = formatRow(text, encoding).split('\t');
  return ['EcritureLib', 'CompteLib'].map((name) => cells[FEC_COLUMN_NAMES.indexOf(name)]);
}

test.each([
  ['an accent that stands alone', '\u00b4'],
  ['marks without a letter', '\u0301\u0302'],
  ['a diaeresis and a space', '\u00a8 '],
  ['a wide space', '\u3000'],
])('%s becomes the name of the journal, and the code of the account', (_, text) => {
  expect(formatTexts(text, 'US-ASCII')).toEqual(['Operations diverses', 'Compte 512000']);
  expect(formatTexts(text, 'ISO-8859-15')).toEqual(['Opérations diverses', 'Compte 512000']);
});

test('a name of spaces alone becomes the code of the account in any character set', () => {
  expect(formatTexts('\u3000\u00a0', 'UTF-8')).toEqual(['Opérations diverses', 'Compte 512000']);
});

test('a mark after a letter is left out, and a character without a nearest one is a question mark', () => {
  expect(formatTexts('x\u0302 \u00b4y\u4e00', 'US-ASCII')).toEqual(['x  y?', 'x  y?']);
});

test('what an older system could not read is a question mark in any character set, and no fault to a check', async () => {
  const row = formatRow('M\ufffdller', 'UTF-8');
  const text = `${FEC_COLUMN_NAMES.join('\t')}\r\n${row.replace(NEXT_NUMBER, '1')}`;
  const file = {
    name: '552100554FEC20251231.txt',
    rows: () => Readable.from([]),
    text: () => Readable.from([text]),
  };
  const kinds: string[] = [];
  for await (const { kind } of checkFec(file)) kinds.push(kind);

  expect(kinds).toEqual(['LEDGER_LINE']);
  expect(formatTexts('M\ufffdller', 'UTF-8')).toEqual(['M?ller', 'M?ller']);
});
