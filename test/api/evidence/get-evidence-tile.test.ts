import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { decodeEntryBundle } from '../../../functions/domain/evidence/entry-bundles.ts';
import { computeLogRoot, growLog } from '../../../functions/domain/evidence/log-growth.ts';
import { parseCheckpoint } from '../../../functions/domain/evidence/checkpoint.ts';
import { parseNote } from '../../../functions/domain/evidence/signed-note.ts';
import { formatTilePath } from '../../../functions/domain/evidence/tiles.ts';
import { listTilesOf } from '../../../tools/contract/evidence/log-tiles.ts';
import { sealLog } from '../../support/evidence/seal-log.ts';
import { startExports } from '../../support/fixtures/batches/exports.ts';
import type { TestExports } from '../../support/fixtures/batches/exports.ts';
import { openAccount } from '../../support/stack/ledger.ts';

const SIZE = 258;

let ledger: TestExports;
beforeAll(async () => {
  ledger = await startExports();
  for (let opened = 0; opened < SIZE; opened += SIZE / 6) {
    await Promise.all(Array.from({ length: SIZE / 6 }, () => openAccount(ledger)));
  }
  await sealLog();
});
afterAll(() => ledger.stop());

const call = (tile: string, tenant = 'acme') =>
  ledger.call('getEvidenceTile', { tenant, path: { tile } });

test('answers every tile of the log, as a C2SP log below its prefix', async () => {
  const { text } = await ledger.call('getEvidenceCheckpoint');
  const checkpoint = parseCheckpoint(parseNote(text).text);
  const tiles = new Map<string, Buffer>();
  for (const path of listTilesOf(SIZE).map(formatTilePath)) {
    const { status, headers, bytes } = await call(path.replace('tile/', ''));
    expect({ path, status }).toEqual({ path, status: 200 });
    expect(headers['Cache-Control']).toMatch(/^private, max-age=\d{8}, immutable$/);
    tiles.set(path, bytes);
  }
  const readTile = (path: string) => tiles.get(path) ?? Buffer.alloc(0);
  const entries = ['tile/entries/000', 'tile/entries/001.p/2'].flatMap((path) =>
    decodeEntryBundle(readTile(path)),
  );

  expect(checkpoint.size).toBe(SIZE);
  expect(computeLogRoot(SIZE, readTile)).toEqual(checkpoint.root);
  expect(growLog(0, readTile, entries)).toMatchObject({ root: checkpoint.root, tiles });
});

test('takes encoded slashes, as clients of the document send them', async () => {
  const plain = await call('entries/000');
  const encoded = await call('entries%2f000');

  expect(encoded.bytes).toEqual(plain.bytes);
});

test.each([
  ['2/000', 'a level that the log does not have'],
  ['0/001', 'a tile that is not full'],
  ['0/001.p/3', 'a partial tile of a greater size'],
  ['0/001.p/1', 'a partial tile of a size without a checkpoint'],
  ['entries/002.p/1', 'a bundle beyond the end'],
])('has no %s: %s', async (tile) => {
  expect((await call(tile)).body).toMatchObject({ statusCode: 404, code: 'evidence_not_found' });
});

test.each([
  '0',
  '0/0',
  '0/x000',
  '0/000.p/256',
  '0/000.p/0',
  'checkpoint',
  '../checkpoint',
  '/0/000',
])('refuses the path %j', async (tile) => {
  const { body } = await call(tile);

  expect(body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
  expect(String(body.message)).toContain('path parameter tile');
});

test('shows no tile of another tenant', async () => {
  await openAccount(ledger, { tenant: 'other' });
  await sealLog('other');

  expect((await call('0/000', 'other')).body).toMatchObject({ code: 'evidence_not_found' });
  expect((await call('0/000.p/1', 'other')).bytes).toHaveLength(32);
});
