// Restores tables beside the live ones, and sets what a restore drops.
import {
  DescribeContinuousBackupsCommand,
  DescribeTimeToLiveCommand,
  ListTagsOfResourceCommand,
  RestoreTableFromBackupCommand,
  RestoreTableToPointInTimeCommand,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import type {
  DynamoDBClient,
  TableDescription,
  Tag,
  UpdateTableCommandInput,
} from '@aws-sdk/client-dynamodb';
import { setTimeout as sleep } from 'node:timers/promises';
import { STORED_TABLES } from '../../lib/constructs/storage/stored-tables.ts';
import type { StoredTable, StoredTableName } from '../../lib/constructs/storage/stored-tables.ts';
import { describeTable } from './restore-plan.ts';
import type { PlannedRestore } from './restore-plan.ts';

export interface RestoreConnection {
  readonly client: DynamoDBClient;
  /** The pause between two looks at a table that is being restored. */
  readonly pollMs: number;
  /** Called with each finished step. */
  report(step: string): void;
}

/** A table that can take the place of the stage's. */
export interface RestoredTable {
  readonly table: StoredTableName;
  readonly name: string;
  readonly streamArn?: string | undefined;
}

/** Begins the restores that no earlier run has started. */
export async function beginRestores(
  { client, report }: RestoreConnection,
  plan: readonly PlannedRestore[],
  at: Date,
): Promise<void> {
  for (const { source, target, from, isStarted } of plan) {
    if (isStarted) {
      report(`${target} was started by an earlier run`);
    } else if (from.kind === 'deleted') {
      const input = { BackupArn: from.backupArn, TargetTableName: target };
      await client.send(new RestoreTableFromBackupCommand(input));
      report(`${target} is being restored from the backup of the deleted ${source}`);
    } else {
      const input = { SourceTableName: source, TargetTableName: target, RestoreDateTime: at };
      await client.send(new RestoreTableToPointInTimeCommand(input));
      report(`${target} is being restored from ${source}`);
    }
  }
}

/** Waits until the table is restored, and gives it the settings that its stack gives the table that it replaces. */
export async function completeTable(
  connection: RestoreConnection,
  table: StoredTableName,
  { name, source }: { readonly name: string; readonly source?: string },
): Promise<RestoredTable> {
  const { client, report } = connection;
  if (source !== undefined) await waitUntilKnown(connection, name);
  await waitUntilActive(connection, name);
  report(`${name} is restored`);
  const origin = source === undefined ? undefined : await describeTable(client, source);
  // What is lost, or was restored otherwise, was protected as far as anyone can tell.
  const isProtected = origin?.DeletionProtectionEnabled ?? true;
  const { stream, expiry }: StoredTable = STORED_TABLES[table];
  await recoverContinuously(connection, name);
  if (expiry !== undefined) await expireItems(client, name, expiry);
  if (stream !== undefined) {
    const StreamSpecification = { StreamEnabled: true, StreamViewType: stream };
    await change(connection, { TableName: name, StreamSpecification }, (now) =>
      Boolean(now.StreamSpecification?.StreamEnabled),
    );
  }
  if (isProtected) {
    const input = { TableName: name, DeletionProtectionEnabled: true };
    await change(connection, input, (now) => now.DeletionProtectionEnabled === true);
  }
  if (origin !== undefined) await copyTags(client, origin, name);
  const { LatestStreamArn: streamArn } = await waitUntilActive(connection, name);
  const settings = ['point-in-time recovery', stream && 'stream', expiry && 'expiry'];
  report(`${name} has ${settings.filter(Boolean).join(', ')}${isProtected ? ', protection' : ''}`);
  return { table, name, ...(stream !== undefined && { streamArn }) };
}

/** What DynamoDB describes is a little behind: it may not know yet which tables it was asked to restore. */
const LOOKS_MAX = 20;

async function waitUntilKnown({ client, pollMs }: RestoreConnection, name: string): Promise<void> {
  for (let looks = 1; looks < LOOKS_MAX; looks += 1) {
    if (await describeTable(client, name)) return;
    await sleep(pollMs);
  }
}

async function waitUntilActive(
  { client, pollMs }: RestoreConnection,
  name: string,
): Promise<TableDescription> {
  for (;;) {
    const found = await describeTable(client, name);
    if (!found) throw new Error(`There is no table ${name}.`);
    const indexes = found.GlobalSecondaryIndexes ?? [];
    const isActive = [found.TableStatus, ...indexes.map((index) => index.IndexStatus)].every(
      (status) => status === undefined || status === 'ACTIVE',
    );
    if (isActive && found.RestoreSummary?.RestoreInProgress !== true) return found;
    await sleep(pollMs);
  }
}

// DynamoDB takes one change of a table at a time.
async function change(
  connection: RestoreConnection,
  input: UpdateTableCommandInput,
  isDone: (now: TableDescription) => boolean,
): Promise<void> {
  const now = await waitUntilActive(connection, String(input.TableName));
  if (!isDone(now)) await connection.client.send(new UpdateTableCommand(input));
}

// The backups of a new table take a moment to start, and it cannot be changed before.
async function recoverContinuously(
  { client, pollMs }: RestoreConnection,
  name: string,
): Promise<void> {
  for (;;) {
    const command = new DescribeContinuousBackupsCommand({ TableName: name });
    const { ContinuousBackupsDescription: backups } = await client.send(command);
    const status = backups?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus;
    if (status === 'ENABLED') return;
    if (backups?.ContinuousBackupsStatus === 'ENABLED') break;
    await sleep(pollMs);
  }
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  await client.send(
    new UpdateContinuousBackupsCommand({ TableName: name, PointInTimeRecoverySpecification }),
  );
}

async function expireItems(client: DynamoDBClient, name: string, attribute: string): Promise<void> {
  const { TimeToLiveDescription: now } = await client.send(
    new DescribeTimeToLiveCommand({ TableName: name }),
  );
  if (now?.TimeToLiveStatus === 'ENABLED' || now?.TimeToLiveStatus === 'ENABLING') return;
  const TimeToLiveSpecification = { Enabled: true, AttributeName: attribute };
  await client.send(new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification }));
}

// A deleted table has no tags any more.
async function copyTags(
  client: DynamoDBClient,
  from: TableDescription,
  name: string,
): Promise<void> {
  const to = await describeTable(client, name);
  if (to?.TableArn === undefined) return;
  const { Tags: all = [] } = await client.send(
    new ListTagsOfResourceCommand({ ResourceArn: from.TableArn }),
  );
  // Tags of AWS itself cannot be set.
  const Tags: Tag[] = all.filter(({ Key }) => Key?.startsWith('aws:') !== true);
  if (Tags.length === 0) return;
  await client.send(new TagResourceCommand({ ResourceArn: to.TableArn, Tags }));
}
