// After the tables were restored to an earlier moment, the state of a log is rebuilt from what the log has
// published, and sealing continues its one history.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import type { LostReceipt } from '../../commands/sealing/lost-receipt-search.ts';
import { rebuildState } from '../../commands/sealing/rebuild-state.ts';
import type { StateRebuildOptions } from '../../commands/sealing/rebuild-state.ts';
import { formatLostReceipt, formatRebuild, isInOrder } from '../../commands/sealing/report.ts';
import { parseVerifierKey } from '../../functions/domain/evidence/verifier-key.ts';
import type { EvidenceLog } from '../../functions/evidence/evidence-log.ts';
import { computeReceiptId } from '../../functions/ledger/commit/receipt-feed.ts';
import { countFeedShards } from '../../functions/ledger/evidence/feed.ts';
import { readLogHead } from '../../functions/ledger/evidence/head.ts';
import { evidenceKeys } from '../../functions/ledger/evidence/keys.ts';
import type { Item } from '../../functions/ledger/store/item.ts';
import { RestoredLogError } from '../../functions/evidence/claim-batch.ts';
import { auditCopy } from '../support/evidence/auditor-folder.ts';
import { listTenantItems, restoreItems } from '../support/evidence/attacked-tables.ts';
import { expectSoundLog } from '../support/evidence/expect-log.ts';
import {
  listReceiptIds,
  readCheckpoints,
  startEvidenceRig,
} from '../support/evidence/evidence-rig.ts';
import type { EvidenceRig } from '../support/evidence/evidence-rig.ts';
import { ProcessDeath, startSealingProcess } from '../support/evidence/sealing-process.ts';
import type { SealingProcess } from '../support/evidence/sealing-process.ts';

let rig: EvidenceRig;
let sealer: SealingProcess;
beforeAll(async () => {
  rig = await startEvidenceRig();
});
afterAll(() => rig.stop());

const START_MS = Date.parse('2026-11-23T06:00:00.000Z');
const at = (seconds: number) => new Date(START_MS + seconds * 1_000).toISOString();
const now = () => new Date(START_MS + 3_600_000);
const rebuiltAt = () => new Date(START_MS + 800_000);

interface RestoredTenant {
  readonly tenant: string;
  /** What the tables had when the backup was taken. */
  readonly backup: readonly Item[];
  readonly kept: readonly Item[];
  readonly lost: readonly Item[];
}

function putAll(tenant: string, seconds: readonly number[]): Promise<Item[]> {
  return Promise.all(seconds.map((one) => rig.put(tenant, at(one))));
}

/** A log whose newest leaves are of receipts that the tables have lost, over several tiles. */
async function restoreTenant({ before = 200, after = 150 } = {}): Promise<RestoredTenant> {
  const tenant = `t-${randomBytes(4).toString('hex')}`;
  sealer = await startSealingProcess(rig.addresses, tenant);
  const kept = await putAll(
    tenant,
    Array.from({ length: before }, (_, second) => second),
  );
  await sealer.seal({ now });
  const backup = await listTenantItems(rig, tenant);
  const lost = await putAll(
    tenant,
    Array.from({ length: after }, (_, second) => before + second),
  );
  // Late, in a minute that was sealed before.
  lost.push(...(await putAll(tenant, [30, 30])));
  await sealer.seal({ now, isThorough: true });
  await restoreItems(rig, tenant, backup);
  return { tenant, backup, kept, lost };
}

async function rebuild(log: EvidenceLog, options: Partial<StateRebuildOptions> = {}) {
  const lost: LostReceipt[] = [];
  const onLost = (one: LostReceipt) => lost.push(one);
  const result = await rebuildState(log, {
    keys: [],
    isApplied: true,
    actor: 'local:root',
    now: rebuiltAt,
    onLost,
    ...options,
  });
  if (!result) throw new Error('nothing is published');
  return { ...result, lost };
}

