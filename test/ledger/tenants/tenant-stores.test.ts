// The credentials of a tenant are requested once and renewed before they expire.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { text } from 'node:stream/consumers';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { RetryableError } from '../../../functions/ledger/store/retries.ts';
import { callStore, openStore } from '../../../functions/ledger/store/store.ts';
import type { Store } from '../../../functions/ledger/store/store.ts';
import { openTenantStores } from '../../../functions/ledger/tenants/tenant-stores.ts';
import type { TenantStores } from '../../../functions/ledger/tenants/tenant-stores.ts';
import { startEndpoint } from '../../../local/http/endpoint.ts';
import type { Endpoint } from '../../../local/http/endpoint.ts';
import {
  advanceTime,
  measureByOwnTimers,
  returnToPresent,
} from '../../support/stack/advance-time.ts';

const ROLE = 'arn:aws:iam::000000000000:role/tenants';
const MINUTE_MS = 60_000;

let tables: Endpoint;
let tokens: Endpoint;
/** The access key ids of the calls to the table, and the tenants of the calls for credentials. */
const calls: string[] = [];
const assumed: string[] = [];
let failure: string | undefined;
let hangs = false;

beforeAll(async () => {
  tables = await startEndpoint((request, response) => {
    calls.push(/Credential=([^/]+)/.exec(String(request.headers.authorization))?.[1] ?? '');
    request.resume();
    response.setHeader('content-type', 'application/x-amz-json-1.0').end('{}');
  });
  tokens = await startEndpoint(async (request, response) => {
    if (hangs) return;
    const form = new URLSearchParams(await text(request));
    if (failure !== undefined) {
      const error = `<ErrorResponse><Error><Code>${failure}</Code></Error></ErrorResponse>`;
      return void response.writeHead(400, { 'content-type': 'text/xml' }).end(error);
    }
    const tenant = form.get('Tags.member.1.Value') ?? '';
    assumed.push(tenant);
    const seconds = Number(form.get('DurationSeconds'));
    response.setHeader('content-type', 'text/xml').end(
      `<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>${tenant}</AccessKeyId>
      <SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken>
      <Expiration>${new Date(Date.now() + seconds * 1_000).toISOString()}</Expiration>
      </Credentials></AssumeRoleResult></AssumeRoleResponse>`,
    );
  });
  Object.assign(process.env, {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'function',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_DYNAMODB: tables.endpoint,
    AWS_ENDPOINT_URL_STS: tokens.endpoint,
  });
});
beforeEach(() => {
  calls.length = 0;
  assumed.length = 0;
  failure = undefined;
  hangs = false;
});
afterEach(returnToPresent);
afterAll(() => Promise.all([tables.stop(), tokens.stop()]));

function open(): TenantStores {
  return openTenantStores(
    openStore({ ledgerTable: 'ledger', receiptsTable: 'receipts', shards: 1 }),
    ROLE,
  );
}

async function read(store: Store): Promise<void> {
  const command = new GetCommand({ TableName: 'ledger', Key: { PK: 'a', SK: 'b' } });
  await callStore(store, (until) => store.documents.send(command, until));
}

test('requests the credentials of a tenant once, and uses those of each for its own calls', async () => {
  const stores = open();

  for (const tenant of ['acme', 'bank', 'acme', 'acme', 'bank']) await read(stores(tenant));
  await Promise.all([read(stores('new')), read(stores('new'))]);

  expect(assumed).toEqual(['acme', 'bank', 'new']);
  expect(calls).toEqual(['acme', 'bank', 'acme', 'acme', 'bank', 'new', 'new']);
});

test('renews them before they expire', async () => {
  const stores = open();
  await read(stores('acme'));
  advanceTime(54 * MINUTE_MS);
  await read(stores('acme'));
  expect(assumed).toHaveLength(1);

  advanceTime(2 * MINUTE_MS);
  await read(stores('acme'));
  expect(assumed).toHaveLength(2);
});

test('forgets the tenant that was used longest ago, beyond fifty', async () => {
  const stores = open();
  const others = Array.from({ length: 49 }, (_, index) => `tenant-${index}`);
  for (const tenant of ['old', 'kept', ...others.slice(1), 'kept', 'latest']) {
    await read(stores(tenant));
  }
  assumed.length = 0;

  await read(stores('kept'));
  expect(assumed).toEqual([]);
  await read(stores('old'));
  expect(assumed).toEqual(['old']);
});

test('a request waits and is repeated while the service throttles, and fails on a denial', async () => {
  failure = 'Throttling';
  await expect(read(open()('acme'))).rejects.toThrow(RetryableError);
  failure = 'AccessDenied';
  await expect(read(open()('acme'))).rejects.toMatchObject({ name: 'AccessDenied' });
  expect(calls).toEqual([]);
});

test('a service that hangs ends the call within three seconds, and the next request works', async () => {
  const stores = open();
  hangs = true;

  const passedMs = await measureByOwnTimers(() =>
    expect(read(stores('acme'))).rejects.toMatchObject({
      name: 'RetryableError',
      message: 'the store did not answer',
      cause: { name: 'TimeoutError' },
    }),
  );
  expect(passedMs).toBeLessThan(3_000);
  expect(calls).toEqual([]);

  returnToPresent();
  hangs = false;
  await read(stores('acme'));
  expect([assumed, calls]).toEqual([['acme'], ['acme']]);
});

test('without a role all tenants share the credentials of the function', async () => {
  const stores = openTenantStores(
    openStore({ ledgerTable: 'ledger', receiptsTable: 'receipts', shards: 1 }),
    undefined,
  );

  await read(stores('acme'));

  expect(stores('acme')).toBe(stores('bank'));
  expect([assumed, calls]).toEqual([[], ['function']]);
});
