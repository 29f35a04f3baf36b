// Sealing: which receipts become leaves, in which order, whatever their times.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { randomBytes } from 'node:crypto';
import { listObjectKeys } from '../../functions/artifacts/list-objects.ts';
import type { SealingOptions } from '../../functions/evidence/seal-tenant.ts';
import type { Item } from '../../functions/ledger/store/item.ts';
import { listLateReceipts } from '../../functions/evidence/unsealed-receipts.ts';
import { readLogHead } from '../../functions/ledger/evidence/head.ts';
import { expectSoundLog } from '../support/evidence/expect-log.ts';
import {
  listReceiptIds,
  readCheckpoints,
  startEvidenceRig,
} from '../support/evidence/evidence-rig.ts';
import type { EvidenceRig } from '../support/evidence/evidence-rig.ts';
import { startSealingProcess } from '../support/evidence/sealing-process.ts';
import type { SealingProcess } from '../support/evidence/sealing-process.ts';

let rig: EvidenceRig;
beforeAll(async () => {
  rig = await startEvidenceRig();
});
afterAll(() => rig.stop());

const START_MS = Date.parse('2026-11-23T06:00:00.000Z');
const MINUTE_MS = 60_000;
const at = (minutes: number) => new Date(START_MS + minutes * MINUTE_MS).toISOString();
const clock = (minutes: number) => () => new Date(START_MS + minutes * MINUTE_MS);

let process: SealingProcess;
async function startTenant(): Promise<string> {
  const tenant = `t-${randomBytes(4).toString('hex')}`;
  process = await startSealingProcess(rig.addresses, tenant);
  return tenant;
}

async function putAll(tenant: string, ...minutes: readonly number[]): Promise<Item[]> {
  return Promise.all(minutes.map((one) => rig.put(tenant, at(one))));
}

test('a tenant without receipts has no log', async () => {
  const tenant = await startTenant();

  expect(await process.seal()).toEqual({ sealed: 0, unreadable: [], isDone: true });
  expect(await readCheckpoints(rig.bucket, tenant)).toEqual(new Map());
});

test('receipts are sealed once they have settled, in the order of time', async () => {
  const tenant = await startTenant();
  const receipts = await putAll(tenant, 3, 1, 2, 9);

  await process.seal({ now: clock(5), settleMs: 2 * MINUTE_MS });
  const first = await expectSoundLog(process.log);
  await process.seal({ now: clock(5), settleMs: 2 * MINUTE_MS });
  await process.seal({ now: clock(12), settleMs: 2 * MINUTE_MS });
  const second = await expectSoundLog(process.log);

  expect(first.times).toEqual([1, 2, 3].map(at));
  expect(second.ids.toSorted()).toEqual(listReceiptIds(receipts));
  expect([...(await readCheckpoints(rig.bucket, tenant)).keys()]).toEqual([3, 4]);
});

test('a late receipt is appended by the next run', async () => {
  const tenant = await startTenant();
  const receipts = await putAll(tenant, 1, 2, 3);
  await process.seal({ now: clock(4) });
  receipts.push(...(await putAll(tenant, 1.5, 1.5, 3, 5)));
  await process.seal({ now: clock(6) });
  const { ids, times } = await expectSoundLog(process.log);

  expect(ids.toSorted()).toEqual(listReceiptIds(receipts));
  expect(times).toEqual([1, 2, 3, 1.5, 1.5, 3, 5].map(at));
});

test('a receipt that is later than the search of each run is appended by the thorough one', async () => {
  const tenant = await startTenant();
  const receipts = await putAll(tenant, 1, 200);
  await process.seal({ now: clock(201) });
  receipts.push(...(await putAll(tenant, 0.5, 100, 100)));
  await process.seal({ now: clock(202) });
  expect((await expectSoundLog(process.log)).size).toBe(2);

  await process.seal({ now: clock(203), isThorough: true });
  const { ids, times } = await expectSoundLog(process.log);

  expect(times).toEqual([1, 200, 0.5, 100, 100].map(at));
  expect(ids.toSorted()).toEqual(listReceiptIds(receipts));
});

test('late receipts of more minutes, or of more bytes, than a batch takes follow in the next one', async () => {
  const tenant = await startTenant();
  const receipts = await putAll(tenant, 0, 300);
  await process.seal({ now: clock(301) });
  const late = Array.from({ length: 120 }, (_, index) => index + 1);
  receipts.push(...(await putAll(tenant, ...late, 302)));
  const first = await process.seal({ now: clock(303), isThorough: true });
  // Within one minute, a hundred at a time.
  receipts.push(...(await putAll(tenant, ...late.map((one) => 200 + one / 200))));
  const second = await process.seal({ now: clock(304), isThorough: true, batchBytes: 1 });

  expect([first, second]).toEqual([
    expect.objectContaining({ sealed: 121, isDone: true }),
    expect.objectContaining({ sealed: 120, isDone: true }),
  ]);
  const { ids } = await expectSoundLog(process.log, { isOnlyNewest: true });
  expect(ids.toSorted()).toEqual(listReceiptIds(receipts));
});

