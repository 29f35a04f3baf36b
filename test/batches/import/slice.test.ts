import { expect, test } from '@jest/globals';
import { recordTypes } from '../../../functions/domain/imports/record-types.ts';
import { fc } from '../../support/nouns/properties.ts';
import { encodeText, buildEntity, validateFile } from './validate-file.ts';

const HEADING = 'account_reference,customer_id,product_id,name,currency';
const GOOD = 'A-1,cus-1,current,Ada,EUR';

test('finds no rejections in a valid file', async () => {
  const result = await validateFile(`${HEADING}\n${GOOD}\n${GOOD}\n`);

  expect(result).toMatchObject({ rows: 2, rejectedRows: 0, rejections: 0, found: [], report: '' });
});

test('reports all faults of a row, by row and then by field', async () => {
  const text = `${HEADING},status,opened_on\n${GOOD},,\n,cus,,${'x'.repeat(161)},eur,OPEN,2026-02-30\n`;
  const { found, rows, rejectedRows } = await validateFile(text);

  expect({ rows, rejectedRows }).toEqual({ rows: 2, rejectedRows: 1 });
  expect(found.map(({ row, field, code }) => [row, field, code])).toEqual([
    [2, 'account_reference', 'required'],
    [2, 'currency', 'pattern_mismatch'],
    [2, 'name', 'too_long'],
    [2, 'opened_on', 'not_a_date'],
    [2, 'product_id', 'required'],
    [2, 'status', 'not_one_of'],
  ]);
  expect(found[3]).toEqual({
    row: 2,
    field: 'opened_on',
    code: 'not_a_date',
    message: 'opened_on must be a date that exists, YYYY-MM-DD',
    value: '2026-02-30',
  });
});

test('counts rows without the heading and empty lines, for every line ending', async () => {
  const text = `${HEADING}\r\n\r\n${GOOD}\r\n\n"A\n2",,current,Ada,EUR\r${GOOD}`;
  const { found, rows } = await validateFile(text);

  expect(rows).toBe(3);
  expect(found.map(({ row, field }) => [row, field])).toEqual([[2, 'customer_id']]);
});

test('reports a row with too many or too few columns', async () => {
  const { found } = await validateFile(`${HEADING}\n${GOOD},more,and more\nA-2,cus\n`);

  expect(found.map(({ row, field, code }) => [row, field, code])).toEqual([
    [1, '', 'too_many_columns'],
    [2, '', 'too_few_columns'],
    [2, 'currency', 'required'],
    [2, 'name', 'required'],
    [2, 'product_id', 'required'],
  ]);
  expect(found[0]?.['message']).toBe('the row has 7 columns, the heading 5');
});

test('maps columns to fields, ignores some and reports unknown ones', async () => {
  const type = buildEntity([{ name: 'iban', required: true }, { name: '__proto__' }]);
  const options = { header_mapping: { Kontonummer: 'iban', Notiz: null } };
  const text = 'Kontonummer,Notiz,__proto__,constructor\nDE1,x,y,z\n';
  const { found } = await validateFile(text, { type, options });

  expect(found.map(({ field, code, value }) => [field, code, value])).toEqual([
    ['constructor', 'unknown_field', 'z'],
  ]);
});

test('reads and reports amounts and dates in the format of the file', async () => {
  const options = {
    delimiter: ';' as const,
    decimal_separator: ',' as const,
    date_format: 'DD.MM.YYYY',
  };
  const rows = [
    'A;-1234,50;EUR;31.12.2025',
    'A;1234.50;EUR;2025-12-31',
    'A;1.234,50;EUR;30.02.2025',
  ];
  const text = `account_reference;balance;currency;as_of\n${rows.join('\n')}`;
  const { found } = await validateFile(text, { type: recordTypes.OPENING_BALANCE, options });

  expect(found.map(({ row, field, value }) => [row, field, value])).toEqual([
    [2, 'as_of', '2025-12-31'],
    [2, 'balance', '1234.50'],
    [3, 'as_of', '30.02.2025'],
    [3, 'balance', '1.234,50'],
  ]);
  expect(found[0]?.['message']).toContain('DD.MM.YYYY');
});

