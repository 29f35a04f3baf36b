import { afterAll, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  ListTablesCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { chooseEngine, startEngine } from '../../../local/engines/engine.ts';
import type { EngineOptions } from '../../../local/engines/engine.ts';
import { findFreePort } from '../../../local/http/free-port.ts';
import { spawnGuarded } from '../../../local/engines/guarded-child.ts';

const folder = mkdtempSync(join(tmpdir(), 'engine-'));
const stops: (() => Promise<void>)[] = [];
// A test that fails leaves its engines running.
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()));
  rmSync(folder, { recursive: true });
});

async function start(options?: EngineOptions) {
  const engine = await startEngine(options);
  stops.push(engine.stop);
  return engine;
}

function client(endpoint: string) {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
}

const oneTable = new CreateTableCommand({
  TableName: 'one',
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
});

test.each([chooseEngine(), 'dynamodb-local' as const])('%s keeps its data folder', async (kind) => {
  const dataFolder = join(folder, String(kind));
  const first = await start({ kind, dataFolder });
  await client(first.endpoint).send(oneTable);
  await first.stop();

  const second = await start({ kind, dataFolder });
  const { TableNames } = await client(second.endpoint).send(new ListTablesCommand({}));
  await second.stop();

  expect(TableNames).toEqual(['one']);
  expect(await second.exited).toMatch(/^The DynamoDB engine .* ended with/);
});

// What dynoxide runs at each write to a table with a stream, and at each poll of one.
const NUMBER = 'CAST(sequence_number AS INTEGER)';
const SEARCHES = [
  `SELECT MAX(${NUMBER}) FROM _stream_records WHERE table_name = 'one'`,
  `SELECT new_image FROM _stream_records WHERE table_name = 'one' AND shard_id = 'shard'
     AND ${NUMBER} > 5 ORDER BY ${NUMBER} LIMIT 1000`,
];

/** How SQLite finds the stream records in the engine's file: `SCAN` reads the whole history. */
function readSearchPlans(dataFolder: string): string[] {
  const database = new DatabaseSync(join(dataFolder, 'dynoxide.db'), { readOnly: true });
  const plans = SEARCHES.map((search) => database.prepare(`EXPLAIN QUERY PLAN ${search}`).all());
  database.close();
  return plans.map((steps) => steps.map(({ detail }) => String(detail)).join());
}

const indexed = [
  expect.stringMatching(/^SEARCH .* USING (COVERING )?INDEX countinghouse_stream_numbers/),
  expect.stringMatching(/^SEARCH .* USING INDEX countinghouse_stream_positions [^,]*$/),
];

test('dynoxide finds stream records by an index, however its tables and its process change', async () => {
  const dataFolder = join(folder, 'indexed');
  const warnings: string[] = [];
  const restart = () =>
    start({ kind: 'dynoxide', dataFolder, warn: (line) => warnings.push(line) });
  const first = await restart();
  const withStream = new CreateTableCommand({
    ...oneTable.input,
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
  });
  await client(first.endpoint).send(withStream);
  const plans = [readSearchPlans(dataFolder)];
  await client(first.endpoint).send(new DeleteTableCommand({ TableName: 'one' }));
  await client(first.endpoint).send(withStream);
  plans.push(readSearchPlans(dataFolder));
  await first.stop();
  const second = await restart();
  const put = new PutItemCommand({ TableName: 'one', Item: { pk: { S: 'a' } } });
  await client(second.endpoint).send(put);
  plans.push(readSearchPlans(dataFolder));
  await second.stop();

  expect(plans).toEqual([indexed, indexed, indexed]);
  expect(warnings).toEqual([]);
});

test('an engine whose file takes no index starts, with a warning', async () => {
  const dataFolder = join(folder, 'unindexed');
  mkdirSync(dataFolder);
  const database = new DatabaseSync(join(dataFolder, 'dynoxide.db'));
  database.exec('CREATE TABLE countinghouse_stream_numbers (id)');
  database.close();
  const warnings: string[] = [];

  const engine = await start({
    kind: 'dynoxide',
    dataFolder,
    warn: (line) => warnings.push(line),
  });
  await client(engine.endpoint).send(oneTable);

  expect(warnings).toEqual([
    'DynamoDB: without indexes it slows down with its history: ' +
      'there is already a table named countinghouse_stream_numbers',
  ]);
});

test('starts an engine without a folder empty, beside others', async () => {
  const engines = await Promise.all([start(), start()]);
  await client(engines[0].endpoint).send(oneTable);

  const { TableNames } = await client(engines[1].endpoint).send(new ListTablesCommand({}));

  expect(TableNames).toEqual([]);
});

test.each([chooseEngine(), 'dynamodb-local' as const])(
  '%s starts on another port when one is taken after it was found free',
  async (kind) => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    stops.push(async () => void taken.close());
    const { port } = taken.address() as AddressInfo;
    const ports = [port, await findFreePort()];

    const engine = await start({ kind, findPort: async () => ports.shift() ?? 0 });

    expect(ports).toEqual([]);
    const { TableNames } = await client(engine.endpoint).send(new ListTablesCommand({}));
    expect(TableNames).toEqual([]);
  },
);

test('uses a URL unchanged if a DynamoDB answers there', async () => {
  const stranger = createServer((_, response) => response.writeHead(404).end());
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  stops.push(async () => void stranger.close());
  const { port } = stranger.address() as AddressInfo;
  const engine = await start();

  const adopted = await start({ kind: chooseEngine(engine.endpoint) });
  const refused = start({ kind: chooseEngine(`http://127.0.0.1:${port}`) });

  expect(adopted.endpoint).toBe(engine.endpoint);
  await expect(refused).rejects.toThrow(`No DynamoDB answers at http://127.0.0.1:${port}.`);
});

test('adopts an engine while this process is busy for seconds', async () => {
  const engine = await start();

  const adopting = start({ kind: chooseEngine(engine.endpoint) });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);
  const adopted = await adopting;

  expect(adopted.endpoint).toBe(engine.endpoint);
});

test('refuses an unknown DYNAMODB_ENGINE', () => {
  expect(() => chooseEngine('sqlite')).toThrow('use dynoxide, dynamodb-local or a URL');
});

test('reports a child that ends by itself, and stop kills one that does not end', async () => {
  const crashing = spawnGuarded('sh', ['-c', 'exit 3']);
  const sleeping = spawnGuarded('sleep', ['60']);

  await sleeping.stop();

  expect(await crashing.exited).toBe('code 3');
  expect(await sleeping.exited).toBe('code 143');
});
