// Sealers that die at any request, several at once, and a store that throttles: there is one history, and
// no receipt is missing in it.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { randomBytes, sign } from 'node:crypto';
import { evidenceObjectKeys } from '../../functions/artifacts/locations.ts';
import { readWholeObject } from '../../functions/artifacts/objects.ts';
import { openCheckpoint } from '../../functions/domain/evidence/signed-checkpoint.ts';
import {
  buildVerifierKey,
  exportPublicKey,
  formatVerifierKey,
  parseVerifierKey,
} from '../../functions/domain/evidence/verifier-key.ts';
import type { SealingOptions } from '../../functions/evidence/seal-tenant.ts';
import type { CheckpointSigner } from '../../functions/evidence/signing-key.ts';
import type { Item } from '../../functions/ledger/store/item.ts';
import { readLogHead } from '../../functions/ledger/evidence/head.ts';
import type { EvidenceLog } from '../../functions/evidence/evidence-log.ts';
import { expectSoundLog } from '../support/evidence/expect-log.ts';
import {
  listReceiptIds,
  readCheckpoints,
  startEvidenceRig,
} from '../support/evidence/evidence-rig.ts';
import type { EvidenceRig } from '../support/evidence/evidence-rig.ts';
import { generateKeyPair } from '../support/evidence/log-signer.ts';
import { startRefusingKeys } from '../support/keys/refusing-keys.ts';
import { ProcessDeath, startSealingProcess } from '../support/evidence/sealing-process.ts';
import type { Death } from '../support/evidence/sealing-process.ts';
import { listStaleReads } from '../support/contract/stale-reads.ts';
import { startFaultProxy } from '../support/stack/fault-proxy.ts';
import { buildContext } from '../support/stack/ledger.ts';

let rig: EvidenceRig;
beforeAll(async () => {
  rig = await startEvidenceRig();
});
afterAll(() => rig.stop());

const START_MS = Date.parse('2026-11-23T06:00:00.000Z');
const at = (seconds: number) => new Date(START_MS + seconds * 1_000).toISOString();
const now = () => new Date(START_MS + 600_000);
const nameTenant = () => `t-${randomBytes(4).toString('hex')}`;

function putAll(tenant: string, count: number, from = 0): Promise<Item[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) => rig.put(tenant, at(from + index))),
  );
}

/** Seals in a process that dies at this request; whether it lived to the end. */
async function sealUntil(
  tenant: string,
  death: Death,
  options: Partial<SealingOptions> = {},
): Promise<boolean> {
  const process = await startSealingProcess(rig.addresses, tenant, death);
  try {
    await process.seal({ now, ...options });
    return true;
  } catch (error) {
    if (!(error instanceof ProcessDeath)) throw error;
    return false;
  } finally {
    process.end();
  }
}

test('a sealer that dies at any of its requests leaves what the next one completes', async () => {
  const tenant = nameTenant();
  const receipts = await putAll(tenant, 3);
  const next = await startSealingProcess(rig.addresses, tenant);
  await next.seal({ now });
  const sizes = [3];
  for (let request = 1; ; request += 1) {
    receipts.push(...(await putAll(tenant, 2, 10 * request)));
    if (await sealUntil(tenant, { at: request, moment: 'after' })) break;
    // Between the death and the next run, whatever is published fits together.
    const { size } = await expectSoundLog(next.log, { isOnlyNewest: true });
    expect([sizes.at(-1), receipts.length]).toContain(size);
    await next.seal({ now });
    sizes.push(receipts.length);
  }
  const { ids } = await expectSoundLog(next.log);

  expect(ids.toSorted()).toEqual(listReceiptIds(receipts));
  // Every request of a run was one at which the sealer died.
  expect(sizes.length).toBeGreaterThan(20);
  expect((await readLogHead(next.log.store, tenant))?.batch).toBeUndefined();
});

