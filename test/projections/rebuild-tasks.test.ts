// The tasks of the state machine that rebuilds a projection: cut off at any call to the store, called
// again and beside each other, they end in the generation that a rebuild from nothing gives.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { keys } from '../../functions/ledger/store/keys.ts';
import { readControl } from '../../functions/ledger/projections/generations.ts';
import { readSegment, writeSegment } from '../../functions/ledger/projections/segments.ts';
import type { Store } from '../../functions/ledger/store/store.ts';
import { startWatchedLedger } from '../support/stack/ledger.ts';
import type { WatchedLedger } from '../support/stack/ledger.ts';
import { createHistory } from '../support/projections/projected-history.ts';
import { openProjections, readRecords } from '../support/projections/tables.ts';
import { projectReceipts } from '../support/projections/projections.ts';
import { callRebuildTask, executeRebuild } from '../support/projections/rebuilds.ts';
import { readAllItems, openDirectClient } from '../support/stack/tables.ts';

const PROJECTION = 'ledger_activity' as const;
const client = openDirectClient();

let ledger: WatchedLedger;
let store: Store;
let sound: Record<string, unknown>;
beforeAll(async () => {
  ledger = await startWatchedLedger();
  store = openProjections(ledger);
  await createHistory(ledger);
  await projectReceipts(ledger);
  sound = await served();
});
afterAll(async () => {
  client.destroy();
  store.documents.destroy();
  await ledger.stop();
});

const generations = async () => (await readControl(store)).projections[PROJECTION];

async function served() {
  const { active } = await generations();
  const place = { client, table: ledger.tables.projections, tenant: 'acme' };
  return readRecords(place, PROJECTION, active);
}

/** The generation that serves is whole, and there is nothing beside it. */
async function expectRebuilt(): Promise<void> {
  const { active } = await generations();
  expect(await generations()).toEqual({ active });
  expect(await served()).toEqual(sound);
  const left = await readAllItems(ledger.tables.projections);
  const own = left.filter(({ PK }) => PK.includes(`#PRJ#${PROJECTION}#`));
  expect(own).toHaveLength(Object.keys(sound).length);
  const segments = left.filter(({ SK }) => SK.startsWith(`R#${PROJECTION}#`));
  expect(segments.filter(({ SK }) => !SK.includes(`#G${active}#`))).toEqual([]);
}

test('an execution makes, record by record, what the stream has made', async () => {
  const { active } = await generations();

  const ended = await executeRebuild({ projection: PROJECTION, segments: 3 });

  const receipts = (await readAllItems(ledger.tables.receipts)).length;
  expect(ended).toMatchObject({
    projection: PROJECTION,
    generation: active + 1,
    receipts,
    failed: 0,
  });
  expect(Object.keys(sound)).toHaveLength(12);
  await expectRebuilt();
});

const EVERY = 5;

/** Cuts an execution off at a call to the store; answers whether it had not ended before. */
async function cutOffAt(call: number, fault: 'conflict' | 'lost'): Promise<boolean> {
  ledger.proxy.fail((_, count) => {
    if (count < call) return 'none';
    return count === call ? fault : 'conflict';
  });
  const isCutOff = await executeRebuild({ projection: PROJECTION, segments: 2 }).then(
    () => false,
    () => true,
  );
  ledger.proxy.heal();
  return isCutOff;
}

test.each(['conflict', 'lost'] as const)(
  'cut off at any call (%s), it ends the same',
  async (how) => {
    let call = 1;
    for (; await cutOffAt(call, how); call += EVERY) {
      await executeRebuild({ projection: PROJECTION, segments: 2 });
      await expectRebuilt();
    }
    expect(call).toBeGreaterThan(20);
  },
);

test('cut off again and again, a little later each time, it comes to its end', async () => {
  let cuts = 0;
  while (await cutOffAt(5 * (cuts + 1), 'conflict')) cuts += 1;

  expect(cuts).toBeGreaterThan(1);
  await expectRebuilt();
});

test('several at once end in one whole generation', async () => {
  await Promise.all(
    [1, 2, 3].map((segments) => executeRebuild({ projection: PROJECTION, segments })),
  );

  await expectRebuilt();
});

test('a segment stops when its time is up, and who is behind does not set it back', async () => {
  const begun = await callRebuildTask('begin-projection-rebuild', {
    projection: PROJECTION,
    segments: 1,
  });
  const part = { projection: PROJECTION, generation: begun.generation, segment: 0, of: 1 };
  const key = keys.rebuildSegment(part, 0);
  const seen = await readSegment(store, key);

  const stopped = await callRebuildTask('fill-projection-segment', part, 60_000);
  const done = await callRebuildTask('fill-projection-segment', stopped);

  expect([stopped.isDone, stopped.receipts]).toEqual([false, 0]);
  expect(done.isDone).toBe(true);
  expect(await writeSegment(store, key, { seen, next: { ...seen, receipts: 1 } })).toBe(false);
  expect(await readSegment(store, key)).toMatchObject({ isDone: true, receipts: done.receipts });
  await executeRebuild({ projection: PROJECTION });
  await expectRebuilt();
});

test('only the generation that is named is retired or swept', async () => {
  const { active } = await generations();
  const begun = await callRebuildTask('begin-projection-rebuild', {
    projection: PROJECTION,
    segments: 1,
  });
  await callRebuildTask('fill-projection-segment', { ...begun, segment: 0 });
  const ending = await callRebuildTask('swap-projection', { ...begun, filled: [] });

  await callRebuildTask('retire-projection', { ...ending, old: active - 1 });
  const swept = await callRebuildTask('sweep-projection', ending);
  const again = await callRebuildTask('begin-projection-rebuild', { projection: PROJECTION });

  expect(swept.isSwept).toBe(true);
  expect(await generations()).toMatchObject({ active: active + 1, retiring: active });
  expect(again).toMatchObject({ next: 'RETIRE', old: active, isRebuilt: false });
  await executeRebuild({ projection: PROJECTION });
  await expectRebuilt();
});

test.each([
  [{ projection: 'balances' }, 'There is no projection balances'],
  [{ projection: PROJECTION, segments: 41 }, 'segments is a number from 1 to 40'],
])('nobody can rebuild %j', async (wanted, reason) => {
  await expect(callRebuildTask('begin-projection-rebuild', wanted)).rejects.toThrow(
    expect.objectContaining({ name: 'WrongRebuild', message: expect.stringContaining(reason) }),
  );
});
