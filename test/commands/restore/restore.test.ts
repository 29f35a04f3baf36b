// The parts of `npm run restore`, on an engine with a stand-in for point-in-time recovery; the exercise runs the whole.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ListTagsOfResourceCommand,
  PutItemCommand,
  TagResourceCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { planRestore, requireGivenTables } from '../../../commands/restore/restore-plan.ts';
import { beginRestores, completeTable } from '../../../commands/restore/restore-tables.ts';
import { describeNextSteps } from '../../../commands/restore/switch-steps.ts';
import type { StoredTableName } from '../../../lib/constructs/storage/stored-tables.ts';
import { startRecoveryService } from '../../../tools/exercise/recovery-service.ts';
import type { RecoveryService } from '../../../tools/exercise/recovery-service.ts';
import { TableCopier } from '../../../tools/exercise/table-copier.ts';
import { readEngineEndpoint } from '../../support/stack/tables.ts';

const AT = new Date('2026-11-20T19:24:42Z');
const LATER = new Date('2026-11-20T19:30:00Z');

let recovery: RecoveryService;
let client: DynamoDBClient;
let tables: TableCopier;
/** A name of its own for each test. */
let stage: string;
let source: string;

beforeAll(async () => {
  recovery = await startRecoveryService(readEngineEndpoint());
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  client = new DynamoDBClient({ endpoint: recovery.endpoint, region: 'us-east-1', credentials });
  tables = new TableCopier(recovery.endpoint);
});
afterAll(async () => {
  client.destroy();
  tables.close();
  await recovery.stop();
});

beforeEach(async () => {
  stage = `restore${randomUUID().slice(0, 8)}`;
  source = `${stage}-live`;
  await client.send(
    new CreateTableCommand({
      TableName: source,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
    }),
  );
  await put('before');
  await recovery.remember([source], AT);
  await put('after');
  await recovery.remember([source], LATER);
});

const put = (key: string) =>
  client.send(new PutItemCommand({ TableName: source, Item: { PK: { S: key } } }));
const plan = (table: StoredTableName, at = AT) =>
  planRestore(client, { stage, at, sources: { [table]: source } });
const steps: string[] = [];
const connect = () => ({ client, pollMs: 1, report: (step: string) => steps.push(step) });

async function restore(table: StoredTableName) {
  const planned = await plan(table);
  await beginRestores(connect(), planned, AT);
  return await completeTable(connect(), table, { name: String(planned[0]?.target), source });
}

test('restores the content of the instant and sets what a restore drops', async () => {
  const { Table: live } = await client.send(new DescribeTableCommand({ TableName: source }));
  const tag = { Key: 'countinghouse:stage', Value: stage };
  await client.send(new TagResourceCommand({ ResourceArn: live?.TableArn, Tags: [tag] }));
  await client.send(new UpdateTableCommand({ TableName: source, DeletionProtectionEnabled: true }));

  const { name, streamArn } = await restore('receipts');

  const { Table: restored } = await client.send(new DescribeTableCommand({ TableName: name }));
  expect(name).toBe(`countinghouse-${stage}-receipts-20261120T192442Z`);
  expect((await tables.copy(name)).items).toEqual([{ PK: { S: 'before' } }]);
  expect(restored).toMatchObject({
    DeletionProtectionEnabled: true,
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    LatestStreamArn: streamArn,
  });
  const tags = await client.send(
    new ListTagsOfResourceCommand({ ResourceArn: restored?.TableArn }),
  );
  expect(tags.Tags).toEqual([tag]);
  // A restored table can itself be restored.
  const now = new Date(Math.floor(Date.now() / 1_000) * 1_000);
  const again = await planRestore(client, { stage, at: now, sources: { receipts: name } });
  expect(again[0]?.from).toEqual({ kind: 'table' });
});

test('the items of the identity table expire again', async () => {
  const TimeToLiveSpecification = { Enabled: true, AttributeName: 'ttl' };
  await client.send(new UpdateTimeToLiveCommand({ TableName: source, TimeToLiveSpecification }));

  const { name, streamArn } = await restore('identity');

  const { TimeToLiveDescription: expiry } = await client.send(
    new DescribeTimeToLiveCommand({ TableName: name }),
  );
  expect(expiry).toMatchObject({ TimeToLiveStatus: 'ENABLED', AttributeName: 'ttl' });
  expect(streamArn).toBeUndefined();
});

test('a dry run creates nothing, and a second run continues the first', async () => {
  const [planned] = await plan('ledger');
  expect(planned).toMatchObject({ source, isStarted: false, from: { kind: 'table' } });
  expect(await tables.has(String(planned?.target))).toBe(false);

  await restore('ledger');
  const [again] = await plan('ledger');
  expect(again?.isStarted).toBe(true);
  const { name } = await restore('ledger');

  expect(name).toBe(planned?.target);
  expect(steps).toContain(`${name} was started by an earlier run`);
});

test('a table that was deleted comes back from the backup of its deletion', async () => {
  await tables.delete(source);

  const [planned] = await plan('ledger');
  const { name } = await restore('ledger');

  expect(planned?.from.kind).toBe('deleted');
  expect((await tables.copy(name)).items).toHaveLength(2);
  const { Table: restored } = await client.send(new DescribeTableCommand({ TableName: name }));
  expect(restored?.DeletionProtectionEnabled).toBe(true);
});

test('refuses an instant outside of the window, and a table that nothing can restore', async () => {
  await expect(plan('ledger', new Date('2026-11-19T00:00:00Z'))).rejects.toThrow(
    `${source} can be restored from 2026-11-20T19:24:42.000Z to`,
  );
  await expect(
    planRestore(client, { stage, at: AT, sources: { ledger: `${stage}-never` } }),
  ).rejects.toThrow(`There is neither a table ${stage}-never nor the backup of its deletion.`);
});

test('a table that was restored otherwise must be there before anything is restored', async () => {
  await requireGivenTables(client, { projections: source });
  await expect(
    requireGivenTables(client, { projections: source, ledger: `${stage}-typo` }),
  ).rejects.toThrow(`There is no table ${stage}-typo, which --restored names for ledger.`);
});

test('does not take another table for the restored one', async () => {
  const [planned] = await plan('ledger');
  const { shape } = await tables.copy(source);
  await tables.restore(String(planned?.target), { shape, items: [] });

  await expect(plan('ledger')).rejects.toThrow(
    `${planned?.target} exists and is not ${source} as of 2026-11-20T19:24:42.000Z.`,
  );
});

test('the next steps switch each table in its stack, and tell what is lost', () => {
  const text = describeNextSteps(
    'production',
    [
      { table: 'ledger', name: 'new-ledger' },
      { table: 'receipts', name: 'new-receipts', streamArn: 'arn:stream' },
    ],
    AT,
  );

  expect(text).toContain(`npx cdk deploy --all -c stage=production \\
  --parameters countinghouse-production-data:LedgerTableInUse=new-ledger \\
  --parameters countinghouse-production-data:ReceiptsTableInUse=new-receipts \\
  --parameters countinghouse-production-data:ReceiptsStreamInUse=arn:stream`);
  expect(text).toContain('requests answered after 2026-11-20T19:24:42.000Z');
  expect(describeNextSteps('production', [{ table: 'identity', name: 'x' }], AT)).not.toContain(
    'projections',
  );
});
