// Who the holders of accepted tokens are is noted in the directory, at no cost to their requests.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { toClientItem } from '../../functions/identity/clients.ts';
import { readDirectoryEntry } from '../../functions/identity/storage/directory.ts';
import { openIdentityTable } from '../../functions/identity/storage/identity-table.ts';
import { startFaultProxy } from '../support/stack/fault-proxy.ts';
import type { ObservingFaultProxy } from '../support/stack/fault-proxy.ts';
import {
  AUDIENCE,
  createConsoleClient,
  createIdentityTable,
  setAuthorizerEnvironment,
} from '../support/stack/identity.ts';
import { signToken, createSigningKey, startIssuer } from '../support/stack/token-issuer.ts';

const METHOD_ARN = 'arn:aws:execute-api:eu-west-1:123456789012:a1b2c3/prod/GET/api/accounts';
const TABLE = `identity-${randomUUID()}`;

const key = await createSigningKey('first');
const stranger = await createSigningKey('first');
const bundled = await startIssuer(key);
const now = Math.floor(Date.now() / 1000);
const claims = {
  iss: bundled.issuer,
  aud: AUDIENCE,
  sub: 'op_1',
  client_id: 'console',
  scope: 'finance.read',
  tenant_id: 'acme-bank',
  exp: now + 300,
  jti: 'token-1',
};

let store: ObservingFaultProxy;
let table: ReturnType<typeof openIdentityTable>;
let handler: (event: APIGatewayTokenAuthorizerEvent) => Promise<APIGatewayAuthorizerResult>;
beforeAll(async () => {
  store = await startFaultProxy();
  setAuthorizerEnvironment(store.endpoint, TABLE, bundled.issuer);
  process.env.ISSUERS = JSON.stringify([
    { issuer: bundled.issuer, jwks_uri: bundled.jwksUri, audience: AUDIENCE },
  ]);
  await createIdentityTable(TABLE);
  table = openIdentityTable(TABLE);
  await createConsoleClient({ table, actor: 'test' });
  ({ handler } = await import('../../functions/authorizer/authorize.ts'));
});
afterEach(() => store.heal());
afterAll(async () => {
  bundled.stop();
  await store.stop();
});

const authorize = (authorizationToken: string) =>
  handler({ type: 'TOKEN', authorizationToken, methodArn: METHOD_ARN });

const signOwn = (changes: Record<string, unknown>) => signToken(key, { ...claims, ...changes });

async function findHolder(tenantId: string, id: string) {
  for (let count = 0; count < 1_000; count += 1) {
    const entry = await readDirectoryEntry(table, { tenantId, id });
    if (entry !== undefined) return entry;
    await sleep(10);
  }
  return undefined;
}

const countWrites = () =>
  store.requests.filter(({ operation }) => operation === 'UpdateItem').length;

test('notes who the holder of a token is, once an hour', async () => {
  const names = { name: 'Ada', preferred_username: 'ada@acme', email: 'ada@acme.example' };
  const token = await signOwn({ sub: 'op_noted', ...names });
  const before = countWrites();
  for (let count = 0; count < 5; count += 1) await authorize(`Bearer ${token}`);

  expect(await findHolder('acme-bank', 'op_noted')).toMatchObject({
    kind: 'OPERATOR',
    issuer: bundled.issuer,
    names: { name: 'Ada', preferredUsername: 'ada@acme', email: 'ada@acme.example' },
  });
  expect(countWrites() - before).toBe(1);
});

test('notes each of several holders once, though they take turns', async () => {
  const tokens = await Promise.all(['op_first', 'op_other'].map((sub) => signOwn({ sub })));
  const before = countWrites();
  for (const token of [...tokens, ...tokens, ...tokens]) await authorize(`Bearer ${token}`);

  expect(await findHolder('acme-bank', 'op_first')).toBeDefined();
  expect(await findHolder('acme-bank', 'op_other')).toBeDefined();
  expect(countWrites() - before).toBe(2);
});

test.each(['svc_night', 'night-batch'])('notes a service by its token: %s', async (sub) => {
  const service = {
    kind: 'service',
    clientId: 'night-batch',
    name: 'Night batch',
    scopes: ['internal.worker'],
    tenantId: 'acme-bank',
    secrets: [],
    keys: [],
  } as const;
  await table.documents.send(new PutCommand({ TableName: TABLE, Item: toClientItem(service) }));

  const token = await signOwn({ sub, client_id: 'night-batch', scope: 'internal.worker' });
  await authorize(`Bearer ${token}`);

  expect(await findHolder('acme-bank', sub)).toMatchObject({ kind: 'SERVICE', names: {} });
});

test('notes no holder of a token that it refuses', async () => {
  const token = await signToken(stranger, { ...claims, sub: 'op_forged' });
  await expect(authorize(`Bearer ${token}`)).rejects.toThrow(/^Unauthorized$/);
  await sleep(50);

  expect(
    await readDirectoryEntry(table, { tenantId: 'acme-bank', id: 'op_forged' }),
  ).toBeUndefined();
});

test('neither fails nor waits when the directory cannot be written, and tries again', async () => {
  store.fail((operation) => (operation === 'UpdateItem' ? 'dead' : 'none'));
  const token = await signOwn({ sub: 'op_later' });
  expect((await authorize(`Bearer ${token}`)).principalId).toBe('op_later');
  await sleep(50);
  store.heal();

  await authorize(`Bearer ${token}`);

  expect(await findHolder('acme-bank', 'op_later')).toBeDefined();
});

test('takes no name that is not one line of text', async () => {
  const odd = { name: { given: 'Ada' }, preferred_username: 'x'.repeat(500), email: ' a\nb ' };
  await authorize(`Bearer ${await signOwn({ sub: 'op_odd', ...odd })}`);

  expect((await findHolder('acme-bank', 'op_odd'))?.names).toEqual({ email: 'a b' });
});

test('takes identifiers of at most 255 characters', async () => {
  const [longest, longer] = ['l'.repeat(255), 'l'.repeat(256)];
  for (const sub of [longer, longest]) await authorize(`Bearer ${await signOwn({ sub })}`);

  expect(await findHolder('acme-bank', longest)).toBeDefined();
  expect(await readDirectoryEntry(table, { tenantId: 'acme-bank', id: longer })).toBeUndefined();
});