test('a first seal that dies at any request starts one log', async () => {
  for (let request = 7; ; request += 4) {
    const tenant = nameTenant();
    const receipts = await putAll(tenant, 2);
    const isOver = await sealUntil(tenant, { at: request, moment: 'after' });
    receipts.push(...(await putAll(tenant, 1, 100)));
    const next = await startSealingProcess(rig.addresses, tenant);
    await next.seal({ now });

    expect((await expectSoundLog(next.log)).ids.toSorted()).toEqual(listReceiptIds(receipts));
    if (!isOver) continue;
    expect(request).toBeGreaterThan(20);
    return;
  }
});

test('several sealers at once, while receipts are written, make one history', async () => {
  const tenant = nameTenant();
  const receipts: Item[] = [];
  const sealers = await Promise.all(
    Array.from({ length: 4 }, () => startSealingProcess(rig.addresses, tenant)),
  );
  for (let round = 0; round < 8; round += 1) {
    const [written] = await Promise.all([
      putAll(tenant, 9, 20 * (round % 5)),
      ...sealers.map((sealer) => sealer.seal({ now, batchSize: 4 })),
    ]);
    receipts.push(...written);
  }
  const [first] = sealers;
  await first?.seal({ now });

  if (!first) throw new Error('no sealer');
  expect((await expectSoundLog(first.log)).ids.toSorted()).toEqual(listReceiptIds(receipts));
});

test('a store that throttles fails the run, and the next one seals', async () => {
  const tenant = nameTenant();
  const receipts = await putAll(tenant, 5);
  const proxy = await startFaultProxy();
  const addresses = { ...rig.addresses, dynamodb: proxy.endpoint };
  const sealer = await startSealingProcess(addresses, tenant);
  for (const operation of ['Query', 'BatchGetItem', 'TransactWriteItems', 'PutItem']) {
    proxy.fail((name) => (name === operation ? 'throttle' : 'none'));
    await expect(sealer.seal({ now })).rejects.toThrow();
    proxy.heal();
  }
  await sealer.seal({ now });
  const { ids } = await expectSoundLog(sealer.log);
  await proxy.stop();

  expect(ids.toSorted()).toEqual(listReceiptIds(receipts));
});

test('a sealer that meets the transaction of another one reads the state again, and seals', async () => {
  const tenant = nameTenant();
  const receipts = await putAll(tenant, 3);
  const proxy = await startFaultProxy();
  const addresses = { ...rig.addresses, dynamodb: proxy.endpoint };
  const sealer = await startSealingProcess(addresses, tenant);
  let transactions = 0;
  proxy.fail((operation) =>
    operation === 'TransactWriteItems' && (transactions += 1) <= 2 ? 'conflict' : 'none',
  );

  const result = await sealer.seal({ now }).finally(proxy.stop);
  const { log } = await startSealingProcess(rig.addresses, tenant);
  const { ids } = await expectSoundLog(log);

  expect(transactions).toBe(3);
  expect(result).toMatchObject({ sealed: 3, isDone: true });
  expect(ids.toSorted()).toEqual(listReceiptIds(receipts));
});

test('neither a sealer nor a reader of the log asks for a stale read', async () => {
  const tenant = nameTenant();
  const proxy = await startFaultProxy();
  const { ledgerTable, receiptsTable } = rig.addresses;
  const sealer = await startSealingProcess({ ...rig.addresses, dynamodb: proxy.endpoint }, tenant);
  for (const second of [0, 70, 140]) {
    await putAll(tenant, 2, second);
    await sealer.seal({ now });
  }
  await expectSoundLog(sealer.log).finally(proxy.stop);

  const reads = proxy.requests.filter(({ operation }) => /Get|Query/.test(operation));
  expect(reads.length).toBeGreaterThan(10);
  const tables = [ledgerTable, receiptsTable];
  expect(reads.flatMap((request) => listStaleReads(request, tables))).toEqual([]);
});

test('nothing is signed on tiles that are not those of the log', async () => {
  const tenant = nameTenant();
  await putAll(tenant, 5);
  const sealer = await startSealingProcess(rig.addresses, tenant);
  await sealer.seal({ now });
  const Key = evidenceObjectKeys.tile(tenant, 'tile/0/000.p/5');
  const Body = randomBytes(5 * 32);
  await rig.bucket.client.send(
    new PutObjectCommand({ Bucket: rig.bucket.name, Key, Body, ChecksumAlgorithm: 'SHA256' }),
  );
  await putAll(tenant, 1, 50);

  await expect(sealer.seal({ now })).rejects.toThrow('do not have its root at size 5');
  expect([...(await readCheckpoints(rig.bucket, tenant)).keys()]).toEqual([5]);
});

