// Who the holders of accepted tokens are is noted in the directory, at no cost to their requests.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { buildTokenVerifier } from '../../functions/authorizer/access-token.ts';
import { readIssuers } from '../../functions/authorizer/issuers.ts';
import { buildHolderNotes } from '../../functions/authorizer/token-holders.ts';
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
import { openDirectClient } from '../support/stack/tables.ts';
import { signToken, createSigningKey, startIssuer } from '../support/stack/token-issuer.ts';

const METHOD_ARN = 'arn:aws:execute-api:eu-west-1:123456789012:a1b2c3/prod/GET/api/accounts';
const TABLE = `identity-${randomUUID()}`;
const HOUR_MS = 3_600_000;

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

const readHolder = (id: string) => readDirectoryEntry(table, { tenantId: 'acme-bank', id });

/** Who is noted once the token has come, again and again where the table does not take the note at once. */
async function findHolder(token: string, id: string) {
  for (let count = 0; count < 1_000; count += 1) {
    await authorize(`Bearer ${token}`);
    const entry = await readHolder(id);
    if (entry !== undefined) return entry;
    await sleep(10);
  }
  return undefined;
}

/** Verifies tokens as the authorizer does, with notes that take the time that a busy machine needs. */
function startPatientVerifier() {
  const clock = { now: Date.now() };
  const documents = openDirectClient(store.endpoint);
  const notes = buildHolderNotes({ documents, name: TABLE }, () => clock.now);
  const issuers = readIssuers(process.env.ISSUERS ?? '');
  const verify = buildTokenVerifier(issuers, async () => false, undefined, notes);
  const start = store.requests.length;
  /** The number of notes, once there are as many. */
  const countNotes = async (least: number): Promise<number> => {
    const list = () => store.requests.slice(start).filter((one) => one.operation === 'UpdateItem');
    while (list().length < least) await sleep(10);
    return list().length;
  };
  return { clock, verify, countNotes, end: () => documents.destroy() };
}

test('notes who the holder of a token is, once an hour', async () => {
  const names = { name: 'Ada', preferred_username: 'ada@acme', email: 'ada@acme.example' };
  const token = await signOwn({ sub: 'op_noted', ...names });
  const { clock, verify, countNotes, end } = startPatientVerifier();
  for (let count = 0; count < 5; count += 1) await verify(token);

  expect(await countNotes(1)).toBe(1);
  expect(await readHolder('op_noted')).toMatchObject({
    kind: 'OPERATOR',
    issuer: bundled.issuer,
    names: { name: 'Ada', preferredUsername: 'ada@acme', email: 'ada@acme.example' },
  });
  const again = clock.now + HOUR_MS;
  for (clock.now = again - 1; clock.now <= again + 1; clock.now += 1) await verify(token);
  expect(await countNotes(2)).toBe(2);
  expect(await readHolder('op_noted')).toMatchObject({
    lastSeenAt: new Date(again).toISOString(),
  });
  end();
});

test('notes each of several holders once, though they take turns', async () => {
  const tokens = await Promise.all(['op_first', 'op_other'].map((sub) => signOwn({ sub })));
  const { verify, countNotes, end } = startPatientVerifier();
  for (const token of [...tokens, ...tokens, ...tokens]) await verify(token);

  expect(await countNotes(2)).toBe(2);
  for (const id of ['op_first', 'op_other']) expect(await readHolder(id)).toBeDefined();
  end();
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

  expect(await findHolder(token, sub)).toMatchObject({ kind: 'SERVICE', names: {} });
});

test('notes no holder of a token that it refuses', async () => {
  const token = await signToken(stranger, { ...claims, sub: 'op_forged' });
  await expect(authorize(`Bearer ${token}`)).rejects.toThrow(/^Unauthorized$/);
  await sleep(50);

  expect(await readHolder('op_forged')).toBeUndefined();
});

test('neither fails nor waits when the directory cannot be written, and tries again', async () => {
  const refused: string[] = [];
  store.fail((operation) => {
    if (operation !== 'UpdateItem') return 'none';
    refused.push(operation);
    return 'dead';
  });
  const token = await signOwn({ sub: 'op_later' });
  do expect((await authorize(`Bearer ${token}`)).principalId).toBe('op_later');
  while (refused.length === 0);
  store.heal();

  expect(await findHolder(token, 'op_later')).toBeDefined();
});

test('takes no name that is not one line of text', async () => {
  const odd = { name: { given: 'Ada' }, preferred_username: 'x'.repeat(500), email: ' a\nb ' };
  const token = await signOwn({ sub: 'op_odd', ...odd });

  expect((await findHolder(token, 'op_odd'))?.names).toEqual({ email: 'a b' });
});

test('takes identifiers of at most 255 characters', async () => {
  const [longest, longer] = ['l'.repeat(255), 'l'.repeat(256)];
  await authorize(`Bearer ${await signOwn({ sub: longer })}`);

  expect(await findHolder(await signOwn({ sub: longest }), longest)).toBeDefined();
  expect(await readHolder(longer)).toBeUndefined();
});
