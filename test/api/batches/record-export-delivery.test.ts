import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import { requestExport } from '../../support/fixtures/batches/batches.ts';
import { expectValid } from '../../support/contract/contract.ts';
import { runExport, startExports } from '../../support/fixtures/batches/exports.ts';
import type { TestExports } from '../../support/fixtures/batches/exports.ts';
import type { CallOptions } from '../../support/stack/ledger.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let exports: TestExports;
beforeAll(async () => {
  exports = await startExports();
});
afterAll(() => exports.stop());

const delivered = { authority_reference: 'DGFIP-2026-4711', delivered_at: '2026-11-20T09:30:00Z' };

const record = (batchId: string, options: CallOptions = {}) =>
  exports.call('recordExportDelivery', {
    subject: 'carla',
    path: { batchId },
    body: delivered,
    ...options,
  });

const completed = async () => (await runExport(exports)).batch.batchId as string;

test('shows the delivery in the receipt from then on', async () => {
  const batchId = await completed();
  const { status, body, headers } = await record(batchId);

  expect(status).toBe(201);
  expect(body.delivery).toEqual({
    authority_reference: 'DGFIP-2026-4711',
    delivered_at: '2026-11-20T09:30:00.000Z',
    recorded_by: 'carla',
    recorded_at: expect.any(String),
  });
  expect(body.status).toBe('COMPLETED');
  expect(headers['Location']).toBe(`/api/legacy-batches/${batchId}`);
  expect((await exports.call('getLegacyBatch', { path: { batchId } })).body).toEqual(body);
});

test('emits an event', async () => {
  const { batch } = await runExport(exports, {}, { tenant: 'hooli' });
  await record(batch.batchId, { tenant: 'hooli' });
  const receipts = (await readAllItems(exports.tables.receipts)).filter(({ PK }) =>
    PK.startsWith('T#hooli#'),
  );
  const events = receipts.flatMap(readStoredEvents);

  expect(events.map(({ type }) => type).sort()).toEqual([
    'regulatory_export.completed',
    'regulatory_export.delivered',
    'regulatory_export.requested',
    'regulatory_export.started',
  ]);
  for (const { type, payload } of events) expectValid(`events/${type}`, payload);
});

test('records a delivery once: repeats it under the same key, refuses it under another', async () => {
  const batchId = await completed();
  const key = randomUUID();
  const first = await record(batchId, { key });
  const again = await record(batchId, { key });
  const other = await record(batchId);

  expect(again.text).toBe(first.text);
  expect(again.headers['Idempotency-Replayed']).toBe('true');
  expect(other.body).toMatchObject({ statusCode: 409, code: 'already_delivered' });
});

test('records one of two concurrent deliveries', async () => {
  const batchId = await completed();
  const answers = await Promise.all([record(batchId), record(batchId)]);

  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test('refuses a batch that is not COMPLETED', async () => {
  const { batchId } = await requestExport(exports);

  expect((await record(batchId)).body).toMatchObject({
    statusCode: 409,
    code: 'batch_not_completed',
  });
});

test('returns 404 to another tenant and for an unknown batch', async () => {
  const batchId = await completed();

  for (const [id, tenant] of [
    [batchId, 'globex'],
    ['bat_x', 'acme'],
  ] as const) {
    expect((await record(id, { tenant })).body).toMatchObject({
      statusCode: 404,
      code: 'batch_not_found',
    });
  }
});

const wrong: unknown[] = [
  {},
  { ...delivered, authority_reference: '' },
  { ...delivered, authority_reference: 'x'.repeat(161) },
  { ...delivered, authority_reference: 4711 },
  { ...delivered, delivered_at: '2026-11-20' },
  { ...delivered, delivered_at: '2026-02-30T00:00:00Z' },
  { ...delivered, delivered_at: '2016-12-31T23:59:60Z' },
  { ...delivered, delivered_at: 'yesterday' },
];

test.each(wrong)('refuses %j', async (body) => {
  expect((await record('bat_x', { body })).body).toMatchObject({
    statusCode: 400,
    code: 'invalid_request',
  });
});

test.each([['audit.read'], ['finance.approve']])('%s does not suffice', async (permission) => {
  const { body } = await record('bat_x', { permissions: [permission] });

  expect(body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
});
