// A rebuild reads the table, where it finds what the stream has not brought to the other read models yet.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rebuildProjection } from '../../functions/projections/rebuild/rebuild.ts';
import type { Store } from '../../functions/ledger/store/store.ts';
import { projectReceipts } from '../support/projections/projections.ts';
import { startStoredLedger } from '../support/projections/tables.ts';
import type { StoredLedger } from '../support/projections/tables.ts';
import { credit, openAccount } from '../support/stack/ledger.ts';
import type { TestLedger } from '../support/stack/ledger.ts';

let rig: StoredLedger;
let ledger: TestLedger;
let store: Store;
beforeAll(async () => {
  rig = await startStoredLedger();
  ({ ledger, store } = rig);
});
afterAll(() => rig.stop());

interface LagOfProjection {
  readonly projection_name: string;
  readonly lag_seconds: number;
}

/** The projections that are behind. */
async function listLate(): Promise<string[]> {
  const projections: LagOfProjection[] = (await ledger.call('getProjectionStatus')).body;
  return projections
    .filter(({ lag_seconds }) => lag_seconds > 0)
    .map(({ projection_name }) => projection_name);
}

test('a rebuild of one read model does not hide the lag of the others', async () => {
  const account = await openAccount(ledger);
  await projectReceipts(ledger);
  expect(await listLate()).toEqual([]);
  await ledger.call('postJournalEntry', { body: credit(account, '1.00') });
  const late = await listLate();
  expect(late).toEqual(expect.arrayContaining(['ledger_activity', 'general_ledger']));

  const options = { segments: 2, report: () => undefined, graceMs: 0 };
  await rebuildProjection(store, 'ledger_activity', options);

  expect(await listLate()).toEqual(late.filter((name) => name !== 'ledger_activity'));
  await projectReceipts(ledger);
  expect(await listLate()).toEqual([]);
});
