// The first controls of a tenant, which an administrator may set alone.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setFirstControls } from '../../functions/controls/commit-controls.ts';
import { controllableOperations } from '../../schemas/generated/controllable-operations.ts';
import { putControls } from '../support/controls/controls.ts';
import { openStore, verifyTables } from '../support/invariants/verification.ts';
import { projectReceipts } from '../support/projections/projections.ts';
import { asTenant, startLedger } from '../support/stack/ledger.ts';
import type { TestLedger } from '../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(async () => {
  try {
    expect((await verifyTables(ledger.tables)).differences).toEqual([]);
  } finally {
    await ledger.stop();
  }
});

const set = (tenant: string, when = 'amount > 1.00') => {
  const controls = [{ operation: 'postJournalEntry', when, require: 'APPROVAL' as const }];
  const request = { store: openStore(ledger.tables), tenant, actor: 'local:root', controls };
  return setFirstControls(request, controllableOperations);
};

test('an administrator sets the first controls, and an audit event says so', async () => {
  expect(await set('aurora')).toBe(true);

  const caller = asTenant(ledger, 'aurora');
  expect((await caller.call('getControls')).body).toMatchObject({ version: 1 });
  await projectReceipts(ledger, 'aurora');
  const { body } = await caller.call('listAuditEvents');
  expect(body.items).toMatchObject([{ actor: 'local:root', operation: 'setFirstControls' }]);
});

test('of several commands at once one sets them', async () => {
  const commands = await Promise.all(Array.from({ length: 8 }, () => set('boreal')));

  expect(commands.filter(Boolean)).toHaveLength(1);
});

test('a tenant that has had controls keeps them', async () => {
  const caller = asTenant(ledger, 'coral');
  await putControls(caller, []);

  expect(await set('coral')).toBe(false);
  expect((await caller.call('getControls')).body).toMatchObject({ controls: [], version: 1 });
});

test('they are checked as those of operators are', async () => {
  await expect(set('delta', 'amonut > 1.00')).rejects.toThrow('there is no variable amonut');
});
