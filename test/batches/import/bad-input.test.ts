// Invalid files are refused with a reason, in bounded memory.
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { mapColumns } from '../../../functions/batches/import/rows/columns.ts';
import { encodeText, buildEntity, validateFile } from './validate-file.ts';
import type { ValidationInput } from './validate-file.ts';

const type = buildEntity([{ name: 'a', required: true }, { name: 'b' }]);
const MEGABYTE = 1024 * 1024;
const failing = (file: Buffer | string, given: ValidationInput = {}) =>
  expect(validateFile(file, { type, ...given })).rejects;

test.each<[string, Buffer | string, string]>([
  ['an empty file', '', 'The file is empty: it has no heading.'],
  ['a file of empty lines', '\n\n\r\n', 'The file is empty: it has no heading.'],
  ['a quote that is not closed', 'a,b\n1,2\n"3,4\n5,6\n', 'Row 2 holds a quoted value that is not'],
  ['text after a quoted value', 'a,b\n"1"2,3\n', 'Row 1 holds a quoted value that continues after'],
  ['a quote within a value', 'a,b\n1,2\n3,4"5\n', 'Row 2 holds a quote within a value that is not'],
  ['a NUL character', 'a,b\n1,\0\n', 'a NUL character follows byte 6.'],
  [
    'UTF-16 without a byte order mark',
    encodeText('a,b\n1,2\n', 'utf-16le'),
    'a NUL character follows byte 1.',
  ],
  ['text of another encoding', encodeText('a,b\nä,2\n', 'windows-1252'), 'The file is not UTF-8'],
  ['a compressed file', gzipSync('a,b\n1,2\n'), 'The file is not UTF-8'],
  [
    'half a character at the end',
    Buffer.from('a,b\n1,ä').subarray(0, 7),
    'ends within a character',
  ],
  [
    'two columns of one name',
    'a,b,a\n1,2,3\n',
    'Columns 1 and 3 of the heading have the same name a.',
  ],
  ['a column without a name', 'a,,b\n1,2,3\n', 'Column 2 of the heading has no name.'],
  ['a long name', `a,${'b'.repeat(129)}\n`, 'The name of column 2 is longer than 128 characters.'],
  ['a wide heading', `${Array.from({ length: 1_001 }, (_, i) => i)}\n`, 'has 1001 columns'],
])('refuses %s with the reason', async (_, file, reason) => {
  await failing(file).toThrow(reason);
});

test('refuses half a surrogate pair in UTF-16', async () => {
  const lone = Buffer.concat([
    encodeText('a,b\n1,', 'utf-16le', true),
    Buffer.from([0x00, 0xd8]),
    encodeText('\n', 'utf-16le'),
  ]);

  await failing(lone).toThrow('The file is not utf-16le');
  await failing(encodeText('a,b\n1,💶', 'utf-16le', true).subarray(0, -2)).toThrow('cut off');
});

test('refuses a byte that windows-1252 does not use', async () => {
  const file = Buffer.from([0x61, 0x0a, 0x81, 0x0a]);

  await failing(file, { options: { encoding: 'windows-1252' } }).toThrow(
    'The file is not windows-1252: see the 4 bytes from byte 0 on.',
  );
});

test('refuses a byte order mark that contradicts the options', async () => {
  const file = encodeText('a,b\n', 'utf-16be', true);

  await failing(file, { options: { encoding: 'utf-8' } }).toThrow(
    'starts with the byte order mark of utf-16be, but options.encoding says utf-8',
  );
});

async function* endless(start: string, filling: string, megabytes: number) {
  yield Buffer.from(start);
  const piece = Buffer.alloc(MEGABYTE, filling);
  for (let index = 0; index < megabytes; index += 1) yield piece;
}

test.each([
  ['a line of 100 MB', 'a,b\n1,2\n3,', 'x', 'Row 2 is longer than 1048576 bytes'],
  ['a heading of 100 MB', 'a', 'b', 'The heading is longer than 1048576 bytes'],
  ['a quote that is never closed', 'a,b\n1,"', 'x\n', 'Row 1 is longer than 1048576 bytes'],
  ['a row of 100 million columns', 'a,b\n1', ',', 'Row 1 is longer than 1048576 bytes'],
  ['a line of JSON of 100 MB', '{"a":1}\n{"a":"', 'x', 'Row 2 is longer than 1048576 bytes'],
])('gives up %s before it fills the memory', async (_, start, filling, reason) => {
  const { validateSlice } =
    await import('../../../functions/batches/import/rows/slice-validation.ts');
  const mediaType = start.startsWith('{') ? 'application/x-ndjson' : 'text/csv';
  const form = { mediaType, encoding: 'utf-8', options: {}, type } as const;
  const begin = { offset: 0, rows: 0, rejectedRows: 0, rejections: 0 };
  let read = 0;
  async function* counted() {
    for await (const piece of endless(start, filling, 100)) {
      read += piece.length;
      yield piece;
    }
  }

  await expect(validateSlice(counted(), form, begin)).rejects.toThrow(reason);
  expect(read).toBeLessThan(4 * MEGABYTE);
});

