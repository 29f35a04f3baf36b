// Tables, a bucket and a signing key on which tests seal receipts of their own.
import { CreateBucketCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { evidenceObjectKeys } from '../../../functions/artifacts/locations.ts';
import type { ObjectLockBucket } from '../../../functions/artifacts/object-lock-bucket.ts';
import { readWholeObject } from '../../../functions/artifacts/objects.ts';
import { computeReceiptId } from '../../../functions/ledger/commit/receipt-feed.ts';
import { buildIdGenerator } from '../../../functions/ledger/store/ids.ts';
import type { Item } from '../../../functions/ledger/store/item.ts';
import type { DeployedResource } from '../../../local/cloudformation/deployment.ts';
import { startKeyManagement } from '../../../local/keys/key-management.ts';
import { startBucket } from '../stack/artifacts-bucket.ts';
import {
  createTables,
  deleteTables,
  openDirectClient,
  readEngineEndpoint,
} from '../stack/tables.ts';
import type { TestTables } from '../stack/tables.ts';
import type { ProcessAddresses } from './sealing-process.ts';
import { buildTestReceipt, toEarlierReceipt } from '../receipts/test-receipts.ts';

const SIGNING_KEY = {
  ref: 'log-key',
  region: 'eu-central-1',
  account: '000000000000',
  properties: { KeyUsage: 'SIGN_VERIFY', KeySpec: 'ECC_NIST_EDWARDS25519' },
} as unknown as DeployedResource;

export const EVIDENCE_BUCKET = 'evidence';

export interface EvidenceRig {
  readonly addresses: ProcessAddresses;
  readonly tables: TestTables;
  readonly bucket: ObjectLockBucket;
  readonly engine: DynamoDBDocumentClient;
  /** Stores a receipt with this time, as a mutation of the tenant would; returns its item. */
  put(tenant: string, at: string): Promise<Item>;
  stop(): Promise<void>;
}

/** With `dynamodb`, the processes call a proxy instead of the engine itself. */
export async function startEvidenceRig({ shards = 2 } = {}): Promise<EvidenceRig> {
  const tables = await createTables();
  const keys = await startKeyManagement([SIGNING_KEY], undefined);
  const s3 = await startBucket();
  const bucket = { ...s3.bucket, name: EVIDENCE_BUCKET };
  const input = { Bucket: EVIDENCE_BUCKET, ObjectLockEnabledForBucket: true };
  await bucket.client.send(new CreateBucketCommand(input));
  const engine = openDirectClient();
  return {
    addresses: {
      dynamodb: readEngineEndpoint(),
      s3: s3.endpoint,
      keys: keys.endpoint,
      keyId: SIGNING_KEY.ref,
      bucket: EVIDENCE_BUCKET,
      ledgerTable: tables.ledger,
      receiptsTable: tables.receipts,
      shards,
    },
    tables,
    bucket,
    engine,
    async put(tenant, at) {
      const receipt = await buildRuleReceipt(tenant, at, shards);
      await engine.send(new PutCommand({ TableName: tables.receipts, Item: receipt }));
      return receipt;
    },
    async stop() {
      engine.destroy();
      await s3.stop();
      await keys.stop();
      await deleteTables({ ...tables });
    },
  };
}

/** Stores a receipt as the versions before the log did. */
export async function putEarlierReceipt(
  rig: EvidenceRig,
  tenant: string,
  at: string,
  form: { readonly hasDigest?: boolean } = {},
): Promise<Item> {
  const earlier = toEarlierReceipt(await rig.put(tenant, at), form);
  await rig.engine.send(new PutCommand({ TableName: rig.tables.receipts, Item: earlier }));
  return earlier;
}

function buildRuleReceipt(tenant: string, at: string, shards: number): Promise<Item> {
  const id = buildIdGenerator(shards)(new Date(at))('evt');
  const event = { id, type: 'rule.created', aggregateId: 'rul_1', version: 1, payloadAt: '' };
  return buildTestReceipt(tenant, { at, shards, answer: { id }, events: [event] });
}

/** The identifiers of receipts, sorted. */
export function listReceiptIds(receipts: readonly Item[]): string[] {
  return receipts.map(computeReceiptId).toSorted();
}

/** All signed checkpoints of a tenant by size. */
export async function readCheckpoints(
  bucket: ObjectLockBucket,
  tenant: string,
): Promise<Map<number, string>> {
  const prefix = `${evidenceObjectKeys.checkpoint(tenant)}/`;
  const notes = new Map<number, string>();
  let ContinuationToken: string | undefined;
  do {
    const command = new ListObjectsV2Command({
      Bucket: bucket.name,
      Prefix: prefix,
      ContinuationToken,
    });
    const page = await bucket.client.send(command);
    for (const { Key = '' } of page.Contents ?? []) {
      const note = await readWholeObject(bucket, Key);
      notes.set(Number(Key.slice(prefix.length)), note?.toString() ?? '');
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
  return new Map([...notes].toSorted(([one], [other]) => one - other));
}