test('requires one amount per line of a journal entry', async () => {
  const text = [
    'entry_reference,effective_date,account_code,debit_amount,credit_amount,currency',
    'J1,2026-01-01,1000,1.00,,EUR',
    'J1,2026-01-01,2000,0.00,1.00,EUR',
    'J1,2026-01-01,2000,1.00,1.00,EUR',
    'J1,2026-01-01,2000,,,EUR',
    'J1,2026-01-01,2000,1.0,,EUR',
  ].join('\n');
  const { found } = await validateFile(text, { type: recordTypes.JOURNAL_ENTRY });

  expect(found.map(({ row, field, code }) => [row, field, code])).toEqual([
    [3, 'debit_amount', 'not_exactly_one_amount'],
    [4, 'debit_amount', 'not_exactly_one_amount'],
    [5, 'debit_amount', 'not_an_amount'],
  ]);
});

test('checks the types in lines of JSON', async () => {
  const type = buildEntity([
    { name: 'n', type: 'NUMBER', required: true },
    { name: 't', maxLength: 3 },
  ]);
  const lines = ['{"n":1,"t":"abc"}', '', '{"n":"1","t":"abcd"}', '[1]', '{"n":', '{"m":{}}'];
  const mediaType = 'application/x-ndjson';
  const { found, rows } = await validateFile(lines.join('\r\n'), { type, mediaType });

  expect(rows).toBe(5);
  expect(found.map(({ row, field, code, value }) => [row, field, code, value])).toEqual([
    [2, 'n', 'not_a_number', '1'],
    [2, 't', 'too_long', 'abcd'],
    [3, '', 'not_an_object', '[1]'],
    [4, '', 'malformed_json', '{"n":'],
    [5, 'm', 'unknown_field', '{}'],
    [5, 'n', 'required', ''],
  ]);
});

test('rejects a number in a line of JSON that no double holds, and shows it as written', async () => {
  const type = buildEntity([{ name: 'n', type: 'NUMBER', required: true }, { name: 't' }]);
  const lines = [
    '{"n":9007199254740993}',
    '{"n":1e400}',
    '{"n":1.50e1,"t":"9007199254740993"}',
    '{"t":9007199254740993,"n":0.1000000000000000055,"m":[1,{"k":1e400}]}',
  ];
  const mediaType = 'application/x-ndjson';
  const { found } = await validateFile(lines.join('\n'), { type, mediaType });

  expect(found.map(({ row, field, code, value }) => [row, field, code, value])).toEqual([
    [1, 'n', 'inexact_number', '9007199254740993'],
    [2, 'n', 'inexact_number', '1e400'],
    [4, 'm', 'unknown_field', '1e400'],
    [4, 'm', 'inexact_number', '1e400'],
    [4, 'n', 'inexact_number', '0.1000000000000000055'],
    [4, 't', 'not_text', '9007199254740993'],
    [4, 't', 'inexact_number', '9007199254740993'],
  ]);
  expect(found[0]?.['message']).toBe('n has a number that cannot be held exactly');
});

test('escapes formulas in the report for spreadsheets', async () => {
  const type = buildEntity([{ name: 'a', maxLength: 1 }]);
  const values = ['=1+1', '+1', '-1', '@x', '"\tx"', '"\rx"', '"say ""no"", or"', 'plain'];
  const { report, found } = await validateFile(`a\n${values.join('\n')}\n`, { type });
  const cells = report.split('\r\n').map((line) => line.slice(line.indexOf('characters,') + 11));

  expect(cells.slice(0, 5)).toEqual(["'=1+1", "'+1", "'-1", "'@x", "'\tx"]);
  expect(report).toContain('"\'\rx"\r\n');
  expect(report).toContain('"say ""no"", or"\r\n');
  expect(found[0]?.['value']).toBe('=1+1');
});

test('truncates values, never within a character', async () => {
  const type = buildEntity([{ name: 'a', maxLength: 1 }]);
  const { found } = await validateFile(`a\n${'x'.repeat(199)}${'💶'.repeat(9)}\n`, { type });

  expect(found[0]?.['value']).toBe(`${'x'.repeat(199)}\ufffd…`);
});

