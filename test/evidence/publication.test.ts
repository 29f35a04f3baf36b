// A batch is published as the state of its log has it, or not at all, and no slow sealer takes back what is published.
import { hash, randomBytes, sign } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { evidenceObjectKeys } from '../../functions/artifacts/locations.ts';
import { readWholeObject, writeWorkObject } from '../../functions/artifacts/objects.ts';
import { encodeEntries } from '../../functions/domain/evidence/entry-bundles.ts';
import { exportPublicKey } from '../../functions/domain/evidence/verifier-key.ts';
import type { LogHead, UnpublishedBatch } from '../../functions/domain/sealing/log-head.ts';
import { keepPartialTilesLocked } from '../../functions/evidence/partial-tiles.ts';
import { publishBatch } from '../../functions/evidence/publish-batch.ts';
import { openCheckpointSigner } from '../../functions/evidence/signing-key.ts';
import { readLogHead } from '../../functions/ledger/evidence/head.ts';
import { logHeadFields } from '../../functions/ledger/evidence/items.ts';
import { evidenceKeys } from '../../functions/ledger/evidence/keys.ts';
import { readCheckpoints, startEvidenceRig } from '../support/evidence/evidence-rig.ts';
import type { EvidenceRig } from '../support/evidence/evidence-rig.ts';
import { expectSoundLog } from '../support/evidence/expect-log.ts';
import { generateKeyPair } from '../support/evidence/log-signer.ts';
import { ProcessDeath, startSealingProcess } from '../support/evidence/sealing-process.ts';
import type { SealingProcess } from '../support/evidence/sealing-process.ts';

let rig: EvidenceRig;
let tenant: string;
let sealer: SealingProcess;
beforeAll(async () => {
  rig = await startEvidenceRig();
});
/** Each log has one leaf. */
beforeEach(async () => {
  tenant = `t-${randomBytes(4).toString('hex')}`;
  sealer = await startSealingProcess(rig.addresses, tenant);
  await rig.put(tenant, at(0));
  await sealer.seal();
});
afterAll(() => rig.stop());

const START_MS = Date.parse('2026-11-23T06:00:00.000Z');
const at = (seconds: number) => new Date(START_MS + seconds * 1_000).toISOString();

const listSizes = async () => [...(await readCheckpoints(rig.bucket, tenant)).keys()];

type ClaimedHead = LogHead & { readonly batch: UnpublishedBatch };

/** Adds a receipt in a batch that is part of the state, and not published. */
async function claimSecond(): Promise<ClaimedHead> {
  await rig.put(tenant, at(1));
  for (let request = 5; ; request += 1) {
    const death = { at: request, moment: 'after' } as const;
    const dying = await startSealingProcess(rig.addresses, tenant, death);
    await expect(dying.seal()).rejects.toThrow(ProcessDeath);
    const head = await readLogHead(sealer.log.store, tenant);
    if (head?.batch) return { ...head, batch: head.batch };
  }
}

/** Puts the file of a batch with one entry that the log has not claimed; returns its digest. */
async function plantBatch({ batch }: ClaimedHead, digest?: string): Promise<string> {
  const body = encodeEntries([Buffer.from('{"actor":"eve"}')]);
  const own = hash('sha256', body, 'hex');
  const key = evidenceObjectKeys.batch(tenant, batch.from, digest ?? own);
  await writeWorkObject(rig.bucket, key, body);
  return own;
}

test('a batch whose file was changed is not published', async () => {
  const head = await claimSecond();
  await plantBatch(head, head.batch.digest);

  await expect(sealer.seal()).rejects.toThrow('was changed');
  expect(await listSizes()).toEqual([1]);
});

test('a batch that does not lead to the root of the state is not published', async () => {
  const head = await claimSecond();
  const planted = { ...head, batch: { ...head.batch, digest: await plantBatch(head) } };
  const Item = logHeadFields.toItem(evidenceKeys.head(tenant), planted);
  await rig.engine.send(new PutCommand({ TableName: rig.tables.ledger, Item }));

  await expect(sealer.seal()).rejects.toThrow('does not lead to the root of the log');
  expect(await listSizes()).toEqual([1]);
});

test('no checkpoint is published with a signature that its key has not made', async () => {
  await rig.put(tenant, at(1));
  const [announced, other] = [generateKeyPair(), generateKeyPair()];
  const signer = {
    publicKey: exportPublicKey(announced.publicKey),
    sign: async (message: Buffer) => sign(undefined, message, other.privateKey),
  };

  await expect(sealer.seal({ signer })).rejects.toThrow('The signature is not one of ');
  expect(await listSizes()).toEqual([1]);
  await sealer.seal();
  expect((await expectSoundLog(sealer.log)).size).toBe(2);
});

test('a size at which another checkpoint stands is not published', async () => {
  const { checkpoint, checkpointOf } = evidenceObjectKeys;
  const first = (await readWholeObject(rig.bucket, checkpoint(tenant))) ?? Buffer.alloc(0);
  await writeWorkObject(rig.bucket, checkpointOf(tenant, 2), first);
  await rig.put(tenant, at(1));

  await expect(sealer.seal()).rejects.toThrow('differs from the checkpoint of size 2');
  expect(await readWholeObject(rig.bucket, checkpoint(tenant))).toEqual(first);
});

test('a sealer that is slow to publish its batch replaces no newer checkpoint', async () => {
  const head = await claimSecond();
  await sealer.seal();
  await rig.put(tenant, at(2));
  await sealer.seal();
  const { keyId, keys: endpoint } = rig.addresses;
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const signer = await openCheckpointSigner(keyId, {
    endpoint,
    region: 'eu-central-1',
    credentials,
  });

  await publishBatch(sealer.log, head, signer);

  expect(await listSizes()).toEqual([1, 2, 3]);
  expect((await expectSoundLog(sealer.log)).size).toBe(3);
  const newest = await readWholeObject(rig.bucket, evidenceObjectKeys.checkpoint(tenant));
  expect(String(newest).split('\n')[1]).toBe('3');
});

test('the locks of tiles are not extended while a batch, whose tiles may not be there yet, waits', async () => {
  await claimSecond();

  await expect(keepPartialTilesLocked(sealer.log)).resolves.toBeUndefined();
});
