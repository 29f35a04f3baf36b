// The rows of a slice in files of a bounded size, in memory of one size.
import { expect, test } from '@jest/globals';
import { FILE_BYTES, RowFiles } from '../../functions/batches/export/row-files.ts';

/** Copies, as what is put is good only until it was put. */
async function filesOf(entries: Iterable<string>): Promise<string[]> {
  const files: string[] = [];
  const rowFiles = new RowFiles(async (file) => void files.push(file.toString('utf8')));
  for (const rows of entries) await rowFiles.add(rows);
  await rowFiles.end();
  return files;
}

test('rows go into files that are full, each entry whole, in their order', async () => {
  const entries = Array.from({ length: 5_000 }, (_, place) => `${place}${'ü'.repeat(500)}\r\n`);
  const files = await filesOf(entries);
  const bytes = files.map((file) => Buffer.byteLength(file));

  expect(files.join('')).toBe(entries.join(''));
  expect(files.every((file) => file.endsWith('\r\n'))).toBe(true);
  expect(Math.max(...bytes)).toBeLessThanOrEqual(FILE_BYTES);
  expect(Math.min(...bytes.slice(0, -1))).toBeGreaterThan(FILE_BYTES * 0.99);
});

test('an entry that is longer than a file has one of its own', async () => {
  const long = 'x'.repeat(FILE_BYTES + 1);

  expect(await filesOf(['a', long, 'b'])).toEqual(['a', long, 'b']);
});

test('without rows there is no file', async () => {
  expect(await filesOf([])).toEqual([]);
  expect(await filesOf([''])).toEqual([]);
});
