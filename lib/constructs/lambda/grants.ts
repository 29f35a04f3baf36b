// Derives the grants of a function from its declared uses, with one statement for each resource.
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { OperationGrant } from '../../../functions/operations/operations.ts';
import type { ArtifactsBucket } from '../storage/artifacts-bucket.ts';
import type { EvidenceBucket } from '../storage/evidence-bucket.ts';
import type { LedgerTables } from '../storage/ledger-tables.ts';
import {
  buildKeyGrant,
  buildObjectKeyGrant,
  buildReadKeyGrant,
  buildTableKeyGrant,
} from './key-grants.ts';
import { buildAllowStatement } from '../allow-statement.ts';

export interface StoreResources {
  readonly tables: LedgerTables;
  readonly key: IKey;
  /** Required for functions that read the records of administration. */
  readonly identityTable?: ITable;
  /** Required for functions that use artifacts. */
  readonly artifacts?: ArtifactsBucket;
  /** Required for functions that use the evidence logs. */
  readonly evidence?: EvidenceBucket;
}

/**
 * Builds the statements for these uses and for the key. `writing` are patterns that limit which partition
 * keys of the ledger may be written.
 */
export function buildGrants(
  uses: readonly OperationGrant[],
  stores: StoreResources,
  writing?: readonly string[],
): PolicyStatement[] {
  const parts = uses.map((use) => use.split(':') as [string, string]);
  const resources = [...new Set(parts.map(([resource]) => resource))].sort();
  const statements = resources.flatMap((resource) => {
    const actions = parts.filter(([other]) => other === resource).map(([, action]) => action);
    if (hasObjects(resource)) return buildObjectGrants(resource, actions, stores);
    if (resource.startsWith('identity')) return [buildIdentityGrant(resource, actions, stores)];
    const arn = buildTableArn(resource, stores.tables);
    return resource === 'ledger' && writing !== undefined
      ? buildTenantBoundGrants(actions, arn, writing)
      : [buildTableGrant(actions, arn)];
  });
  return [...statements, ...buildKeyGrants(uses, stores.key)];
}

const CALLERS_PARTITIONS = 'T#${aws:PrincipalTag/tenant}#*';

/** The generations of the projections, which all tenants share: the asterisk is a character, not a wildcard. */
const CONTROL_PARTITION = 'T#${*}#PRC';

/** Whether the use is of a table of the ledger, whose partitions belong to tenants. */
export function isTenantUse(use: OperationGrant): boolean {
  return /^(?:ledger|receipts|projections|webhooks|intents)\b/.test(use);
}

/**
 * Builds the statements for uses of the tables, and for the key, that end at the partitions of the tenant with which
 * the caller's session is tagged.
 */
export function buildTenantGrants(
  uses: readonly OperationGrant[],
  stores: Pick<StoreResources, 'tables' | 'key'>,
): PolicyStatement[] {
  const byResource = Map.groupBy(uses, (use) => `${use.split(':')[0]} ${readsControl(use)}`);
  const statements = [...byResource.values()].map((same) => {
    const [resource = ''] = same[0]?.split(':') ?? [];
    const shared = same.some(readsControl) ? [CONTROL_PARTITION] : [];
    const actions = same.map((use) => use.split(':')[1] ?? '');
    const statement = buildTableGrant(actions, buildTableArn(resource, stores.tables));
    return limitPartitions(statement, [CALLERS_PARTITIONS, ...shared]);
  });
  return [...statements, ...buildKeyGrants(uses, stores.key)];
}

function readsControl(use: OperationGrant): boolean {
  return use === 'projections:GetItem';
}

/** The parts of the identity table, by their partition keys: no operation reads passwords or tokens. */
const IDENTITY_PARTITIONS: Readonly<Record<string, readonly string[]>> = {
  'identity/audit-trail': ['Audit#*', 'OwnChanges#*'],
  'identity/directory': ['Directory#*'],
  'identity/tenants': ['Tenants'],
};

function buildIdentityGrant(
  resource: string,
  actions: readonly string[],
  { identityTable }: StoreResources,
): PolicyStatement {
  const partitions = IDENTITY_PARTITIONS[resource];
  if (!identityTable || partitions === undefined) throw new Error(`There is no ${resource}.`);
  return buildPartitionGrant(actions, identityTable, partitions);
}

