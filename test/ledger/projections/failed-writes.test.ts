// A write that another writer came before is repeated; any other failure is reported as it is, and not as a race.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { projectors } from '../../../functions/domain/projections/projectors.ts';
import { changeControl, readControl } from '../../../functions/ledger/projections/generations.ts';
import { readStatus, writeStatus } from '../../../functions/ledger/projections/status.ts';
import { applyEvents } from '../../../functions/ledger/projections/writes.ts';
import type { Store } from '../../../functions/ledger/store/store.ts';
import { startStoredLedger } from '../../support/projections/tables.ts';
import type { StoredLedger } from '../../support/projections/tables.ts';
import { readAllItems } from '../../support/stack/tables.ts';

const TENANT = 'acme';
const LOST_RACE = { name: 'RetryableError', reason: 'busy' };
const NO_TABLE = { name: 'ResourceNotFoundException' };

let rig: StoredLedger;
let nowhere: Store;
beforeAll(async () => {
  rig = await startStoredLedger();
  nowhere = { ...rig.store, projectionsTable: 'nowhere' };
});
afterAll(() => rig.stop());

test('the status of a tenant', async () => {
  const { store } = rig;
  const status = await readStatus(store, TENANT);
  await writeStatus(store, TENANT, status);

  await expect(writeStatus(store, TENANT, status)).rejects.toMatchObject(LOST_RACE);
  await expect(writeStatus(nowhere, TENANT, status)).rejects.toMatchObject(NO_TABLE);
});

test('the generations', async () => {
  const { store } = rig;
  const control = await readControl(store);
  const next = { active: 2, leftover: 1 };
  await changeControl(store, control, 'versions', next);

  await expect(changeControl(store, control, 'versions', next)).rejects.toMatchObject(LOST_RACE);
  await expect(changeControl(nowhere, control, 'versions', next)).rejects.toMatchObject(NO_TABLE);
});

test('a record', async () => {
  const projector = projectors.ledger_activity;
  const key = { tenant: TENANT, projection: projector.name, generation: 1, entityId: 'jrn_1' };
  const event = {
    id: 'evt_1',
    type: 'journal_entry.posted',
    aggregateId: 'jrn_1',
    version: 1,
    occurredAt: '2026-11-20T09:00:00.000Z',
    payload: { id: 'jrn_1' },
  };
  const work = { key, projector, events: [event] };
  const readItems = () => readAllItems(rig.ledger.tables.projections);
  await applyEvents(rig.store, work);
  const items = await readItems();

  // Where the event is already, not even the revision changes.
  expect(await applyEvents(rig.store, work)).toEqual([]);
  expect(await readItems()).toEqual(items);
  await expect(applyEvents(nowhere, work)).rejects.toMatchObject(NO_TABLE);
});
