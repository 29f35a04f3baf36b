import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sealCursor } from '../../../functions/runtime/cursors.ts';
import { runExport, startExports } from '../../support/fixtures/batches/exports.ts';
import type { TestExports } from '../../support/fixtures/batches/exports.ts';
import {
  runImport,
  buildImportRequest,
  requestImport,
} from '../../support/fixtures/batches/imports.ts';

let exports: TestExports;
beforeAll(async () => {
  exports = await startExports();
});
afterAll(() => exports.stop());

const HEADING = 'account_reference,customer_id,product_id,name,currency';
const list = (batchId: string, query: Record<string, string> = {}, options = {}) =>
  exports.call('listLegacyBatchRejections', { path: { batchId }, query, ...options });

test('pages through all rejections by row and field', async () => {
  const rows = Array.from(
    { length: 25 },
    (_, index) => `A-${index},c,p,${index % 2 ? 'n' : ''},eur`,
  );
  const { batch } = await runImport(exports, buildImportRequest([HEADING, ...rows].join('\n')));
  const seen: { row: number; field: string }[] = [];
  let cursor: string | undefined;
  do {
    const { status, body } = await list(batch.batchId, { limit: '7', ...(cursor && { cursor }) });
    expect(status).toBe(200);
    expect(body.items.length).toBeLessThanOrEqual(7);
    seen.push(...body.items);
    cursor = body.next_cursor;
  } while (cursor !== undefined);

  const expected = rows.flatMap((_, index) => [
    [index + 1, 'currency'],
    ...(index % 2 ? [] : [[index + 1, 'name']]),
  ]);
  expect(seen.map(({ row, field }) => [row, field])).toEqual(expected);
  expect(seen[0]).toEqual({
    row: 1,
    field: 'currency',
    code: 'pattern_mismatch',
    message: 'currency must match the pattern ^[A-Z]{3}$',
    value: 'eur',
  });
});

test('returns 50 rejections unless asked, and at most 100', async () => {
  const text = `${HEADING}\n${'A,c,p,n,eur\n'.repeat(101)}`;
  const { batch } = await runImport(exports, buildImportRequest(text));
  const ask = (query: Record<string, string>) => list(batch.batchId, query);

  expect((await ask({})).body.items).toHaveLength(50);
  expect((await ask({ limit: '100' })).body.items).toHaveLength(100);
  expect((await ask({ limit: '101' })).body).toMatchObject({ code: 'invalid_request' });
});

test('returns no rejections for a valid file', async () => {
  const { batch } = await runImport(exports, buildImportRequest(`${HEADING}\nA,c,p,n,EUR\n`));

  expect((await list(batch.batchId)).body).toEqual({ items: [] });
});

test('returns no rejections for an export or an unfinished batch', async () => {
  const { batch } = await runExport(exports);
  expect((await list(batch.batchId)).body).toEqual({ items: [] });
  const { batchId } = await requestImport(exports, buildImportRequest(HEADING));
  const { status, body } = await list(batchId);

  expect([status, body.code]).toEqual([409, 'batch_not_completed']);
});

test('returns 404 for a batch of another tenant and refuses a cursor of another batch', async () => {
  const text = `${HEADING}\n${'A,c,p,n,eur\n'.repeat(3)}`;
  const [one, two] = [
    await runImport(exports, buildImportRequest(text)),
    await runImport(exports, buildImportRequest(text)),
  ];
  const { body } = await list(one.batch.batchId, { limit: '1' });
  const stranger = await list(one.batch.batchId, {}, { tenant: 'other' });
  const mixed = await list(two.batch.batchId, { cursor: body.next_cursor });

  expect([stranger.status, stranger.body.code]).toEqual([404, 'batch_not_found']);
  expect([mixed.status, mixed.body.code]).toEqual([400, 'invalid_cursor']);
});

test('refuses a made-up cursor: one into a line, one past the end, and one that is no offset', async () => {
  const text = `${HEADING}\n${'A,c,p,n,eur\n'.repeat(3)}`;
  const { batchId } = (await runImport(exports, buildImportRequest(text))).batch;
  const operation = 'listLegacyBatchRejections';
  const scope = { tenant: 'acme', operation, filters: [{ batchId }, {}] };
  const follow = (position: string) => list(batchId, { cursor: sealCursor(scope, position) });
  const { items } = (await list(batchId)).body;
  const second = await follow(String(JSON.stringify(items[0]).length + 1));
  expect(second.body.items).toEqual(items.slice(1));

  for (const position of ['5', '100000', '0', '-1', '1e1', 'row']) {
    expect((await follow(position)).body).toMatchObject({
      statusCode: 400,
      code: 'invalid_cursor',
    });
  }
});