const listState = async (tenant: string) =>
  (await listTenantItems(rig, tenant))
    .filter(({ PK }) => /#(LOG|LGM)$/.test(PK))
    .toSorted((one, other) => (one.SK < other.SK ? -1 : 1));

test('a dry run reports what is lost and what it would write, and writes nothing', async () => {
  const { tenant, lost } = await restoreTenant();
  const before = await listState(tenant);
  const found = await rebuild(sealer.log, { isApplied: false });

  expect(found.lost.map(({ entry }) => entry.receipt_id).toSorted()).toEqual(listReceiptIds(lost));
  const [first] = listReceiptIds(lost.slice(-2));
  expect(formatLostReceipt(tenant, found.lost[0] as LostReceipt)).toBe(
    `${tenant}: leaf 200, receipt ${first} of createRule at ${at(30)} by ada is not in the tables`,
  );
  expect(formatRebuild(tenant, found, false)).toBe(
    `${tenant}: the state would be rebuilt from 200 leaves to 352 leaves, with 4 minutes; 152 of its receipts are not in the tables.`,
  );
  expect(await listState(tenant)).toEqual(before);
});

test('sealing continues after the leaves of lost receipts, and repeats none that is left', async () => {
  const { tenant, kept, lost } = await restoreTenant();
  await expect(sealer.seal({ now })).resolves.toEqual({ sealed: 0, unreadable: [], isDone: true });
  const fresh = await putAll(tenant, [700, 701]);
  await expect(sealer.seal({ now })).rejects.toThrow('has the size 200, but its newest');
  await rebuild(sealer.log);
  expect(formatRebuild(tenant, await rebuild(sealer.log), true)).toBe(
    `${tenant}: the state is that of the log, 352 leaves; 152 of its receipts are not in the tables.`,
  );
  await sealer.seal({ now, isThorough: true });
  const { ids } = await expectSoundLog(sealer.log);

  // The last is the receipt of the rebuild.
  expect(ids.slice(0, -1).toSorted()).toEqual(listReceiptIds([...kept, ...lost, ...fresh]));
  expect([...(await readCheckpoints(rig.bucket, tenant)).keys()]).toEqual([200, 352, 355]);
});

test('a rebuild that dies at any of its requests leaves what the next one completes', async () => {
  const { tenant, backup } = await restoreTenant({ before: 20, after: 300 });
  await rebuild(sealer.log);
  const expected = await listState(tenant);
  let deaths = 0;
  for (let request = 1; ; request += 3) {
    await restoreItems(rig, tenant, backup);
    const dying = await startSealingProcess(rig.addresses, tenant, {
      at: request,
      moment: 'before',
    });
    const outcome = await rebuild(dying.log).catch((error: unknown) => error);
    dying.end();
    await rebuild(sealer.log);
    expect(await listState(tenant)).toEqual(expected);
    if (outcome instanceof Error && !(outcome instanceof ProcessDeath)) throw outcome;
    if (!(outcome instanceof ProcessDeath)) break;
    deaths += 1;
  }
  expect(deaths).toBeGreaterThan(3);
});

test('a state that is lost as a whole is rebuilt with the key of the log', async () => {
  const { tenant } = await restoreTenant({ before: 3, after: 2 });
  const head = await readLogHead(sealer.log.store, tenant);
  const keys = [parseVerifierKey(head?.verifierKey ?? '')];
  const Key = evidenceKeys.head(tenant);
  await rig.engine.send(new DeleteCommand({ TableName: rig.tables.ledger, Key }));

  await expect(rebuild(sealer.log)).rejects.toThrow('Give the verifier key of the log with --key.');
  await rebuild(sealer.log, { keys });
  expect(await readLogHead(sealer.log.store, tenant)).toMatchObject({
    origin: `bank.example/test/${tenant}`,
    size: 7,
    newest: at(30),
  });
  await sealer.seal({ now });
  expect((await expectSoundLog(sealer.log)).size).toBe(8);
});

test('a batch whose tiles are written before its checkpoint stays the next one', async () => {
  // Dies at each request of a run that fills a tile, after which the tables are restored.
  let deaths = 0;
  for (let request = 8; ; request += 7) {
    const tenant = `t-${randomBytes(4).toString('hex')}`;
    sealer = await startSealingProcess(rig.addresses, tenant);
    await putAll(tenant, [1, 2, 3]);
    await sealer.seal({ now });
    const backup = await listTenantItems(rig, tenant);
    await putAll(
      tenant,
      Array.from({ length: 260 }, (_, second) => 10 + second),
    );
    const dying = await startSealingProcess(rig.addresses, tenant, {
      at: request,
      moment: 'after',
    });
    const outcome = await dying.seal({ now }).catch((error: unknown) => error);
    await restoreItems(rig, tenant, backup);
    const fresh = await putAll(tenant, [900]);
    await rebuild(sealer.log);
    await sealer.seal({ now });
    const { ids } = await expectSoundLog(sealer.log);

    expect(ids).toContain(computeReceiptId(fresh[0] as Item));
    if (outcome instanceof Error && !(outcome instanceof ProcessDeath)) throw outcome;
    if (!(outcome instanceof ProcessDeath)) break;
    deaths += 1;
  }
  expect(deaths).toBeGreaterThan(3);
});

test('after a restore, no history is sealed beside a batch that a sealer died over', async () => {
  const stopped: number[] = [];
  let outcome: unknown;
  for (let request = 1; request === 1 || outcome instanceof ProcessDeath; request += 1) {
    const tenant = `t-${randomBytes(4).toString('hex')}`;
    sealer = await startSealingProcess(rig.addresses, tenant);
    await putAll(tenant, [1, 2, 3]);
    await sealer.seal({ now });
    const backup = await listTenantItems(rig, tenant);
    await putAll(tenant, [10, 11, 12, 13]);
    const death = { at: request, moment: 'after' } as const;
    const dying = await startSealingProcess(rig.addresses, tenant, death);
    outcome = await dying.seal({ now }).catch((error: unknown) => error);
    dying.end();
    await restoreItems(rig, tenant, backup);
    await putAll(tenant, [900, 901]);
    const sealed: unknown = await sealer.seal({ now }).catch((error: unknown) => error);
    if (sealed instanceof RestoredLogError) {
      stopped.push(request);
      await rebuild(sealer.log);
      await sealer.seal({ now });
    } else expect(sealed).toMatchObject({ sealed: 2 });

    expect(await auditCopy(sealer.log)).toMatchObject({ code: 0, differences: [] });
    sealer.end();
  }
  expect(stopped.length).toBeGreaterThan(4);
});

const putObject = (Key: string) => {
  const object = { Bucket: rig.bucket.name, Key, Body: 'none', ChecksumAlgorithm: 'SHA256' };
  return rig.bucket.client.send(new PutObjectCommand(object as never));
};

test('what is no checkpoint is replaced by the newest one, and named where that is none either', async () => {
  const tenant = `t-${randomBytes(4).toString('hex')}`;
  sealer = await startSealingProcess(rig.addresses, tenant);
  await putAll(tenant, [1, 2, 3]);
  await sealer.seal({ now });
  await putObject(`${tenant}/checkpoint`);
  const found = await rebuild(sealer.log, { isApplied: false });
  const applied = await rebuild(sealer.log);

  const state = `${tenant}: the state is that of the log, 3 leaves; 0 of its receipts are not in the tables`;
  const end = '; its newest checkpoint was not in place and ';
  expect(isInOrder(found)).toBe(false);
  expect(formatRebuild(tenant, found, false)).toBe(`${state}${end}would be published again.`);
  expect(formatRebuild(tenant, applied, true)).toBe(`${state}${end}is published again.`);
  expect(isInOrder(await rebuild(sealer.log, { isApplied: false }))).toBe(true);
  expect((await expectSoundLog(sealer.log)).size).toBe(3);

  for (const name of ['checkpoint', 'checkpoint/3']) await putObject(`${tenant}/${name}`);
  await expect(rebuild(sealer.log)).rejects.toThrow(
    `The log of ${tenant} has something else in place of its checkpoint of size 3: line 1: `,
  );
});

test('a rebuild meets no sealer at work: it leaves its batch, and a state that is ahead', async () => {
  const tenant = `t-${randomBytes(4).toString('hex')}`;
  const receipts = await putAll(tenant, [1, 2, 3]);
  sealer = await startSealingProcess(rig.addresses, tenant);
  await sealer.seal({ now });
  receipts.push(...(await putAll(tenant, [4, 5])));
  // Claims the batch and dies.
  for (let request = 5; ; request += 1) {
    const dying = await startSealingProcess(rig.addresses, tenant, {
      at: request,
      moment: 'after',
    });
    await dying.seal({ now }).catch(() => undefined);
    if ((await readLogHead(sealer.log.store, tenant))?.batch) break;
  }
  const before = await listState(tenant);
  const { changedMinutes } = await rebuild(sealer.log);

  expect({ changedMinutes, state: await listState(tenant) }).toEqual({
    changedMinutes: 0,
    state: before,
  });
  await sealer.seal({ now });
  expect((await expectSoundLog(sealer.log)).ids.toSorted()).toEqual(listReceiptIds(receipts));
  expect(await countFeedShards(sealer.log.store, tenant)).toBeLessThanOrEqual(2);
});