test('a search in the whole feed reads the minutes of an hour once, and no page of the feed twice', async () => {
  const tenant = await startTenant();
  await putAll(tenant, 1, 2, 3, 4);
  await process.seal({ now: clock(5) });
  const head = await readLogHead(process.log.store, tenant);
  if (!head) throw new Error('no log');
  const before = process.requests.length;
  const late = await listLateReceipts(process.log, head, { since: undefined, limit: 10 });

  expect(late).toEqual([]);
  // Of both shards the oldest receipt and their number; the first minute and those of the hour.
  expect(process.requests.slice(before)).toEqual(Array.from({ length: 6 }, () => 'QueryCommand'));
});

test('late receipts of more minutes than a batch may touch are appended by one run', async () => {
  const tenant = await startTenant();
  const receipts = await putAll(tenant, 400, 401);
  await process.seal({ now: clock(402) });
  const many = Array.from({ length: 220 }, (_, minute) => minute);
  receipts.push(...(await putAll(tenant, ...many)));
  const { sealed } = await process.seal({ now: clock(402), isThorough: true });

  expect(sealed).toBe(220);
  expect((await expectSoundLog(process.log)).ids.toSorted()).toEqual(listReceiptIds(receipts));
});

test('after the clock was set back, every receipt is sealed by the next run, and once', async () => {
  const tenant = await startTenant();
  const receipts = await putAll(tenant, 59, 60, 121);
  await process.seal({ now: clock(122) });
  for (const minute of [60.2, 61, 62]) {
    receipts.push(...(await putAll(tenant, minute, minute)));
    await process.seal({ now: clock(minute) });
    const { ids } = await expectSoundLog(process.log);
    expect(ids.toSorted()).toEqual(listReceiptIds(receipts));
  }
  receipts.push(...(await putAll(tenant, 121.5, 123)));
  await process.seal({ now: clock(124) });

  const { ids } = await expectSoundLog(process.log);
  expect(ids.toSorted()).toEqual(listReceiptIds(receipts));
});

test('a receipt dated into the future waits for its time, and holds up no other', async () => {
  const tenant = await startTenant();
  await putAll(tenant, 1, 500);
  await process.seal({ now: clock(2) });
  await putAll(tenant, 3);
  await process.seal({ now: clock(4) });
  expect((await expectSoundLog(process.log)).times).toEqual([1, 3].map(at));

  await process.seal({ now: clock(501) });
  expect((await expectSoundLog(process.log)).times).toEqual([1, 3, 500].map(at));
});

test('a backlog is sealed in several batches across tiles, also where many have the same time', async () => {
  const tenant = await startTenant();
  const many = Array.from({ length: 340 }, (_, index) => (index < 150 ? 7 : 8 + (index >> 1)));
  const receipts = await putAll(tenant, ...many);
  // So few bytes that a batch ends at its first hundred, but for those with the same time.
  const { sealed } = await process.seal({ now: clock(500), batchSize: 71, batchBytes: 1 });
  const { ids, times } = await expectSoundLog(process.log);

  expect(sealed).toBe(340);
  expect(ids.toSorted()).toEqual(listReceiptIds(receipts));
  expect(times).toEqual(times.toSorted());
  expect([...(await readCheckpoints(rig.bucket, tenant)).keys()]).toEqual([150, 220, 290, 340]);
});

test('a partial tile is locked for days, and deleted once its tile is full; readers get it from that', async () => {
  const tenant = await startTenant();
  const receipts = await putAll(tenant, ...Array.from({ length: 200 }, (_, index) => index / 10));
  await process.seal({ now: clock(30) });
  receipts.push(
    ...(await putAll(tenant, ...Array.from({ length: 100 }, (_, index) => 31 + index / 10))),
  );
  await process.seal({ now: clock(50) });
  const prefix = `${tenant}/tile/`;
  const keys: string[] = [];
  for await (const key of listObjectKeys(rig.bucket, prefix)) keys.push(key);
  const { ids } = await expectSoundLog(process.log);

  expect(keys.map((key) => key.slice(prefix.length))).toEqual([
    '0/000',
    '0/001.p/44',
    '1/000.p/1',
    'entries/000',
    'entries/001.p/44',
  ]);
  expect(ids.toSorted()).toEqual(listReceiptIds(receipts));
  const first = await readLock(`${prefix}entries/001.p/44`);
  const days = (first - Date.now()) / (24 * 60 * MINUTE_MS);
  expect(days).toBeGreaterThan(2.9);
  expect(days).toBeLessThan(3.1);
  // A full one is kept for as long as the bucket keeps what has no lock of its own; this one has no default.
  expect(await readLock(`${prefix}0/000`)).toBe(0);
  // Each night extends the locks of those that are still in use.
  await process.seal({ now: clock(50), isThorough: true });
  expect(await readLock(`${prefix}entries/001.p/44`)).toBeGreaterThan(first);
});

