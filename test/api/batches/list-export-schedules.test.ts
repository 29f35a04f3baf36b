import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { commitChange } from '../../../functions/identity/administration/identity-change.ts';
import { openIdentityTable } from '../../../functions/identity/storage/identity-table.ts';
import { advanceTime, returnToPresent } from '../../support/stack/advance-time.ts';
import { startWatchedLedger } from '../../support/stack/ledger.ts';
import type { WatchedLedger } from '../../support/stack/ledger.ts';
import {
  clearExportSchedule,
  setExportSchedule,
} from '../../support/fixtures/batches/export-schedules.ts';

let ledger: WatchedLedger;
beforeAll(async () => {
  ledger = await startWatchedLedger();
});
afterEach(returnToPresent);
afterAll(() => ledger.stop());

const list = async (tenant: string) =>
  (await ledger.call('listExportSchedules', { tenant, permissions: ['audit.read'] })).body.items;

test('a tenant has no schedule until an administrator sets one', async () => {
  expect(await list('acme')).toEqual([]);
  await setExportSchedule(ledger, 'acme');

  const [schedule, ...others] = await list('acme');
  expect(others).toEqual([]);
  expect(schedule).toEqual({
    id: 'monthly',
    frequency: 'MONTHLY',
    legal_basis_code: 'BANKING-ACT-24',
    format: 'csv',
    retention_years: 10,
    set_at: expect.stringMatching(/^\d{4}-.*Z$/),
    next_runs: expect.any(Array),
  });
  expect(schedule.next_runs).toHaveLength(3);
  expect(Date.parse(schedule.next_runs[0].due_at)).toBeGreaterThan(Date.now());
  expect(await list('globex')).toEqual([]);
});

test('shows what was set last, and nothing once it is cleared', async () => {
  await setExportSchedule(ledger, 'hooli');
  advanceTime(1_000);
  await setExportSchedule(ledger, 'hooli', { legalBasisCode: 'X', retentionYears: 7 });
  expect(await list('hooli')).toMatchObject([{ legal_basis_code: 'X', retention_years: 7 }]);
  expect(await list('hooli')).not.toMatchObject([{ format: 'csv' }]);

  advanceTime(1_000);
  await clearExportSchedule(ledger, 'hooli');
  expect(await list('hooli')).toEqual([]);
});

// More than one read returns.
const RECORDS = 501;

test('finds the schedule behind any number of newer records', async () => {
  await setExportSchedule(ledger, 'initech');
  advanceTime(1_000);
  const administration = { table: openIdentityTable(ledger.identityTable), actor: 'local:root' };
  const change = { action: 'operator.disabled', tenantId: 'initech', subject: 'op_1' };
  const commit = () => commitChange(administration, { ...change, writes: [], otherwise: 'Taken.' });
  // Not all at once: a busy engine would not accept so many connections.
  for (let written = 0; written < RECORDS; written += 20) {
    await Promise.all(Array.from({ length: 20 }, commit));
  }

  ledger.proxy.requests.length = 0;
  expect(await list('initech')).toHaveLength(1);
  expect(ledger.proxy.requests).toHaveLength(2);
});