const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;

test.each(encodings)('finds the same rejections in slices of any size in %s', async (encoding) => {
  const latin = 'abcäöüß €,;"\n\r\'=';
  const characters = encoding === 'windows-1252' ? latin : `${latin}日本💶\ufffd`;
  const cell = fc
    .string({ unit: fc.constantFrom(...characters), maxLength: 9 })
    .map((text) => `"${text.replaceAll('"', '""')}"`);
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 30 });
  const type = buildEntity([
    { name: 'a', maxLength: 4 },
    { name: 'b', pattern: '^[a-c]*$' },
  ]);
  const sizes = fc.record({
    chunkBytes: fc.integer({ min: 8, max: 64 }),
    bytes: fc.integer({ min: 1, max: 200 }),
    outputBytes: fc.integer({ min: 1, max: 500 }),
  });
  const property = fc.asyncProperty(
    rows,
    sizes,
    fc.integer({ min: 1, max: 99 }),
    async (table, limits, pieceBytes) => {
      const text = `a,b\r\n${table.map((row) => row.join(',')).join('\n')}`;
      const file = encodeText(text, encoding, encoding !== 'windows-1252');
      const given = { type, options: { encoding } };
      const { slices: _, offset: __, ...whole } = await validateFile(file, given);
      const parts = await validateFile(file, { ...given, limits, pieceBytes });

      expect(parts).toMatchObject(whole);
      expect(whole.rows).toBe(table.length);
    },
  );
  await fc.assert(property, { numRuns: 60, seed: 7 });
});

test('reads amounts and dates in lines of JSON as the options say', async () => {
  const line = (day: string, amount: string) =>
    JSON.stringify({ account_reference: 'a', balance: amount, currency: 'EUR', as_of: day });
  const file = [line('31.12.2025', '-1,50'), line('2025-12-31', '1.50')].join('\n');
  const { found } = await validateFile(file, {
    type: recordTypes.OPENING_BALANCE,
    mediaType: 'application/x-ndjson',
    options: { decimal_separator: ',', date_format: 'DD.MM.YYYY' },
  });

  expect(found.map(({ row, field, code, value }) => [row, field, code, value])).toEqual([
    [2, 'as_of', 'not_a_date', '2025-12-31'],
    [2, 'balance', 'not_an_amount', '1.50'],
  ]);
});

test('takes nothing but text for an amount or a date in a form of the file', async () => {
  const line = { account_reference: 'a', balance: 1.5, currency: 'EUR', as_of: 20251231 };
  const { found } = await validateFile(JSON.stringify(line), {
    type: recordTypes.OPENING_BALANCE,
    mediaType: 'application/x-ndjson',
    options: { decimal_separator: ',', date_format: 'DD.MM.YYYY' },
  });

  expect(found.map(({ field, code, value }) => [field, code, value])).toEqual([
    ['as_of', 'not_text', '20251231'],
    ['balance', 'not_text', '1.5'],
  ]);
});

test('a date that is left out is no date in a wrong form', async () => {
  const type = buildEntity([{ name: 'id' }, { name: 'closed_on', type: 'DATE' }]);
  const options = { date_format: 'DD.MM.YYYY' };
  const { found, rows } = await validateFile('id,closed_on\na,\nb,31.12.2025\n', { type, options });

  expect([rows, found]).toEqual([2, []]);
});

test('rejects a line of JSON that repeats a member, of which only one would be checked', async () => {
  const type = buildEntity([{ name: 'n', type: 'NUMBER', required: true }, { name: 't' }]);
  const lines = [
    '{"n":1,"t":"a:b"}',
    '{"n":1,"t":"a","n":2}',
    '{"n":1,"\\u006e":2}',
    '{"n":1,"t":"\\"n\\":2,"}',
  ];
  const mediaType = 'application/x-ndjson';
  const { found } = await validateFile(lines.join('\n'), { type, mediaType });

  expect(found.map(({ row, field, code, message }) => [row, field, code, message])).toEqual([
    [2, '', 'repeated_member', 'the line repeats the member n'],
    [3, '', 'repeated_member', 'the line repeats the member n'],
  ]);
});