async function readLock(Key: string): Promise<number> {
  const command = new HeadObjectCommand({ Bucket: rig.bucket.name, Key });
  return (await rig.bucket.client.send(command)).ObjectLockRetainUntilDate?.getTime() ?? 0;
}

test('sealing stops when its time is up, and the next run continues', async () => {
  const tenant = await startTenant();
  await putAll(tenant, ...Array.from({ length: 150 }, (_, index) => index));
  let batches = 0;
  const isOver = () => (batches += 1) > 1;
  const first = await process.seal({ now: clock(500), isOver });
  const { size } = await expectSoundLog(process.log);
  await process.seal({ now: clock(500) });

  expect(first).toMatchObject({ sealed: 99, isDone: false });
  expect(size).toBe(99);
  expect((await expectSoundLog(process.log)).size).toBe(150);
});

async function putDamaged(tenant: string, ...minutes: readonly number[]): Promise<string[]> {
  const receipts = await putAll(tenant, ...minutes);
  for (const receipt of receipts) {
    const Item = { ...receipt, answer: Buffer.from('damaged') };
    await rig.engine.send(new PutCommand({ TableName: rig.tables.receipts, Item }));
  }
  return receipts.map(({ PK }) => PK);
}

/** What a run has reported as damaged. */
async function sealAround(options: Partial<SealingOptions>): Promise<string[]> {
  const { unreadable, isDone } = await process.seal(options);
  expect(isDone).toBe(true);
  return unreadable.map(({ key }) => key.PK).toSorted();
}

test('a damaged receipt is reported once by a run, and the others are sealed', async () => {
  const tenant = await startTenant();
  const damaged = await putDamaged(tenant, 2);
  const others = await putAll(tenant, 1, 3);

  expect(await sealAround({ now: clock(4) })).toEqual(damaged);
  const { ids } = await expectSoundLog(process.log);
  expect(ids.toSorted()).toEqual(listReceiptIds(others));
});

test('damaged receipts hold up no other, though they are more than a batch takes', async () => {
  const tenant = await startTenant();
  const damaged = await putDamaged(tenant, 1, 2, 3, 4, 5);
  const others = await putAll(tenant, 6);
  expect(await sealAround({ now: clock(7), batchSize: 2 })).toEqual(damaged.toSorted());
  expect((await expectSoundLog(process.log)).times).toEqual([at(6)]);

  // Those before are late now.
  damaged.push(...(await putDamaged(tenant, 1, 4.2, 5.2)));
  others.push(...(await putAll(tenant, 4.1, 5.1, 8)));
  expect(await sealAround({ now: clock(9), batchSize: 2 })).toEqual(damaged.toSorted());
  const { ids } = await expectSoundLog(process.log);
  expect(ids.toSorted()).toEqual(listReceiptIds(others));
});

test('a receipt with a time that does not exist is reported, because no audit could read its leaf', async () => {
  const tenant = await startTenant();
  const [receipt, ...others] = await putAll(tenant, 1, 2, 3);
  const Item = { ...receipt, at: at(1).replace(':01:', ':99:') };
  await rig.engine.send(new PutCommand({ TableName: rig.tables.receipts, Item }));
  const { unreadable } = await process.seal({ now: clock(70) });
  await process.seal({ now: clock(75), isThorough: true });

  expect(unreadable.map(({ key }) => key.PK)).toEqual([receipt?.PK]);
  const { ids } = await expectSoundLog(process.log);
  expect(ids.toSorted()).toEqual(listReceiptIds(others));
});

test('a receipt of an earlier version is in no feed, and a deleted one in no log', async () => {
  const tenant = await startTenant();
  const [deleted, ...others] = await putAll(tenant, 1, 2);
  const Key = { PK: deleted?.PK, SK: deleted?.SK };
  await rig.engine.send(new DeleteCommand({ TableName: rig.tables.receipts, Key }));
  await process.seal({ now: clock(4) });

  expect((await expectSoundLog(process.log)).ids).toEqual(listReceiptIds(others));
});
