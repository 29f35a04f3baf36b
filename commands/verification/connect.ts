// Opens the ledger tables of the local stack or of a stage on AWS.
import { paginateListBuckets, S3Client } from '@aws-sdk/client-s3';
import { openEvidenceBucket } from '../../functions/artifacts/object-lock-bucket.ts';
import type { ObjectLockBucket } from '../../functions/artifacts/object-lock-bucket.ts';
import { openStore } from '../../functions/ledger/store/store.ts';
import type { Store } from '../../functions/ledger/store/store.ts';
import { VERIFICATION_TIME_BUDGET } from '../../functions/verification/time-budget.ts';
import { readTablesInUse } from '../stage-tables.ts';
import type { Json } from '../../local/cloudformation/template.ts';

/** What stack.json says about the ledger. */
export interface LedgerConnection {
  readonly ledger_table: string;
  readonly receipts_table: string;
  readonly projections_table: string;
  /** Only a redrive of published events needs it. */
  readonly webhooks_table?: string | undefined;
  /** How long readers use the serving generation of a projection that they have read. */
  readonly generation_reuse_ms: number;
  readonly endpoint: string;
  /** Without these two, the evidence logs are not verified. */
  readonly evidence_bucket?: string | undefined;
  readonly s3_endpoint?: string | undefined;
}

/** Without the table of the projections, the general ledger is not verified. */
export type StoreConnection = Omit<LedgerConnection, ProjectionsMember> &
  Partial<Pick<LedgerConnection, ProjectionsMember>>;

type ProjectionsMember = 'projections_table' | 'generation_reuse_ms';

/** Builds the connection for stack.json. */
export function buildLedgerConnection(local: {
  readonly outputs: Readonly<Record<string, Json>>;
  readonly endpoint: string;
  readonly s3Endpoint?: string | undefined;
}): LedgerConnection {
  const output = (name: string) =>
    String(Object.entries(local.outputs).find(([key]) => key.endsWith(`-${name}`))?.[1]);
  return {
    ledger_table: output('data.LedgerTable'),
    receipts_table: output('data.ReceiptsTable'),
    projections_table: output('projections.ProjectionsTable'),
    webhooks_table: output('projections.WebhooksTable'),
    generation_reuse_ms: Number(output('projections.GenerationReuse')),
    endpoint: local.endpoint,
    evidence_bucket: output('data.EvidenceBucket'),
    s3_endpoint: local.s3Endpoint,
  };
}

/** Opens the tables of a local engine, which accepts any credentials. */
export function openLocalStore(local: StoreConnection): Store {
  const { ledger_table, receipts_table, projections_table, endpoint } = local;
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const connection = { ...VERIFICATION_TIME_BUDGET, endpoint, region: 'us-east-1', credentials };
  const tables = buildStoreConfiguration(ledger_table, receipts_table, projections_table);
  return openStore(tables, connection);
}

/** Opens the bucket of the evidence logs on this machine; undefined if the connection has none. */
export function openLocalEvidence({
  evidence_bucket: name,
  s3_endpoint: endpoint,
}: Pick<LedgerConnection, 'evidence_bucket' | 's3_endpoint'>): ObjectLockBucket | undefined {
  if (name === undefined || endpoint === undefined) return undefined;
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const connection = { endpoint, region: 'us-east-1', credentials, forcePathStyle: true };
  return openEvidenceBucket(name, connection);
}

/**
 * Opens the bucket of the evidence logs of a stage, with the caller's own AWS credentials. Undefined for a stage of
 * an earlier version, which has none. Of other tables than those of the stage, whose receipts are in no log or in
 * another, the bucket must be given by name.
 */
export async function openStageEvidence(
  stage: string,
  given: StorageNameFlags = {},
): Promise<ObjectLockBucket | undefined> {
  const isOfStage = given['ledger-table'] === undefined;
  const name =
    given['evidence-bucket'] ??
    (isOfStage ? findEvidenceBucket(await listBucketNames(stage), stage) : undefined);
  return name === undefined ? undefined : openEvidenceBucket(name);
}

async function listBucketNames(stage: string): Promise<string[]> {
  const names: string[] = [];
  const client = new S3Client(VERIFICATION_TIME_BUDGET);
  const prefix = buildEvidencePrefix(stage);
  for await (const page of paginateListBuckets({ client }, { Prefix: prefix })) {
    names.push(...(page.Buckets ?? []).flatMap(({ Name }) => Name ?? []));
  }
  client.destroy();
  return names;
}

function buildEvidencePrefix(stage: string): string {
  return `countinghouse-${stage}-data-evidence`;
}

/** Finds the stage's bucket of the evidence logs, undefined if it has none. Throws when there is more than one. */
export function findEvidenceBucket(names: readonly string[], stage: string): string | undefined {
  const prefix = buildEvidencePrefix(stage);
  const [found, ...others] = names.filter((name) => name.startsWith(prefix));
  if (others.length === 0) return found;
  throw new Error(
    `${[found, ...others].join(' and ')}: one of them remains from a deleted stack. ` +
      'Select one with --evidence-bucket.',
  );
}

/** The tables to verify and the bucket of their evidence logs, where their names are ambiguous. */
export interface StorageNameFlags {
  readonly 'evidence-bucket'?: string;
  readonly 'ledger-table'?: string;
  readonly 'receipts-table'?: string;
  readonly 'projections-table'?: string;
}

/** Opens the tables of a stage, with the caller's own AWS credentials. */
export async function openStageStore(stage: string, given: StorageNameFlags = {}): Promise<Store> {
  const inUse = await readTablesInUse(stage);
  const ledger = given['ledger-table'] ?? inUse.ledger;
  const receipts = given['receipts-table'] ?? inUse.receipts;
  // The projections of the stage belong to its own ledger, and not to a restored one.
  const projections =
    given['projections-table'] ??
    (given['ledger-table'] === undefined ? inUse.projections : undefined);
  const tables = buildStoreConfiguration(ledger, receipts, projections);
  return openStore(tables, VERIFICATION_TIME_BUDGET);
}

// Verification writes nothing, so the number of shards for new records does not matter.
function buildStoreConfiguration(
  ledgerTable: string,
  receiptsTable: string,
  projectionsTable: string | undefined,
) {
  const tables = { ledgerTable, receiptsTable, shards: 1 };
  return projectionsTable === undefined ? tables : { ...tables, projectionsTable };
}
