// The tasks of the state machine that rebuilds a projection, interrupted at any call to the store,
// repeated and run concurrently, end in the generation that a rebuild from nothing gives.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildSegmentKey, readControl } from '../../functions/ledger/projections/generations.ts';
import { readSegment, writeSegment } from '../../functions/ledger/projections/segments.ts';
import type { Store } from '../../functions/ledger/store/store.ts';
import { listStaleReads } from '../support/contract/stale-reads.ts';
import { startWatchedLedger } from '../support/stack/ledger.ts';
import type { WatchedLedger } from '../support/stack/ledger.ts';
import { createHistory } from '../support/projections/projected-history.ts';
import { openTestStore, readRecords } from '../support/projections/tables.ts';
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
  store = openTestStore(ledger);
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
  const source = { client, table: ledger.tables.projections, tenant: 'acme' };
  return readRecords(source, PROJECTION, active);
}

/** The active generation is complete and is the only one. */
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

test('an execution builds the same records as the stream', async () => {
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

test('neither the projector nor the tasks ask for a stale read', () => {
  const { requests } = ledger.proxy;
  const scanned = requests.filter(({ operation }) => operation === 'Scan');

  expect(scanned.length).toBeGreaterThan(0);
  const tables = Object.values(ledger.tables);
  expect(requests.flatMap((request) => listStaleReads(request, tables))).toEqual([]);
});

const EVERY = 5;

/** Interrupts an execution at a call to the store; returns whether it was still running then. */
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
  'ends the same when interrupted at any call (%s)',
  async (how) => {
    let call = 1;
    for (; await cutOffAt(call, how); call += EVERY) {
      await executeRebuild({ projection: PROJECTION, segments: 2 });
      await expectRebuilt();
    }
    expect(call).toBeGreaterThan(20);
  },
);

test('ends after repeated interruptions, each a little later', async () => {
  let cuts = 0;
  while (await cutOffAt(5 * (cuts + 1), 'conflict')) cuts += 1;

  expect(cuts).toBeGreaterThan(1);
  await expectRebuilt();
});

test('several concurrent executions end in one complete generation', async () => {
  await Promise.all(
    [1, 2, 3].map((segments) => executeRebuild({ projection: PROJECTION, segments })),
  );

  await expectRebuilt();
});

test('a segment stops when its time is up, and a slower run does not set it back', async () => {
  const beginning = await callRebuildTask('begin-projection-rebuild', {
    projection: PROJECTION,
    segments: 1,
  });
  const part = { projection: PROJECTION, generation: beginning.generation, segment: 0, of: 1 };
  const key = buildSegmentKey(part, 0);
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

test('retires and sweeps only the named generation', async () => {
  const { active } = await generations();
  const beginning = await callRebuildTask('begin-projection-rebuild', {
    projection: PROJECTION,
    segments: 1,
  });
  await callRebuildTask('fill-projection-segment', { ...beginning, segment: 0 });
  const ending = await callRebuildTask('swap-projection', { ...beginning, filled: [] });

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
])('refuses to rebuild %j', async (wanted, reason) => {
  await expect(callRebuildTask('begin-projection-rebuild', wanted)).rejects.toThrow(
    expect.objectContaining({ name: 'WrongRebuild', message: expect.stringContaining(reason) }),
  );
});
