// What a restore will do, so that it can be read before anything is done.
import {
  BackupType,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  ListBackupsCommand,
  ResourceNotFoundException,
  TableNotFoundException,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBClient, TableDescription } from '@aws-sdk/client-dynamodb';
import type { GivenTables } from './restore-flags.ts';
import type { StoredTableName } from '../../lib/constructs/storage/stored-tables.ts';

export interface RestoreRequest {
  readonly stage: string;
  /** The second to which the tables are restored. */
  readonly at: Date;
  /** The tables to restore, by what they are in the stage. */
  readonly sources: Readonly<Partial<Record<StoredTableName, string>>>;
}

/** Where the content of a restored table comes from. */
export type RestoreSource =
  /** Point-in-time recovery of a table that exists. */
  | { readonly kind: 'table' }
  /** The backup that DynamoDB makes of a table with point-in-time recovery when it is deleted. */
  | { readonly kind: 'deleted'; readonly backupArn: string; readonly deletedAt: Date };

export interface PlannedRestore {
  readonly table: StoredTableName;
  readonly source: string;
  readonly target: string;
  readonly from: RestoreSource;
  /** The target exists: an earlier run has started this restore. */
  readonly isStarted: boolean;
}

/** Reads what can be restored, and changes nothing. Throws if a table cannot be restored as requested. */
export async function planRestore(
  client: DynamoDBClient,
  { stage, at, sources }: RestoreRequest,
): Promise<PlannedRestore[]> {
  const entries = Object.entries(sources) as [StoredTableName, string][];
  return await Promise.all(
    entries.map(async ([table, source]) => {
      const target = buildTargetName(stage, table, at);
      if (target === source) throw new Error(`The stage already uses ${target}.`);
      const found = await describeTable(client, target);
      if (found) requireSameRestore(found, source, at);
      const from = (await findWindow(client, source, at)) ?? (await findBackup(client, source));
      return { table, source, target, from, isStarted: found !== undefined };
    }),
  );
}

/** Throws unless each table that was restored otherwise is there: what else is restored takes hours. */
export async function requireGivenTables(
  client: DynamoDBClient,
  given: GivenTables,
): Promise<void> {
  for (const [table, name] of Object.entries(given)) {
    if (await describeTable(client, name)) continue;
    throw new Error(`There is no table ${name}, which --restored names for ${table}.`);
  }
}

/** A restore to the same second has the same target, so a command that was stopped continues. */
export function buildTargetName(stage: string, table: StoredTableName, at: Date): string {
  const second = at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `countinghouse-${stage}-${table}-${second}`;
}

export async function describeTable(
  client: DynamoDBClient,
  name: string,
): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

// A table that has that name for another reason must not be taken for the restored one.
function requireSameRestore(found: TableDescription, source: string, at: Date): void {
  const {
    SourceTableArn: arn,
    SourceBackupArn: backup,
    RestoreDateTime: instant,
  } = found.RestoreSummary ?? {};
  const isOfSource = arn?.endsWith(`:table/${source}`) === true;
  if (isOfSource && (backup !== undefined || instant?.getTime() === at.getTime())) return;
  throw new Error(`${found.TableName} exists and is not ${source} as of ${at.toISOString()}.`);
}

async function findWindow(
  client: DynamoDBClient,
  source: string,
  at: Date,
): Promise<RestoreSource | undefined> {
  const window = await readWindow(client, source);
  if (window === undefined) return undefined;
  const { EarliestRestorableDateTime: earliest, LatestRestorableDateTime: latest } = window;
  if (earliest === undefined || latest === undefined)
    throw new Error(`${source} has no point-in-time recovery.`);
  if (at >= earliest && at <= latest) return { kind: 'table' };
  throw new Error(
    `${source} can be restored from ${earliest.toISOString()} to ${latest.toISOString()}, not to ` +
      `${at.toISOString()}. The end is some minutes behind the clock: try again then.`,
  );
}

async function readWindow(client: DynamoDBClient, source: string) {
  try {
    const command = new DescribeContinuousBackupsCommand({ TableName: source });
    const { ContinuousBackupsDescription: backups } = await client.send(command);
    return backups?.PointInTimeRecoveryDescription ?? {};
  } catch (error) {
    if (error instanceof TableNotFoundException) return undefined;
    throw error;
  }
}

async function findBackup(client: DynamoDBClient, source: string): Promise<RestoreSource> {
  const { BackupSummaries: backups = [] } = await client.send(
    new ListBackupsCommand({ TableName: source, BackupType: BackupType.SYSTEM }),
  );
  const [newest] = backups.toSorted(
    (one, other) => Number(other.BackupCreationDateTime) - Number(one.BackupCreationDateTime),
  );
  const { BackupArn: backupArn, BackupCreationDateTime: deletedAt } = newest ?? {};
  if (backupArn !== undefined && deletedAt !== undefined)
    return { kind: 'deleted', backupArn, deletedAt };
  throw new Error(
    `There is neither a table ${source} nor the backup of its deletion. Restore it from AWS Backup, then name it ` +
      'with --restored (docs/runbook.md).',
  );
}
