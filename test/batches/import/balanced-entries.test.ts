// The lines of a journal entry are consecutive, in one currency, and balance.
import { expect, test } from '@jest/globals';
import { recordTypes } from '../../../functions/domain/imports/record-types.ts';
import { fc } from '../../support/nouns/properties.ts';
import { validateFile } from './validate-file.ts';
import type { ValidationInput } from './validate-file.ts';

const HEADING = 'entry_reference,effective_date,account_code,debit_amount,credit_amount,currency';
const type = recordTypes.JOURNAL_ENTRY;

type CsvLine = readonly [reference: string, debit: string, credit: string, currency?: string];

const fileOf = (lines: readonly CsvLine[]) =>
  [
    HEADING,
    ...lines.map(
      ([reference, debit, credit, currency = 'EUR']) =>
        `${reference},2026-01-01,1000,${debit},${credit},${currency}`,
    ),
  ].join('\n');

async function foundIn(lines: readonly CsvLine[], given: ValidationInput = {}) {
  const { found, rows, rejectedRows } = await validateFile(fileOf(lines), { type, ...given });
  expect(rows).toBe(lines.length);
  expect(new Set(found.map(({ row }) => row)).size).toBe(rejectedRows);
  return found;
}

test('reports an unbalanced entry at its last line', async () => {
  const found = await foundIn([
    ['J1', '10.00', ''],
    ['J1', '', '4.00'],
    ['J1', '', '6.00'],
    ['J2', '10.00', ''],
    ['J2', '0.00', '9.99'],
    ['J3', '', '9999999999999999999999999999999999.99'],
  ]);

  expect(found).toEqual([
    {
      row: 5,
      field: 'entry_reference',
      code: 'unbalanced',
      message: 'the debits of the entry less its credits are 0.01, not 0.00',
      value: 'J2',
    },
    expect.objectContaining({ row: 6, code: 'unbalanced', value: 'J3' }),
  ]);
});

test('reports an entry in more than one currency', async () => {
  const found = await foundIn([
    ['J1', '10.00', ''],
    ['J1', '', '10.00', 'USD'],
  ]);

  expect(found).toMatchObject([
    { row: 2, code: 'mixed_currencies', message: 'the lines of the entry are in EUR and USD' },
  ]);
});

test('does not judge an entry with a faulty line, but judges the next one', async () => {
  const found = await foundIn([
    ['J1', '10.00', ''],
    ['J1', '', '1O.00'],
    ['J1', '5.00', ''],
    ['J2', '5.00', ''],
  ]);

  expect(found.map(({ row, code }) => [row, code])).toEqual([
    [2, 'not_an_amount'],
    [4, 'unbalanced'],
  ]);
});

test.each([
  ['too many', '10.00,,EUR,,,one more', 'too_many_columns'],
  ['too few', '10.00,,EUR', 'too_few_columns'],
])('does not judge an entry with a line of %s columns, and counts that row once', async (...of) => {
  const [, cells, code] = of;
  const heading = `${HEADING},account_reference,description`;
  const file = `${heading}\nJ1,2026-01-01,1000,${cells}\nJ2,2026-01-01,1000,5.00,,EUR,,`;
  const { found, rows, rejectedRows } = await validateFile(file, { type });

  expect(found.map((rejection) => [rejection['row'], rejection['code']])).toEqual([
    [1, code],
    [2, 'unbalanced'],
  ]);
  expect({ rows, rejectedRows }).toEqual({ rows: 2, rejectedRows: 2 });
});

const jsonLine = (entry_reference: string, members: Record<string, unknown>) =>
  JSON.stringify({
    entry_reference,
    effective_date: '2026-01-01',
    account_code: '1',
    currency: 'EUR',
    ...members,
  });

const unreadable: [string, string][] = [
  ['malformed_json', '{'],
  ['not_an_object', '[]'],
  ['too_deep', `{"a":${'['.repeat(40)}${']'.repeat(40)}}`],
  ['too_many_members', JSON.stringify({ ...Array.from({ length: 1_001 }, () => 1) })],
];

test.each(unreadable)(
  'judges neither entry beside a row that is %s, which may be a line of either',
  async (code, row) => {
    const [debit, credit] = [{ debit_amount: '10.00' }, { credit_amount: '10.00' }];
    const lines = [
      jsonLine('J1', debit),
      row,
      jsonLine('J2', credit),
      jsonLine('J3', debit),
      jsonLine('J3', credit),
      jsonLine('J4', debit),
      jsonLine('J5', debit),
      row,
    ];
    for (const limits of [{}, { bytes: 1, chunkBytes: 8 }]) {
      const file = lines.join('\n');
      const read = await validateFile(file, { type, mediaType: 'application/x-ndjson', limits });

      expect(read.found.map((rejection) => [rejection['row'], rejection['code']])).toEqual([
        [2, code],
        [6, 'unbalanced'],
        [8, code],
      ]);
      expect(read).toMatchObject({ rows: 8, rejectedRows: 3 });
    }
  },
);

test('reads amounts as the file writes them, and typed values from lines of JSON', async () => {
  const line = { effective_date: '2026-01-01', account_code: '1', currency: 'EUR' };
  const lines = [
    { ...line, entry_reference: 'J1', debit_amount: '1.10' },
    { ...line, entry_reference: 'J1', credit_amount: '1.00' },
  ];
  const json = lines.map((one) => JSON.stringify(one)).join('\n');
  const text = fileOf([
    ['J1', '1,10', ''],
    ['J1', '', '1,00'],
  ]).replaceAll(/,(?!\d\d,)/g, ';');
  const options = { decimal_separator: ',', delimiter: ';' } as const;

  const typed = await validateFile(json, { type, mediaType: 'application/x-ndjson' });
  const written = await validateFile(text, { type, options });
  for (const { found } of [typed, written]) {
    expect(found).toMatchObject([{ row: 2, message: expect.stringContaining('are 0.10,') }]);
  }
});

test('finds the same rejections in slices of any size', async () => {
  const line = fc.tuple(
    // One reference of as many characters as it may have, each of two units, and two that are too long.
    fc.constantFrom('J1', 'J2', '💶'.repeat(128), 'x'.repeat(300), `${'x'.repeat(300)}y`),
    fc.constantFrom(['1.00', ''], ['', '1.00'], ['2.00', ''], ['x', '']),
    fc.constantFrom('EUR', 'EUR', 'EUR', 'USD'),
  );
  const sizes = fc.record({
    chunkBytes: fc.integer({ min: 8, max: 64 }),
    bytes: fc.integer({ min: 1, max: 200 }),
    outputBytes: fc.integer({ min: 1, max: 500 }),
  });
  const property = fc.asyncProperty(
    fc.array(line, { maxLength: 20 }),
    sizes,
    async (drawn, limits) => {
      const lines = drawn.map(([reference, [debit = '', credit = ''], currency]): CsvLine => {
        return [reference, debit, credit, currency];
      });
      expect(await foundIn(lines, { limits })).toEqual(await foundIn(lines));
    },
  );
  await fc.assert(property, { numRuns: 60, seed: 7 });
});