/** Allows the actions on the partitions that these patterns match, and on no other. */
export function buildPartitionGrant(
  actions: readonly string[],
  { tableArn }: ITable,
  partitions: readonly string[],
): PolicyStatement {
  return limitPartitions(buildTableGrant(actions, tableArn), partitions);
}

function limitPartitions(
  statement: PolicyStatement,
  partitions: readonly string[],
): PolicyStatement {
  statement.addCondition('ForAllValues:StringLike', { 'dynamodb:LeadingKeys': [...partitions] });
  // Without it, a request that names no partition would match.
  statement.addCondition('Null', { 'dynamodb:LeadingKeys': 'false' });
  return statement;
}

// `resource` is the name of a table, or of a table and an index with a slash between them.
function buildTableArn(resource: string, tables: LedgerTables): string {
  const [table = '', index] = resource.split('/');
  const found = tables[table as keyof LedgerTables];
  if (!found) throw new Error(`There is no table of ${table}.`);
  const { tableArn } = found;
  return index === undefined ? tableArn : `${tableArn}/index/${index}`;
}

function buildTableGrant(actions: readonly string[], arn: string): PolicyStatement {
  return buildAllowStatement(
    actions.map((action) => `dynamodb:${action}`),
    [arn],
  );
}

function buildTenantBoundGrants(
  actions: readonly string[],
  arn: string,
  keys: readonly string[],
): PolicyStatement[] {
  const isWrite = (action: string) => action === 'PutItem';
  const [reads, writes] = [actions.filter((one) => !isWrite(one)), actions.filter(isWrite)];
  const bound = writes.length === 0 ? [] : [buildTableGrant(writes, arn)];
  for (const statement of bound) {
    statement.addCondition('ForAllValues:StringLike', { 'dynamodb:LeadingKeys': [...keys] });
  }
  return [...(reads.length === 0 ? [] : [buildTableGrant(reads, arn)]), ...bound];
}

function hasObjects(resource: string): boolean {
  return /^(artifacts|evidence)\b/.test(resource);
}

// Objects are granted by prefix, because their names are not known at deployment.
function buildObjectGrants(
  resource: string,
  actions: readonly string[],
  stores: StoreResources,
): PolicyStatement[] {
  const bucket = requireBucket(resource, stores);
  const objects = actions.filter((action) => action !== LIST);
  const statement = buildAllowStatement(
    objects.map((action) => `s3:${action}`),
    [bucket.arnForObjects(readObjectPattern(resource))],
  );
  // Without this grant, S3 answers 403 instead of 404 for a missing object.
  const list =
    objects.length < actions.length
      ? [buildAllowStatement([`s3:${LIST}`], [bucket.bucketArn])]
      : [];
  return [statement, ...list];
}

const LIST = 'ListBucket';

function requireBucket(
  resource: string,
  { artifacts, evidence }: StoreResources,
): ArtifactsBucket | EvidenceBucket {
  const bucket = resource === 'evidence' ? evidence : artifacts;
  if (!bucket) throw new Error(`There is no bucket for ${resource}.`);
  return bucket;
}

// The default is the prefix of the artifacts, which are retained. The keys of the evidence start with the tenant.
function readObjectPattern(resource: string): string {
  if (resource === 'evidence') return '*';
  return `${resource.split('/')[1] ?? 'artifacts'}/*`;
}

/** Lists the object ARNs that these uses grant, in the form that the template contains. */
export function listObjectArns(uses: readonly OperationGrant[], stores: StoreResources): string[] {
  const resources = uses.map((use) => use.split(':')[0] ?? '').filter(hasObjects);
  return [...new Set(resources)].map((resource) => {
    return `${requireBucket(resource, stores).exportedArn}/${readObjectPattern(resource)}`;
  });
}

// AWS services use the key on the caller's behalf, so the caller needs grants for it.
function buildKeyGrants(uses: readonly OperationGrant[], key: IKey): PolicyStatement[] {
  const ofTables = uses.filter((use) => !hasObjects(use));
  const ofObjects = uses.filter(hasObjects);
  const isWriting = ofTables.some((use) => use.endsWith(':PutItem'));
  const isMaking = ofObjects.some((use) => use.endsWith(':PutObject'));
  const tables = isWriting ? buildTableKeyGrant(key) : buildReadKeyGrant(key);
  const objects = isMaking ? buildObjectKeyGrant(key) : buildKeyGrant(key, 's3', ['Decrypt']);
  return [...(ofTables.length > 0 ? [tables] : []), ...(ofObjects.length > 0 ? [objects] : [])];
}
