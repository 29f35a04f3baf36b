import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  clearExportSchedule,
  setExportSchedule,
} from '../../support/fixtures/batches/export-schedules.ts';
import { returnToPresent, stopTimeAt } from '../../support/stack/advance-time.ts';
import { startWatchedLedger } from '../../support/stack/ledger.ts';
import type { WatchedLedger } from '../../support/stack/ledger.ts';

let ledger: WatchedLedger;
beforeAll(async () => {
  ledger = await startWatchedLedger();
});
afterAll(() => ledger.stop());

const run = (tenant: string, options = {}) =>
  ledger.call('runExportSchedule', { tenant, path: { scheduleId: 'monthly' }, ...options });

const listBatches = async (tenant: string) =>
  (await ledger.call('listLegacyBatches', { tenant })).body.items;

test('requests the export of the last month that is over, by the operator', async () => {
  stopTimeAt(Date.parse('2024-03-03T03:17:00Z'));
  await setExportSchedule(ledger, 'acme');
  const answer = await run('acme', { subject: 'carla', permissions: ['compliance.operate'] });
  returnToPresent();

  expect(answer.status).toBe(202);
  expect(answer.body).toMatchObject({
    type: 'REGULATORY_EXPORT',
    status: 'ACCEPTED',
    request: {
      period_from: '2024-02-01',
      period_to: '2024-02-29',
      legal_basis_code: 'BANKING-ACT-24',
      retention_until: '2034-02-28',
      format: 'csv',
    },
    requested_by: 'carla',
  });
  expect(answer.headers['Location']).toBe(`/api/legacy-batches/${answer.body.batchId}`);
  expect(await listBatches('acme')).toEqual([answer.body]);
});

test('runs once under one key, also after the schedule is cleared', async () => {
  await setExportSchedule(ledger, 'hooli');
  const key = randomUUID();
  const answers = await Promise.all([run('hooli', { key }), run('hooli', { key })]);
  await clearExportSchedule(ledger, 'hooli');
  const late = await run('hooli', { key });

  expect(new Set([...answers, late].map(({ text }) => text)).size).toBe(1);
  expect(late.headers['Idempotency-Replayed']).toBe('true');
  expect(await listBatches('hooli')).toHaveLength(1);
  expect((await run('hooli')).body.code).toBe('export_schedule_not_found');
});

test('another key is another export', async () => {
  await setExportSchedule(ledger, 'umbrella');
  await run('umbrella');
  await run('umbrella');

  expect(await listBatches('umbrella')).toHaveLength(2);
});

test('refuses what the tenant does not have', async () => {
  await setExportSchedule(ledger, 'initech');
  const other = await run('initech', { path: { scheduleId: 'daily' } });
  const none = await run('globex');

  for (const { status, body } of [other, none]) {
    expect([status, body.code]).toEqual([404, 'export_schedule_not_found']);
  }
  expect(await listBatches('initech')).toEqual([]);
});

test('reads the schedule and commits: two requests', async () => {
  await setExportSchedule(ledger, 'vandelay');
  ledger.proxy.requests.length = 0;
  await run('vandelay');

  expect(ledger.proxy.requests.map(({ operation }) => operation)).toEqual([
    'Query',
    'TransactWriteItems',
  ]);
});
