// A restore puts another table in the place of the receipts. What a rebuild has read before, the restored table may lack.
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readControl } from '../../functions/ledger/projections/generations.ts';
import type { Store } from '../../functions/ledger/store/store.ts';
import { rebuildProjection } from '../../functions/projections/rebuild/rebuild.ts';
import {
  fillSegment,
  startRebuild,
  swapGenerations,
} from '../../functions/projections/rebuild/rebuild-steps.ts';
import { projectReceipts } from '../support/projections/projections.ts';
import { executeRebuild } from '../support/projections/rebuilds.ts';
import { openTestStore, readRecords } from '../support/projections/tables.ts';
import { credit, openAccount, startLedger } from '../support/stack/ledger.ts';
import type { TestLedger } from '../support/stack/ledger.ts';
import {
  createTables,
  deleteTables,
  openDirectClient,
  readAllItems,
} from '../support/stack/tables.ts';
import type { TestTables } from '../support/stack/tables.ts';

const client = openDirectClient();
let ledger: TestLedger;
let restored: TestTables;
let store: Store;
let restoredStore: Store;
beforeAll(async () => {
  ledger = await startLedger();
  restored = await createTables();
  store = openTestStore(ledger);
  restoredStore = { ...store, receiptsTable: restored.receipts };
});
afterAll(async () => {
  client.destroy();
  await deleteTables({ ...restored });
  await ledger.stop();
});

const NAME = 'ledger_activity';

const readServed = async () => {
  const { active } = (await readControl(store)).projections[NAME];
  const place = { client, table: ledger.tables.projections, tenant: 'acme' };
  return Object.keys(await readRecords(place, NAME, active));
};

/** The generations of which there are records or checkpoints. */
async function listGenerations(): Promise<number[]> {
  const items = await readAllItems(ledger.tables.projections);
  const numbers = items.flatMap(({ PK, SK }) => {
    const [, number] = /#ledger_activity#G(\d+)/.exec(`${PK}#${SK}`) ?? [];
    return number === undefined ? [] : [Number(number)];
  });
  return [...new Set(numbers)].toSorted((one, other) => one - other);
}

async function post(): Promise<string> {
  const account = await openAccount(ledger);
  return (await ledger.call('postJournalEntry', { body: credit(account, '1.00') })).body.id;
}

const rebuild = (of: Store) =>
  rebuildProjection(of, NAME, { segments: 1, report: () => undefined, graceMs: 0 });

test('a rebuild that was stopped before a restore starts again', async () => {
  const kept = await post();
  for (const Item of await readAllItems(ledger.tables.receipts)) {
    await client.send(new PutCommand({ TableName: restored.receipts, Item }));
  }
  const lost = await post();
  await projectReceipts(ledger);
  const stopped = await startRebuild(store, NAME, 1);
  if (!stopped) throw new Error('an earlier one is not ended');
  await fillSegment(store, stopped, 0, () => true);

  await expect(swapGenerations(restoredStore, stopped)).rejects.toThrow('were replaced');
  const { generation } = await rebuild(restoredStore);
  await expect(swapGenerations(store, { ...stopped, generation: generation + 1 })).rejects.toThrow(
    'were replaced',
  );

  const served = await readServed();
  expect(served).toContain(kept);
  expect(served).not.toContain(lost);
  expect(generation).toBe(stopped.generation + 1);
  expect(await listGenerations()).toEqual([generation]);
});

test('a rebuild in the deployment retires the generation that served before the one that was given up', async () => {
  const { active } = (await readControl(store)).projections[NAME];
  await startRebuild(restoredStore, NAME, 1);

  await executeRebuild({ projection: NAME, segments: 1 });

  expect((await readControl(store)).projections[NAME]).toEqual({ active: active + 2 });
  expect(await listGenerations()).toEqual([active + 2]);
});
