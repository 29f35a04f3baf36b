import { afterAll, expect, test } from '@jest/globals';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DescribeTableCommand,
  DynamoDBClient,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { chooseEngine } from '../../../local/engines/engine.ts';
import { isFree } from '../../../local/http/free-port.ts';
import { integration, restApi, startFixture, table, temporaryFolder } from '../fixture.ts';
import { engineProcesses } from '../processes.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

const ECHO = `export const handler = async () => ({ statusCode: 200, body: process.env.ISSUER ?? '' });`;
const paths = { '/': { get: integration('echo') } };

function client(endpoint: string) {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
}

const enginesAt = (endpoint: string) => engineProcesses(`port ${new URL(endpoint).port}`);

async function takenPort() {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, release: () => server.close() };
}

test('runs the template: tables, functions, APIs, outputs', async () => {
  const issuerUrl = {
    'Fn::Sub': 'https://${testidentityApi}.execute-api.${AWS::Region}.${AWS::URLSuffix}/test/',
  };
  const functions = {
    echo: [ECHO, { Environment: { Variables: { ISSUER: issuerUrl } } }] as [string, object],
  };
  const local = await startFixture(functions as never, {
    Ledger: table,
    ...restApi('test-ledger', { paths }),
    ...restApi('test-identity', { paths }),
  });

  const issuer = await (await fetch(`${local.urls.base_url}/`)).text();

  expect(Object.keys(local.urls)).toEqual(['base_url', 'auth_url']);
  expect(issuer).toBe(local.urls.auth_url);
  expect(issuer).toMatch(/^http:\/\/localhost:\d+$/);
  const { Table: found } = await client(local.endpoint).send(
    new DescribeTableCommand({ TableName: 'fixture-Ledger' }),
  );
  expect(found?.StreamSpecification).toEqual({ StreamEnabled: true, StreamViewType: 'NEW_IMAGE' });
  await local.stop();
});

test('listens on this machine alone', async () => {
  const local = await startFixture({}, { Ledger: table, ...restApi('test-ledger', { paths: {} }) });
  const ports = [local.urls.base_url, local.endpoint].map((url) => new URL(String(url)).port);
  const isReached = (host: string) =>
    Promise.all(
      ports.map((port) =>
        fetch(`http://${host}:${port}/`).then(
          () => true,
          () => false,
        ),
      ),
    );

  // A server on all addresses would answer at every address of the loopback network, as Amazon's engine does.
  const reached = [await isReached('127.0.0.1'), await isReached('127.0.0.2')];
  await local.stop();
  const isOpen = chooseEngine(process.env['DYNAMODB_ENGINE']) === 'dynamodb-local';
  expect(reached).toEqual([
    [true, true],
    [false, isOpen],
  ]);
});

test('keeps the items of tables across a restart', async () => {
  const first = await startFixture({}, { Ledger: table }, { dataFolder: folder.path });
  const TableName = 'fixture-Ledger';
  await client(first.endpoint).send(new PutItemCommand({ TableName, Item: { pk: { S: 'a' } } }));
  await first.stop();

  const second = await startFixture({}, { Ledger: table }, { dataFolder: folder.path });
  const { Items: items } = await client(second.endpoint).send(new ScanCommand({ TableName }));
  await second.stop();

  expect(items).toEqual([{ pk: { S: 'a' } }]);
  expect(second.lines).toContain('Tables: fixture-Ledger (0 created)');
});

test('refuses a data folder whose table differs from the template', async () => {
  const Properties = { ...table.Properties, StreamSpecification: { StreamViewType: 'KEYS_ONLY' } };
  const changed = startFixture(
    {},
    { Ledger: { ...table, Properties } },
    { dataFolder: folder.path },
  );

  await expect(changed).rejects.toThrow('fixture-Ledger in the data folder has other keys');
});

test('ends what starts beside a service that fails', async () => {
  const dataFolder = join(folder.path, 'failing-data');
  const resources = { Ledger: table, Secret: { Type: 'AWS::SecretsManager::Secret' } };

  const started = startFixture({}, resources as never, { dataFolder });

  await expect(started).rejects.toThrow('creates secrets only from a SecretStringTemplate');
  // The engine, which takes longer, was waited for.
  expect(readdirSync(join(dataFolder, 'dynamodb'))).not.toEqual([]);
  expect(engineProcesses(dataFolder)).toEqual([]);
});

test('names a port in use, and ends what had started', async () => {
  const { port, release } = await takenPort();

  const dataFolder = join(folder.path, 'taken-port');
  const started = startFixture({ echo: ECHO }, restApi('test-ledger', { paths }), {
    ports: { ledger: port },
    dataFolder,
  });

  await expect(started).rejects.toThrow(`Port ${port} is taken by another program.`);
  expect(engineProcesses(dataFolder)).toEqual([]);
  release();
});

test('holds the ports of the APIs while the rest starts', async () => {
  const free: boolean[] = [];
  const local = await startFixture({ echo: ECHO }, restApi('test-ledger', { paths }), {
    prepare: async ({ urls }) =>
      void free.push(await isFree(Number(new URL(urls.base_url ?? '').port))),
  });

  const { status } = await fetch(`${local.urls.base_url}/`);
  await local.stop();

  expect(free).toEqual([false]);
  expect(status).toBe(200);
});

