// What a function may do, from what it says that it uses: one statement for each place.
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Use } from '../../../functions/operations/operations.ts';
import type { ArtifactsBucket } from '../storage/artifacts-bucket.ts';
import { allow } from './lambda-function.ts';

export interface Tables {
  readonly ledger: ITable;
  readonly receipts: ITable;
  readonly projections: ITable;
}

export interface Stores {
  readonly tables: Tables;
  readonly key: IKey;
  /** Where artifacts are kept; for functions that use them. */
  readonly artifacts?: ArtifactsBucket;
}

/**
 * The statements for these uses, and the key's. `writing` are the partition keys of the ledger that
 * may be written, if not all.
 */
export function grantsFor(
  uses: readonly Use[],
  stores: Stores,
  writing?: string,
): PolicyStatement[] {
  const parts = uses.map((use) => use.split(':') as [string, string]);
  const places = [...new Set(parts.map(([place]) => place))].sort();
  const statements = places.flatMap((place) => {
    const actions = parts.filter(([other]) => other === place).map(([, action]) => action);
    if (place.startsWith('artifacts')) return objectGrants(place, actions, stores);
    const arn = tableArnOf(place, stores.tables);
    return place === 'ledger' && writing !== undefined
      ? boundGrants(actions, arn, writing)
      : [tableGrant(actions, arn)];
  });
  return [...statements, keyGrant(uses, stores.key)];
}

// A place is a table, or an index of one after a slash.
function tableArnOf(place: string, tables: Tables): string {
  const [table = '', index] = place.split('/');
  const { tableArn } = tables[table as keyof Tables];
  return index === undefined ? tableArn : `${tableArn}/index/${index}`;
}

function tableGrant(actions: readonly string[], arn: string): PolicyStatement {
  return allow(
    actions.map((action) => `dynamodb:${action}`),
    [arn],
  );
}

function boundGrants(actions: readonly string[], arn: string, keys: string): PolicyStatement[] {
  const isWrite = (action: string) => action === 'PutItem';
  const [reads, writes] = [actions.filter((one) => !isWrite(one)), actions.filter(isWrite)];
  const bound = writes.length === 0 ? [] : [tableGrant(writes, arn)];
  for (const statement of bound) {
    statement.addCondition('ForAllValues:StringLike', { 'dynamodb:LeadingKeys': [keys] });
  }
  return [...(reads.length === 0 ? [] : [tableGrant(reads, arn)]), ...bound];
}

// Or what lies below a prefix of the bucket.
function objectGrants(
  place: string,
  actions: readonly string[],
  { artifacts }: Stores,
): PolicyStatement[] {
  if (!artifacts) throw new Error(`there is no bucket for ${place}`);
  const objects = actions.filter((action) => action !== LIST);
  const statement = allow(
    objects.map((action) => `s3:${action}`),
    [artifacts.arnForObjects(`${prefixOf(place)}/*`)],
  );
  // Without it S3 does not tell that an object is not there.
  const list =
    objects.length < actions.length ? [allow([`s3:${LIST}`], [artifacts.bucketArn])] : [];
  return [statement, ...list];
}

const LIST = 'ListBucket';

// Of the files that stay, if not another.
function prefixOf(place: string): string {
  return place.split('/')[1] ?? 'artifacts';
}

/** What these uses reach of the bucket, in the words of the template. */
export function objectsFor(uses: readonly Use[], { artifacts }: Stores): string[] {
  const places = uses.map((use) => use.split(':')[0] ?? '');
  const prefixes = places.filter((place) => place.startsWith('artifacts')).map(prefixOf);
  return [...new Set(prefixes)].map((prefix) => `${artifacts?.exportedArn}/${prefix}/*`);
}

// The tables and the bucket use their key on behalf of the caller.
function keyGrant(uses: readonly Use[], key: IKey): PolicyStatement {
  const isWriting = uses.some((use) => use.endsWith(':PutItem'));
  const isMaking = uses.some((use) => use.endsWith(':PutObject'));
  const writing = [
    ...(isWriting || isMaking ? ['kms:GenerateDataKey'] : []),
    ...(isWriting ? ['kms:Encrypt', 'kms:ReEncryptFrom', 'kms:ReEncryptTo'] : []),
  ];
  return allow(['kms:Decrypt', 'kms:DescribeKey', ...writing], [key.keyArn]);
}
