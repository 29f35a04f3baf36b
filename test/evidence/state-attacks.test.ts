// Attacks by someone who writes to the tables, and in the bucket at most to the newest checkpoint: the key of the stage,
// which signs for all tenants, must sign none of it, and the verification must report it.
import { hash, randomBytes } from 'node:crypto';
import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { readWholeObject, writeWorkObject } from '../../functions/artifacts/objects.ts';
import {
  buildVerifierKey,
  formatVerifierKey,
} from '../../functions/domain/evidence/verifier-key.ts';
import type { LogHead } from '../../functions/domain/sealing/log-head.ts';
import { readMinute } from '../../functions/domain/sealing/sealed-minutes.ts';
import { RestoredLogError } from '../../functions/evidence/claim-batch.ts';
import { findReceiptLeaf } from '../../functions/evidence/published/find-receipt.ts';
import { readPublishedLog } from '../../functions/evidence/published/published-log.ts';
import { readLogOrigin } from '../../functions/evidence/sign-manifest.ts';
import { openCheckpointSigner } from '../../functions/evidence/signing-key.ts';
import { computeReceiptId } from '../../functions/ledger/commit/receipt-feed.ts';
import { readLogHead } from '../../functions/ledger/evidence/head.ts';
import { logHeadFields, sealedMinuteFields } from '../../functions/ledger/evidence/items.ts';
import { evidenceKeys } from '../../functions/ledger/evidence/keys.ts';
import { listTenantItems, removeItems } from '../support/evidence/attacked-tables.ts';
import { expectSoundLog } from '../support/evidence/expect-log.ts';
import { startEvidenceRig } from '../support/evidence/evidence-rig.ts';
import type { EvidenceRig } from '../support/evidence/evidence-rig.ts';
import { ProcessDeath, startSealingProcess } from '../support/evidence/sealing-process.ts';
import type { SealingProcess } from '../support/evidence/sealing-process.ts';
import { verifyTables } from '../support/invariants/verification.ts';

let rig: EvidenceRig;
/** The tenant that the attacker controls. */
let tenant: string;
let sealer: SealingProcess;
beforeAll(async () => {
  rig = await startEvidenceRig();
});
beforeEach(async () => {
  tenant = `t-${randomBytes(4).toString('hex')}`;
  sealer = await startSealingProcess(rig.addresses, tenant);
});
afterAll(() => rig.stop());

const START_MS = Date.parse('2026-11-23T06:00:00.000Z');
const at = (seconds: number) => new Date(START_MS + seconds * 1_000).toISOString();

const VICTIM = 'bank.example/test/aurora';

async function readState(): Promise<LogHead> {
  const head = await readLogHead(sealer.log.store, tenant);
  if (!head) throw new Error(`${tenant} has no log.`);
  return head;
}

async function putState(head: LogHead): Promise<void> {
  const Item = logHeadFields.toItem(evidenceKeys.head(tenant), head);
  await rig.engine.send(new PutCommand({ TableName: rig.tables.ledger, Item }));
}

async function listObjects(): Promise<string[]> {
  const { client, name } = rig.bucket;
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: name }));
  return Contents.map(({ Key = '' }) => Key).filter((key) => key.includes(tenant));
}

/** The differences of the evidence log of the tenant, in a verification of all tenants or of this one. */
async function verify(options: { readonly tenant?: string } = { tenant }): Promise<string[]> {
  const { ledger, receipts } = rig.tables;
  const verification = { ...options, evidence: rig.bucket, sealingMs: 0 };
  const { differences } = await verifyTables({ ledger, receipts }, verification);
  return differences
    .filter((difference) => difference.check === 'evidence-logs' && difference.tenant === tenant)
    .map(({ field, stored, derived }) => [field, stored, derived].join());
}

