// The verification and the rebuild read a log while it is sealed. They report no difference that passes by itself.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { adoptReceipts } from '../../commands/sealing/adopt-receipts.ts';
import { rebuildState } from '../../commands/sealing/rebuild-state.ts';
import { isInOrder } from '../../commands/sealing/report.ts';
import { readAdoptionEnd } from '../../functions/ledger/adoption/receipt-adoption.ts';
import { readLogHead } from '../../functions/ledger/evidence/head.ts';
import type { Item } from '../../functions/ledger/store/item.ts';
import { verifyLedger } from '../../functions/verification/verify.ts';
import { expectSoundLog } from '../support/evidence/expect-log.ts';
import { startEvidenceRig } from '../support/evidence/evidence-rig.ts';
import type { EvidenceRig } from '../support/evidence/evidence-rig.ts';
import { actBeforeRequests, startSealingProcess } from '../support/evidence/sealing-process.ts';
import type { ComingRequest, SealingProcess } from '../support/evidence/sealing-process.ts';
import { buildTestReceipt, toEarlierReceipt } from '../support/receipts/test-receipts.ts';

let rig: EvidenceRig;
let tenant: string;
let sealer: SealingProcess;
let reader: SealingProcess;
beforeAll(async () => {
  rig = await startEvidenceRig();
});
beforeEach(async () => {
  tenant = `t-${randomBytes(4).toString('hex')}`;
  sealer = await startSealingProcess(rig.addresses, tenant);
  reader = await startSealingProcess(rig.addresses, tenant);
});
afterAll(() => rig.stop());

const MINUTE_MS = 60_000;
const START_MS = Date.parse('2025-03-01T06:00:00.000Z');
const minuteOf = (minute: number) => new Date(START_MS + minute * MINUTE_MS).toISOString();
const countTo = (count: number) => Array.from({ length: count }, (_, number) => number);

// Without events, so that no other check has anything to compare.
const build = (minute: number) =>
  buildTestReceipt(tenant, { at: minuteOf(minute), shards: 2, answer: {}, events: [] });
async function put(receipts: readonly Promise<Item>[]): Promise<void> {
  const TableName = rig.tables.receipts;
  for (const Item of await Promise.all(receipts)) {
    await rig.engine.send(new PutCommand({ TableName, Item }));
  }
}
const putAll = (minutes: readonly number[]) => put(minutes.map(build));
const putEarlier = (minutes: readonly number[]) =>
  put(minutes.map(async (minute) => toEarlierReceipt(await build(minute))));
const adopt = () =>
  adoptReceipts(sealer.log, { actor: 'local:root', isApplied: true, onDamaged: () => undefined });

/** Seals one batch of a few receipts. */
async function sealSome(): Promise<void> {
  const isOver = [false, true];
  await sealer.seal({ batchSize: 3, isThorough: false, isOver: () => isOver.shift() ?? true });
}

async function verify() {
  const { store, bucket: evidence } = reader.log;
  const options = { store, evidence, tenant, requests: 4, settleMs: 0, sealingMs: MINUTE_MS };
  return (await verifyLedger(options)).differences;
}

test('a verification finds no difference while adopted receipts are sealed before each of its requests', async () => {
  // Tiles become full while they are read.
  await putAll(countTo(240).map((number) => 60 + (number % 60)));
  await sealer.seal();
  await putEarlier(countTo(120).map((number) => number % 40));
  await adopt();
  const sizes = new Set<number | undefined>();
  actBeforeRequests(reader, async () => {
    await sealSome();
    sizes.add((await readLogHead(sealer.log.store, tenant))?.size);
  });

  expect(await verify()).toEqual([]);
  expect(sizes.size).toBeGreaterThan(10);
  await sealer.seal();
  expect((await expectSoundLog(sealer.log)).size).toBe(361);
});

test('a receipt that is sealed after the log was read is no difference, and one that is not sealed is', async () => {
  await putAll([0, 1]);
  await sealer.seal();
  const scansOfReceipts = ({ name, input }: ComingRequest) =>
    name === 'ScanCommand' && input.TableName === rig.tables.receipts;
  let [scans, sealAt] = [0, Infinity];
  actBeforeRequests(reader, async (request) => {
    if (!scansOfReceipts(request)) return;
    scans += 1;
    if (scans === sealAt) await sealer.seal({ isThorough: true });
  });
  await putAll([2]);
  const unsealed = await verify();
  const all = scans;

  expect(unsealed.map(({ check, field }) => [check, field])).toEqual([['evidence', 'leaf']]);
  for (sealAt = 1; sealAt <= all; sealAt += 1) {
    scans = 0;
    expect({ sealAt, found: await verify() }).toEqual({ sealAt, found: [] });
    await putAll([2]);
  }
});

test('a verification finds nothing in receipts that it has read before their adoption', async () => {
  await putEarlier(countTo(5));
  actBeforeRequests(reader, async ({ name }) => {
    const isAdopted = (await readAdoptionEnd(sealer.log.store, tenant)) !== undefined;
    if (name === 'GetItemCommand' && !isAdopted) await adopt();
  });

  expect(await verify()).toEqual([]);
  expect(await readAdoptionEnd(sealer.log.store, tenant)).toBeDefined();
});

test('a rebuild finds the state of a log in order while it is sealed, whatever it has just read', async () => {
  await putAll(countTo(20));
  await sealer.seal();
  let [requests, sealAt] = [0, 1];
  actBeforeRequests(reader, async () => {
    requests += 1;
    if (requests === sealAt) await sealer.seal();
  });
  for (; sealAt <= Math.max(1, requests); sealAt += 1) {
    requests = 0;
    await putAll([20 + sealAt, 20 + sealAt]);
    const onLost = () => undefined;
    const found = await rebuildState(reader.log, {
      keys: [],
      isApplied: false,
      actor: 'local:root',
      onLost,
    });
    expect({ sealAt, isInOrder: found && isInOrder(found) }).toEqual({ sealAt, isInOrder: true });
  }
  expect(sealAt).toBeGreaterThan(8);
});
