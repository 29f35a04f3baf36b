// Opens the evidence logs of the local stack or of a stage on AWS, with the tables that they belong to.
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { ObjectLockBucket } from '../../functions/artifacts/object-lock-bucket.ts';
import type { EvidenceLog } from '../../functions/evidence/evidence-log.ts';
import { countFeedShards } from '../../functions/ledger/evidence/feed.ts';
import type { Store } from '../../functions/ledger/store/store.ts';
import { readLocalActor } from '../administration/connect.ts';
import { readRunningStack } from '../administration/running-stack.ts';
import type { StackFlags } from '../administration/running-stack.ts';
import {
  openLocalEvidence,
  openLocalStore,
  openStageEvidence,
  openStageStore,
} from '../verification/connect.ts';
import type { StorageNameFlags } from '../verification/connect.ts';

export interface LogFlags extends StackFlags, StorageNameFlags {
  readonly stage?: string;
}

/** The tables and the bucket of the logs of all tenants. */
export type EvidenceLogs = Omit<EvidenceLog, 'tenant'>;

/** Opens the logs. Restored tables may be given by name: the logs are those of the stage all the same. */
export async function openEvidenceLogs({ stage, ...flags }: LogFlags): Promise<EvidenceLogs> {
  if (stage === undefined) {
    const { ledger } = readRunningStack(flags);
    return { store: openLocalStore(ledger), bucket: requireBucket(openLocalEvidence(ledger)) };
  }
  const store: Store = await openStageStore(stage, flags);
  const name = flags['evidence-bucket'];
  const bucket = await openStageEvidence(
    stage,
    name === undefined ? {} : { 'evidence-bucket': name },
  );
  return { store, bucket: requireBucket(bucket) };
}

function requireBucket(bucket: ObjectLockBucket | undefined): ObjectLockBucket {
  if (bucket) return bucket;
  throw new Error('The stack was started by an earlier version and has no evidence bucket.');
}

/** Names who runs the command: the AWS principal, or the local user. */
export async function readActor(stage: string | undefined): Promise<string> {
  if (stage === undefined) return readLocalActor();
  const { Arn: arn } = await new STSClient({}).send(new GetCallerIdentityCommand({}));
  if (arn === undefined) throw new Error('AWS does not report your identity.');
  return arn;
}

/** The log of a tenant, with as many shards of its feed as it has receipts in. */
export async function openTenantLog(
  { store, bucket }: EvidenceLogs,
  tenant: string,
): Promise<EvidenceLog> {
  const shards = await countFeedShards(store, tenant);
  return { store: { ...store, shards }, bucket, tenant };
}
