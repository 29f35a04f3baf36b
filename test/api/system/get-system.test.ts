import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PROJECTION_NAMES } from '../../../functions/domain/projections/projector.ts';
import { readStatus, writeStatus } from '../../../functions/ledger/projections/status.ts';
import { keys } from '../../../functions/ledger/store/keys.ts';
import { openStore } from '../../../functions/ledger/store/store.ts';
import { readLedgerEnvironment } from '../../../functions/runtime/environment.ts';
import { writeTenantVerdicts } from '../../../functions/ledger/verdicts/verdicts.ts';
import { verifyTables } from '../../support/invariants/verification.ts';
import { sealLog } from '../../support/evidence/seal-log.ts';
import { startExports } from '../../support/fixtures/batches/exports.ts';
import type { TestExports } from '../../support/fixtures/batches/exports.ts';
import { projectReceipts } from '../../support/projections/projections.ts';
import { openAccount } from '../../support/stack/ledger.ts';

let ledger: TestExports;
beforeAll(async () => {
  ledger = await startExports();
});
afterAll(() => ledger.stop());

test('a fresh tenant has no seal, no lag and no failing event', async () => {
  const { body } = await ledger.call('getSystem', { tenant: 'fresh' });

  expect(body).toEqual({
    version: '0.0.0',
    evidence_log: { size: 0 },
    projections: PROJECTION_NAMES.map((projection_name) => {
      return { projection_name, lag_seconds: 0, failing_events: 0 };
    }),
    failing_events: [],
  });
});

test('says when the tenant was last sealed, and how many receipts the log has', async () => {
  const before = Date.now();
  await openAccount(ledger, { funds: '1.00' });
  await sealLog();
  const first = await ledger.call('getSystem');
  await openAccount(ledger);
  const unsealed = await ledger.call('getSystem');

  expect(first.body.evidence_log.size).toBe(2);
  // S3 counts whole seconds.
  const sealedAt = Date.parse(first.body.evidence_log.sealed_at);
  expect(sealedAt).toBeGreaterThanOrEqual(Math.floor(before / 1_000) * 1_000);
  expect(sealedAt).toBeLessThanOrEqual(Date.now());
  expect(unsealed.body.evidence_log).toEqual(first.body.evidence_log);
});

test('says when the records were verified, and how many differences of its own the tenant has', async () => {
  const [sound, damaged] = ['sound', 'damaged'];
  for (const tenant of [sound, damaged]) await openAccount(ledger, { tenant, funds: '1.00' });
  const store = openStore(readLedgerEnvironment());
  const stray = { ...keys.externalId(damaged, 'core-1'), account_id: 'acc_missing' };
  await store.documents.send(new PutCommand({ TableName: store.ledgerTable, Item: stray }));
  const { differencesByTenant, isFinished } = await verifyTables(ledger.tables);
  const verifiedAt = '2026-11-20T02:20:00.000Z';
  // A damaged key names no tenant, and does not keep the others from their verdicts.
  const found = new Map([['not a tenant', 1], ...differencesByTenant]);
  await writeTenantVerdicts(store, { verifiedAt, isFinished, differencesByTenant: found });

  const read = async (tenant: string) => (await ledger.call('getSystem', { tenant })).body;
  const verdict = { verified_at: verifiedAt, finished: true, differences: 0 };
  expect((await read(sound)).verification).toEqual(verdict);
  expect((await read(damaged)).verification.differences).toBeGreaterThan(0);
  expect(await read('fresh')).not.toHaveProperty('verification');
});

test('says how late the projections are, and which events fail, the oldest first', async () => {
  const tenant = 'late';
  await openAccount(ledger, { tenant });
  const late = await ledger.call('getSystem', { tenant });
  await projectReceipts(ledger, tenant);
  const store = openStore(readLedgerEnvironment());
  const status = await readStatus(store, tenant);
  const failures = Array.from({ length: 25 }, (_, index) => {
    const occurredAt = `2026-11-20T09:00:${String(59 - index)}.000Z`;
    const failure = {
      projections: ['account_lists'],
      occurredAt,
      reason: 'secret detail',
    } as const;
    return [`evt_${index}`, failure] as const;
  });
  await writeStatus(store, tenant, { ...status, failing: Object.fromEntries(failures) });
  const failing = await ledger.call('getSystem', { tenant });

  const find = (body: typeof late.body) =>
    body.projections.find(
      (one: { projection_name: string }) => one.projection_name === 'account_lists',
    );
  expect(find(late.body)).toMatchObject({ failing_events: 0 });
  expect(find(late.body).lag_seconds).toBeGreaterThan(0);
  expect(find(failing.body)).toMatchObject({ failing_events: 25 });
  expect(failing.body.failing_events).toHaveLength(20);
  expect(failing.body.failing_events[0]).toEqual({
    id: 'evt_24',
    occurred_at: '2026-11-20T09:00:35.000Z',
    projections: ['account_lists'],
  });
  expect(failing.text).not.toContain('secret detail');
});
