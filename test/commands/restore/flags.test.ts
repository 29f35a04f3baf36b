import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SSMClient } from '@aws-sdk/client-ssm';
import {
  readGivenTables,
  readInstant,
  readTableNames,
} from '../../../commands/restore/restore-flags.ts';
import { readTablesInUse } from '../../../commands/stage-tables.ts';
import { startEndpoint } from '../../../local/http/endpoint.ts';
import type { Endpoint } from '../../../local/http/endpoint.ts';

test('an instant is a whole second, in UTC', () => {
  expect(readInstant('2026-11-20T19:24:42Z')).toEqual(new Date('2026-11-20T19:24:42Z'));
  for (const text of [
    '2026-11-20',
    '2026-11-20T19:24:42.5Z',
    '2026-11-20T19:24:42',
    '2026-13-20T19:24:42Z',
    // JavaScript takes it for the first of December.
    '2026-11-31T19:24:42Z',
  ])
    expect(() => readInstant(text)).toThrow('--to takes an instant such as');
});

test('tables are named by what they are in the stage', () => {
  expect(readTableNames('ledger,receipts')).toEqual(['ledger', 'receipts']);
  expect(readGivenTables(['ledger=from-backup'])).toEqual({ ledger: 'from-backup' });
  expect(() => readTableNames('ledger,reciepts')).toThrow('There is no table reciepts');
  expect(() => readGivenTables(['ledger=first', 'ledger=second'])).toThrow(
    '--restored names one table for each',
  );
  expect(() => readGivenTables(['from-backup'])).toThrow('--restored takes TABLE=NAME');
});

const values: Record<string, string> = {
  '/countinghouse/production/tables/ledger': 'the-ledger',
  '/countinghouse/production/tables/receipts': 'the-receipts',
  '/countinghouse/production/tables/projections': 'the-projections',
  '/countinghouse/production/tables/webhooks': 'the-webhooks',
  '/countinghouse/production/tables/identity': 'the-identity',
};

/** Parameter Store, as its API is documented. */
let store: Endpoint;
let client: SSMClient;
beforeAll(async () => {
  store = await startEndpoint((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const { Names: names } = JSON.parse(body) as { Names: string[] };
      const known = names.filter((name) => name in values);
      const Parameters = known.map((Name) => ({ Name, Type: 'String', Value: values[Name] }));
      const InvalidParameters = names.filter((name) => !(name in values));
      response.setHeader('content-type', 'application/x-amz-json-1.1');
      response.end(JSON.stringify({ Parameters, InvalidParameters }));
    });
  });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  client = new SSMClient({ endpoint: store.endpoint, region: 'us-east-1', credentials });
});
afterAll(async () => {
  client.destroy();
  await store.stop();
});

test('the tables in use are those that the stage publishes', async () => {
  expect(await readTablesInUse('production', client)).toEqual({
    ledger: 'the-ledger',
    receipts: 'the-receipts',
    projections: 'the-projections',
    webhooks: 'the-webhooks',
    identity: 'the-identity',
  });
});

test('takes the tables of no other stage', async () => {
  await expect(readTablesInUse('staging', client)).rejects.toThrow(
    'There is no parameter /countinghouse/staging/tables/ledger in this account and region',
  );
});