test.each([
  ['CSV', 'text/csv', ['a,b\n1,2\n', '\r\n', '"",2']],
  ['CSV before its heading', 'text/csv', ['', '\n', 'a,b\n1,2\n,2']],
  ['JSON', 'application/x-ndjson', ['{"a":"1"}\n', ' \n', '{"b":"2"}']],
] as const)('passes over megabytes of empty lines of %s', async (_, mediaType, parts) => {
  const [start, line, end] = parts;
  const file = `${start}${line.repeat(MEGABYTE)}${end}`;
  const limits = { bytes: MEGABYTE / 2 };
  const { rows, rejectedRows, slices } = await validateFile(file, { type, mediaType, limits });

  expect({ rows, rejectedRows }).toEqual({ rows: 2, rejectedRows: 1 });
  expect(slices).toBeGreaterThanOrEqual(line.length * 2);
});

test('ends the slice, and finally the file, for rows with more faults than bytes', async () => {
  const fields = Array.from({ length: 500 }, (_, index) => ({ name: `f${index}`, required: true }));
  const wide = buildEntity(fields);
  const file = `f0,f1\n${',\n'.repeat(30)}`;
  const limits = { outputBytes: 100_000 };
  const { slices, rejections, rejectedRows } = await validateFile(file, { type: wide, limits });

  expect({ rejections, rejectedRows }).toEqual({ rejections: 15_000, rejectedRows: 30 });
  expect(slices).toBeGreaterThan(10);
  await failing(file, { type: wide, limits: { ...limits, rejections: 14_999 } }).toThrow(
    'The file has more than 14999 faults, the last of them in row 30',
  );
});

test('reports an object of very many members as one rejection', async () => {
  const members = Array.from({ length: 2_000 }, (_, index) => [`m${index}`, 1]);
  const line = JSON.stringify(Object.fromEntries(members));
  const { found } = await validateFile(line, { type, mediaType: 'application/x-ndjson' });

  expect(found.map(({ code, message }) => [code, message])).toEqual([
    ['too_many_members', 'the object has 2000 members'],
  ]);
});

test.each([
  ['very many levels', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  [
    'very many numbers at many levels',
    `{"a":${'['.repeat(3_000)}${'9007199254740993,'.repeat(50_000)}1${']'.repeat(3_000)}}`,
  ],
])('reports an object of %s as one rejection, and validates the rest', async (_, line) => {
  const file = `${line}\n{"a":"1"}\n{"b":"1"}`;
  const { found, rows } = await validateFile(file, { type, mediaType: 'application/x-ndjson' });

  expect(found.map(({ row, code, message }) => [row, code, message])).toEqual([
    [1, 'too_deep', 'the object nests deeper than 32 levels'],
    [3, 'required', expect.any(String)],
  ]);
  expect(rows).toBe(3);
});

test.each([
  ['a value', String.raw`{"a":"x \ud800"}`],
  ['the name of a member', String.raw`{"a":"1","\udc00":"x"}`],
  ['a member of a member', String.raw`{"a":"1","b":{"c":["\ud83d"]}}`],
])('reports half a surrogate pair in %s of an object as one rejection', async (_, line) => {
  const file = `${line}\n${String.raw`{"a":"\ud83d\ude00"}`}`;
  const { found } = await validateFile(file, { type, mediaType: 'application/x-ndjson' });

  expect(found).toEqual([
    {
      row: 1,
      field: '',
      code: 'malformed_json',
      message: 'the line holds text that is not Unicode (a lone surrogate)',
      value: line,
    },
  ]);
});

test('reports a long unknown member by text that is Unicode', async () => {
  const line = JSON.stringify({ a: '1', [`x${'😀'.repeat(60)}`]: '1' });
  const { found } = await validateFile(line, { type, mediaType: 'application/x-ndjson' });

  expect(found).toMatchObject([{ code: 'unknown_field' }]);
  expect(String(found[0]?.message).isWellFormed()).toBe(true);
});

test('refuses headings too large to pass between two tasks', () => {
  const headings = Array.from({ length: 900 }, (_, index) => `${index}`.padEnd(120, 'x'));

  expect(() => mapColumns(headings, {})).toThrow('The heading is longer than 65536 bytes.');
});
