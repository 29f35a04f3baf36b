// Writes the rows of a slice to files of bounded size, in bounded memory.
import { setTimeout as sleep } from 'node:timers/promises';
import iconv from 'iconv-lite';
import { expect, test } from '@jest/globals';
import type { ExportEncoding } from '../../functions/domain/exports/export-encoding.ts';
import { FILE_BYTES, RowFileWriter } from '../../functions/batches/export/row-files.ts';

/** Copies the bytes, because the buffer is reused after the write. */
async function filesOf(
  entries: Iterable<string>,
  encoding: ExportEncoding = 'UTF-8',
): Promise<string[]> {
  const files: string[] = [];
  const decode = (file: Buffer) => iconv.decode(file, encoding);
  const rowFiles = new RowFileWriter(async (file) => void files.push(decode(file)), encoding);
  for (const rows of entries) await rowFiles.add(rows);
  await rowFiles.end();
  return files;
}

test.each(['UTF-8', 'ISO-8859-15'] as const)(
  'fills files in %s with whole entries in order',
  async (encoding) => {
    const entries = Array.from({ length: 9_000 }, (_, index) => `${index}${'ü'.repeat(500)}\r\n`);
    const files = await filesOf(entries, encoding);
    const bytes = files.map((file) => iconv.encode(file, encoding).byteLength);

    expect(files.join('')).toBe(entries.join(''));
    expect(files.every((file) => file.endsWith('\r\n'))).toBe(true);
    expect(Math.max(...bytes)).toBeLessThanOrEqual(FILE_BYTES);
    expect(Math.min(...bytes.slice(0, -1))).toBeGreaterThan(FILE_BYTES * 0.99);
  },
);

test('writes an entry longer than a file to a file of its own', async () => {
  const long = 'x'.repeat(FILE_BYTES + 1);

  expect(await filesOf(['a', long, 'b'])).toEqual(['a', long, 'b']);
  expect(await filesOf(['ä', long, '€'], 'ISO-8859-15')).toEqual(['ä', long, '€']);
});

test('writes files one after the other and reports a failed write', async () => {
  let [underWay, most] = [0, 0];
  const slowly = new RowFileWriter(async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await sleep(5);
    underWay -= 1;
  });
  for (let file = 0; file < 3; file += 1) await slowly.add('x'.repeat(FILE_BYTES / 2));
  await slowly.end();
  expect([underWay, most]).toEqual([0, 1]);

  const failing = new RowFileWriter(() => Promise.reject(new Error('S3 is gone')));
  const all = async () => {
    for (let file = 0; file < 3; file += 1) await failing.add('x'.repeat(FILE_BYTES / 2));
    await failing.end();
  };
  await expect(all()).rejects.toThrow('S3 is gone');
});

test('writes no file without rows', async () => {
  expect(await filesOf([])).toEqual([]);
  expect(await filesOf([''])).toEqual([]);
});