function generateSigner(): CheckpointSigner {
  const { publicKey, privateKey } = generateKeyPair();
  return {
    publicKey: exportPublicKey(publicKey),
    sign: async (message) => sign(undefined, message, privateKey),
  };
}

async function readNotes({ bucket, tenant }: EvidenceLog, size: number): Promise<string[]> {
  const { checkpoint, checkpointOf } = evidenceObjectKeys;
  const keys = [checkpoint(tenant), checkpointOf(tenant, size)];
  const notes = await Promise.all(keys.map((key) => readWholeObject(bucket, key)));
  return notes.map(String);
}

test('a batch is published whenever the signing key changes, and the state names the key that signed', async () => {
  const tenant = nameTenant();
  const next = await startSealingProcess(rig.addresses, tenant);
  const origin = `bank.example/test/${tenant}`;
  let signedByNew = 0;
  // The requests before collect the batch.
  for (let size = 1, request = 10; ; size += 1, request += 1) {
    await putAll(tenant, 1, 10 * size);
    const signers = [generateSigner(), generateSigner()] as const;
    const keys = signers.map(({ publicKey }) => buildVerifierKey(origin, publicKey));
    const death = { at: request, moment: 'after' } as const;
    if (await sealUntil(tenant, death, { signer: signers[0] })) break;
    const isClaimed = (await readLogHead(next.log.store, tenant))?.batch !== undefined;
    await next.seal({ now, signer: signers[1] });
    const head = await readLogHead(next.log.store, tenant);
    const [newest = '', first = ''] = await readNotes(next.log, size);

    expect(head?.size).toBe(size);
    expect(head?.batch).toBeUndefined();
    const named = keys.map(formatVerifierKey).indexOf(head?.verifierKey ?? '');
    expect(named).toBeGreaterThanOrEqual(0);
    signedByNew += isClaimed ? named : 0;
    const logKeys = [parseVerifierKey(head?.verifierKey ?? '')];
    expect(openCheckpoint(newest, { logKeys }).checkpoint.size).toBe(size);
    expect(openCheckpoint(first, { logKeys: keys }).checkpoint.size).toBe(size);
  }

  expect(signedByNew).toBeGreaterThan(5);
});

test('a function whose first request for the signing key is refused seals in its next run', async () => {
  const tenant = nameTenant();
  const receipt = await rig.put(tenant, new Date(Date.now() - 60_000).toISOString());
  const keys = await startRefusingKeys(rig.addresses.keys);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: rig.addresses.dynamodb,
    AWS_ENDPOINT_URL_S3: rig.addresses.s3,
    AWS_ENDPOINT_URL_KMS: keys.endpoint,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    LEDGER_TABLE: rig.tables.ledger,
    RECEIPTS_TABLE: rig.tables.receipts,
    WRITE_SHARDS: String(rig.addresses.shards),
    SETTLE_SECONDS: '0',
    EVIDENCE_BUCKET: rig.bucket.name,
    EVIDENCE_SIGNING_KEY: rig.addresses.keyId,
    EVIDENCE_ORIGIN: 'bank.example/test',
    EVIDENCE_WITNESSES: '[]',
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    POWERTOOLS_METRICS_NAMESPACE: 'Countinghouse/test',
  });
  const { handler } = await import('../../functions/evidence/seal-receipts.ts');
  const run = () => handler({ tenant }, buildContext({ remainingMs: 600_000 }));

  await expect(run()).rejects.toThrow('refused');
  const totals = await run().finally(keys.stop);
  const { log } = await startSealingProcess(rig.addresses, tenant);

  expect(totals).toMatchObject({ sealed: 1, failed: 0 });
  expect((await expectSoundLog(log)).ids).toEqual(listReceiptIds([receipt]));
});