test('nothing is signed under the name of another tenant, as a log that starts', async () => {
  const { publicKey } = await openCheckpointSigner(rig.addresses.keyId, {
    endpoint: rig.addresses.keys,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const verifierKey = formatVerifierKey(buildVerifierKey(VICTIM, publicKey));
  const root = hash('sha256', '', 'hex');
  await putState({ origin: VICTIM, verifierKey, size: 0, root, newest: '' });
  await rig.put(tenant, at(0));

  await expect(sealer.seal()).rejects.toThrow(`names the log ${VICTIM}`);
  expect(await listObjects()).toEqual([]);
  expect(sealer.requests).not.toContain('Sign');
  expect(await verify()).toEqual([expect.stringContaining(`origin,${VICTIM},`)]);
});

async function sealFirst(): Promise<LogHead> {
  await rig.put(tenant, at(0));
  await sealer.seal();
  return readState();
}

test('nothing is signed under the name of another tenant, as a log that grows', async () => {
  await putState({ ...(await sealFirst()), origin: VICTIM });
  await rig.put(tenant, at(1));
  const before = await listObjects();

  await expect(sealer.seal()).rejects.toThrow(`names the log ${VICTIM}`);
  expect(await listObjects()).toEqual(before);
  expect(await verify()).toContainEqual(expect.stringContaining(`origin,${VICTIM},a name `));
});

test('nothing is signed under the name of another tenant, as a batch that was claimed', async () => {
  await sealFirst();
  await rig.put(tenant, at(1));
  for (let request = 5; ; request += 1) {
    const death = { at: request, moment: 'after' } as const;
    const dying = await startSealingProcess(rig.addresses, tenant, death);
    await expect(dying.seal()).rejects.toThrow(ProcessDeath);
    if ((await readState()).batch) break;
  }
  await putState({ ...(await readState()), origin: VICTIM });
  const before = await listObjects();

  await expect(sealer.seal()).rejects.toThrow(`names the log ${VICTIM}`);
  expect(await listObjects()).toEqual(before);
});

test('no proof is kept from its receipt by a record of a minute that joins two ranges', async () => {
  for (const second of [1, 5]) await rig.put(tenant, at(second));
  await sealer.seal();
  const late = await rig.put(tenant, at(3));
  await sealer.seal({ isThorough: true });
  const sound = await verify();
  const minute = { minute: readMinute(at(3)), ranges: [[0, 3]] } as const;
  const key = evidenceKeys.minute(tenant, minute.minute);
  const Item = sealedMinuteFields.toItem(key, minute);
  await rig.engine.send(new PutCommand({ TableName: rig.tables.ledger, Item }));

  const log = await readPublishedLog(sealer.log);
  const found = findReceiptLeaf(log, computeReceiptId(late), at(3));
  await expect(found).rejects.toMatchObject({ code: 'evidence_not_sealed' });
  expect({ sound, forged: await verify() }).toEqual({
    sound: [],
    forged: [
      'ranges,leaf 2 within a range,a range from leaf 2 on, which is older than the one before',
    ],
  });
});

test('an entry that was added to the last bundle is none of the log', async () => {
  await sealFirst();
  const key = `${tenant}/tile/entries/000.p/1`;
  const bundle = (await readWholeObject(rig.bucket, key)) ?? Buffer.of();
  await writeWorkObject(rig.bucket, key, Buffer.concat([bundle, bundle]));

  const found = ['tile/entries/000.p/1,more entries,the entries of the log'];
  expect(await verify()).toEqual(found);
});

test('no manifest is signed under the name of another tenant', async () => {
  await putState({ ...(await sealFirst()), origin: VICTIM });

  const read = readLogOrigin(sealer.log.store, tenant, 'bank.example/test');
  await expect(read).rejects.toThrow(`names the log ${VICTIM}`);
});

test('a log keeps the host of its first day, and is signed under it', async () => {
  await sealFirst();
  await rig.put(tenant, at(1));
  await sealer.seal({ origin: 'other.example/test' });

  expect((await expectSoundLog(sealer.log)).size).toBe(2);
  const origin = `bank.example/test/${tenant}`;
  expect(await readLogOrigin(sealer.log.store, tenant, 'other.example/test')).toBe(origin);
  expect(await verify()).toEqual([]);
});

test('the verification misses a tenant that was deleted as a whole, by its log', async () => {
  await sealFirst();
  await removeItems(rig, await listTenantItems(rig, tenant));

  const missed = ['state,nothing,the state of the log, of which 1 leaf is published'];
  expect(await verify({ tenant })).toEqual(missed);
  expect(await verify({})).toEqual(missed);
});

test('no log is started for a tenant that was deleted as a whole, and sealing fails without a receipt', async () => {
  await sealFirst();
  await removeItems(rig, await listTenantItems(rig, tenant));

  await expect(sealer.seal()).rejects.toThrow(RestoredLogError);
  await rig.put(tenant, at(1));
  await expect(sealer.seal()).rejects.toThrow(RestoredLogError);
});

const hidden: [string, (Key: string) => Promise<unknown>][] = [
  [
    'hidden',
    (Key) => rig.bucket.client.send(new DeleteObjectCommand({ Bucket: rig.bucket.name, Key })),
  ],
  [
    'replaced by what is none',
    (Key) => {
      const object = { Bucket: rig.bucket.name, Key, Body: 'none', ChecksumAlgorithm: 'SHA256' };
      return rig.bucket.client.send(new PutObjectCommand(object as never));
    },
  ],
];

test.each(hidden)(
  'a tenant is missed, and no log is started for it, where its newest checkpoint is %s too',
  async (_, hide) => {
    await sealFirst();
    await removeItems(rig, await listTenantItems(rig, tenant));
    await hide(`${tenant}/checkpoint`);
    // Keys that no log writes say nothing of its size.
    for (const name of ['x2', '2x']) {
      await writeWorkObject(rig.bucket, `${tenant}/checkpoint/${name}`, Buffer.from('none'));
    }

    const missed = ['state,nothing,the state of the log, of which 1 leaf is published'];
    expect(await verify({})).toEqual(missed);
    for (const second of [1, 2]) await rig.put(tenant, at(second));
    await expect(sealer.seal()).rejects.toThrow(RestoredLogError);
  },
);

test('a tenant that has published nothing is not missed', async () => {
  expect(await sealer.seal()).toMatchObject({ sealed: 0, isDone: true });
  await rig.put(tenant, at(0));
  // Writes the file of the first batch and dies.
  const dying = await startSealingProcess(rig.addresses, tenant, { at: 8, moment: 'after' });
  await expect(dying.seal()).rejects.toThrow(ProcessDeath);

  expect(await verify({})).toEqual([]);
});