test.each([
  ['an integration without a function', integration('echo'), {}, 'no resource echo'],
  [
    'an API without a stage',
    {},
    { Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Body: { paths: {} } } } },
    'The API Api has no stage.',
  ],
  [
    'an operation without an integration',
    { get: {} },
    {},
    'GET / has no x-amazon-apigateway-integration',
  ],
  [
    'an integration of another type',
    { get: { ...integration('x', { type: 'http_proxy', uri: '' }) } },
    {},
    'only AWS_PROXY and MOCK integrations',
  ],
  [
    'a MOCK integration that passes bodies through',
    { get: { 'x-amazon-apigateway-integration': { type: 'mock' } } },
    {},
    'MOCK integrations that pass nothing through',
  ],
  [
    'a MOCK integration that reads a binary body',
    {
      get: {
        'x-amazon-apigateway-integration': {
          type: 'mock',
          passthroughBehavior: 'never',
          requestTemplates: { 'application/json': '{"statusCode":200}' },
          responses: { default: { statusCode: '200' } },
        },
      },
    },
    {},
    'MOCK integrations that read bodies as text',
  ],
  [
    'a MOCK integration with a response for each status',
    {
      get: {
        'x-amazon-apigateway-integration': {
          type: 'mock',
          passthroughBehavior: 'never',
          contentHandling: 'CONVERT_TO_TEXT',
          requestTemplates: { 'application/json': '{"statusCode":200}' },
          responses: { 200: { statusCode: '200' }, default: { statusCode: '400' } },
        },
      },
    },
    {},
    'MOCK integrations with one response only',
  ],
  ['the method TRACE', { trace: {} }, {}, 'API Gateway has no method TRACE'],
])('refuses %s at start', async (_, item, resources, message) => {
  const operations = 'get' in item || 'trace' in item ? item : { get: item };
  const api =
    Object.keys(resources).length > 0 ? resources : restApi('a', { paths: { '/': operations } });

  await expect(startFixture({}, api)).rejects.toThrow(message);
});

test('stop ends the engine, closes the ports, and can be called twice', async () => {
  const local = await startFixture({ echo: ECHO }, restApi('test-ledger', { paths }));
  const waiting = fetch(`${local.urls.base_url}/`, { keepalive: true });
  await waiting;
  expect(enginesAt(local.endpoint)).not.toEqual([]);

  await local.stop();
  await local.stop();

  expect(enginesAt(local.endpoint)).toEqual([]);
  await expect(fetch(`${local.urls.base_url}/`)).rejects.toThrow('fetch failed');
});

// Says that it has started, and ends once it may.
const SLOW = `
import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
export const handler = async () => {
  writeFileSync(process.env.STARTED, '');
  while (!existsSync(process.env.MAY_END)) await sleep(20);
};`;

test('stop ends everything, also when the disk does not take what is left to store', async () => {
  const dataFolder = join(folder.path, 'unstored');
  mkdirSync(dataFolder);
  // A file in the place of the folder, as a full disk: no position in a stream can be stored.
  writeFileSync(join(dataFolder, 'streams'), '');
  const [started, mayEnd] = [join(dataFolder, 'started'), join(dataFolder, 'may-end')];
  const environment = { Environment: { Variables: { STARTED: started, MAY_END: mayEnd } } };
  const mapping = {
    EventSourceArn: { 'Fn::GetAtt': ['Ledger', 'StreamArn'] },
    FunctionName: { Ref: 'slow' },
    StartingPosition: 'TRIM_HORIZON',
  };
  const resources = {
    Ledger: table,
    Mapping: { Type: 'AWS::Lambda::EventSourceMapping', Properties: mapping },
  };
  const local = await startFixture({ slow: [SLOW, environment] }, resources, { dataFolder });
  const Item = { pk: { S: 'a' } };
  await client(local.endpoint).send(new PutItemCommand({ TableName: 'fixture-Ledger', Item }));
  while (!existsSync(started)) await sleep(20);

  const stopped = local.stop();
  writeFileSync(mayEnd, '');

  await expect(stopped).rejects.toThrow(/EEXIST|ENOTDIR/);
  expect(engineProcesses(dataFolder)).toEqual([]);
  expect(local.functions.workers()).toBe(0);
});

test('reports an engine that dies', async () => {
  const local = await startFixture({}, { Ledger: table });

  enginesAt(local.endpoint).forEach((engine) => process.kill(engine, 'SIGKILL'));

  expect(await local.broken).toMatch(/^The DynamoDB engine .* ended with/);
  await local.stop();
});

test('runs several stacks side by side', async () => {
  const all = await Promise.all(
    [1, 2, 3].map(() => startFixture({ echo: ECHO }, restApi('test-ledger', { paths }))),
  );
  const answers = await Promise.all(all.map(({ urls }) => fetch(`${urls.base_url}/`)));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await Promise.all(all.map(({ stop }) => stop()));
});
