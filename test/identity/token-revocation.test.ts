// What ends an access token before its expiry, at the endpoint and at the authorizer.
import { GetCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import * as oidc from 'openid-client';
import type { VerifyAccessToken } from '../../functions/authorizer/access-token.ts';
import { identityKeys } from '../../functions/identity/storage/identity-table.ts';
import { startFaultProxy } from '../support/stack/fault-proxy.ts';
import type { ObservingFaultProxy } from '../support/stack/fault-proxy.ts';
import {
  buildVerifier,
  createIdentityRecords,
  REDIRECT_URI,
  startIdentity,
} from '../support/stack/identity.ts';
import type { TestIdentity } from '../support/stack/identity.ts';
import { authorize, discover, signIn } from '../support/stack/relying-party.ts';
import { createSigningKey, signToken } from '../support/stack/token-issuer.ts';

let proxy: ObservingFaultProxy;
let identity: TestIdentity;
let config: oidc.Configuration;
let worker: oidc.Configuration;
let secret: string;
let verify: VerifyAccessToken;

beforeAll(async () => {
  proxy = await startFaultProxy();
  identity = await startIdentity({ stage: '/prod', endpoint: proxy.endpoint });
  secret = await createIdentityRecords(identity.administration);
  config = await discover(identity.issuer, 'console');
  worker = await discover(identity.issuer, 'worker', secret);
  verify = buildVerifier(identity);
});
afterAll(async () => {
  await identity.stop();
  await proxy.stop();
});

const isAccepted = (token: string): Promise<boolean> =>
  verify(token).then(
    () => true,
    () => false,
  );

function revoke(fields: Record<string, string>, headers = {}): Promise<Response> {
  const body = new URLSearchParams(fields);
  return fetch(`${identity.issuer}/token/revocation`, { method: 'POST', body, headers });
}

/** What the table holds of revoked tokens. */
async function listRevokedTokens(): Promise<Record<string, unknown>[]> {
  const { documents, name } = identity.administration.table;
  const { Items = [] } = await documents.send(new ScanCommand({ TableName: name }));
  return Items.filter(({ PK }) => String(PK).startsWith('RevokedToken#'));
}

const HINTS: Record<string, string>[] = [
  {},
  { token_type_hint: 'access_token' },
  { token_type_hint: 'refresh_token' },
];

test.each(HINTS)(
  'a revoked access token is refused, and what else the sign-in issued is not: %j',
  async (hint) => {
    const { tokens, refreshToken } = await signIn(config);
    const renewed = await oidc.refreshTokenGrant(config, refreshToken);
    expect(await isAccepted(tokens.access_token)).toBe(true);

    const answer = await revoke({ client_id: 'console', token: tokens.access_token, ...hint });

    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect(await isAccepted(tokens.access_token)).toBe(false);
    expect(await isAccepted(renewed.access_token)).toBe(true);
    await oidc.refreshTokenGrant(config, renewed.refresh_token ?? '');
  },
);

test('stores a revocation under the tenant until the token expires, and no usable token', async () => {
  const { tokens } = await signIn(config);
  const { exp, jti = '' } = decodeJwt(tokens.access_token);

  await oidc.tokenRevocation(config, tokens.access_token);

  const { documents, name } = identity.administration.table;
  const Key = identityKeys.revokedToken('aurora', jti);
  const { Item } = await documents.send(new GetCommand({ TableName: name, Key }));
  expect(Item).toEqual({ ...Key, ttl: exp });
  expect(identity.log.at(-1)).toMatchObject({
    event: 'access token revoked',
    details: { client_id: 'console', sub: expect.stringMatching(/^op_/) },
  });
});

test('a service revokes its token', async () => {
  const { access_token: token } = await oidc.clientCredentialsGrant(worker, {
    scope: 'internal.worker',
  });
  expect(await isAccepted(token)).toBe(true);

  await oidc.tokenRevocation(worker, token);

  expect(await isAccepted(token)).toBe(false);
});

test('a browser application may revoke from its registered origin only', async () => {
  const { tokens } = await signIn(config);
  const fields = { client_id: 'console', token: tokens.access_token };

  const evil = await revoke(fields, { origin: 'https://evil.example' });
  expect(evil.status).toBe(400);
  expect(await isAccepted(tokens.access_token)).toBe(true);

  const { origin } = new URL(REDIRECT_URI);
  const own = await revoke(fields, { origin });
  expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
  expect(await isAccepted(tokens.access_token)).toBe(false);
});

test('answers 200 to tokens of others and unknown ones, and writes nothing', async () => {
  const { tokens } = await signIn(config);
  const own = tokens.access_token;
  const claims = { ...decodeJwt(own), client_id: 'worker' };
  const stranger = await createSigningKey('stranger');
  const [header, , signature] = own.split('.');
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  const before = await listRevokedTokens();

  const foreign = {
    'another client’s': own,
    'of another issuer': await signToken(stranger, { ...claims, iss: 'https://other.example' }),
    'of a foreign key': await signToken(stranger, claims),
    tampered: `${header}.${payload}.${signature}`,
    unsigned: `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`,
    'with a signature cut short': own.slice(0, -4),
    'with a signature too long': `${own}AAAA`,
    opaque: 'unknown',
  };
  for (const [name, token] of Object.entries(foreign)) {
    const answer = await revoke({ client_id: 'worker', client_secret: secret, token });
    expect([name, answer.status, await answer.text()]).toEqual([name, 200, '']);
  }

  expect(await listRevokedTokens()).toEqual(before);
  expect(await isAccepted(own)).toBe(true);
});

test('refuses a client without its secret, and writes nothing', async () => {
  const { access_token: token } = await oidc.clientCredentialsGrant(worker, {
    scope: 'internal.worker',
  });

  for (const client_secret of ['', 'wrong']) {
    expect((await revoke({ client_id: 'worker', client_secret, token })).status).toBe(401);
  }
  expect((await revoke({ token })).status).toBe(400);
  expect(await isAccepted(token)).toBe(true);
});

test('does not pretend that an id token was revoked', async () => {
  const { tokens } = await signIn(config);

  const answer = await revoke({ client_id: 'console', token: tokens.id_token ?? '' });

  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: 'unsupported_token_type' });
});

test.each([
  ['dead', true],
  ['lost', false],
] as const)(
  'does not claim what became of a revocation whose write is %s',
  async (fault, stillWorks) => {
    const { tokens } = await signIn(config);
    proxy.fail((operation) => (operation === 'PutItem' ? fault : 'none'));

    const answer = await revoke({ client_id: 'console', token: tokens.access_token });
    proxy.heal();

    expect([answer.status, await answer.json()]).toEqual([
      500,
      { error: 'server_error', error_description: 'Not confirmed; try again.' },
    ]);
    expect(await isAccepted(tokens.access_token)).toBe(stillWorks);
  },
);

test('revoking a refresh token ends the access tokens of its sign-in', async () => {
  const { tokens, refreshToken } = await signIn(config);
  const renewed = await oidc.refreshTokenGrant(config, refreshToken);
  const other = (await signIn(config)).tokens.access_token;

  await oidc.tokenRevocation(config, renewed.refresh_token ?? '');

  expect(await isAccepted(tokens.access_token)).toBe(false);
  expect(await isAccepted(renewed.access_token)).toBe(false);
  expect(await isAccepted(other)).toBe(true);
});

test('using a refresh token or a code twice ends the access tokens of its sign-in', async () => {
  const { tokens, refreshToken } = await signIn(config);
  await oidc.refreshTokenGrant(config, refreshToken);
  await expect(oidc.refreshTokenGrant(config, refreshToken)).rejects.toThrow();
  expect(await isAccepted(tokens.access_token)).toBe(false);

  const { callback, checks } = await authorize(config);
  const issued = await oidc.authorizationCodeGrant(config, callback, checks);
  await expect(oidc.authorizationCodeGrant(config, callback, checks)).rejects.toThrow();
  expect(await isAccepted(issued.access_token)).toBe(false);
});

test('the right try of a spent code ends the sign-in, a wrong one does not', async () => {
  const { tokens, browser } = await signIn(config);
  const { callback, checks } = await authorize(config, { browser });
  const wrong = { ...checks, pkceCodeVerifier: oidc.randomPKCECodeVerifier() };

  for (const tries of [1, 2]) {
    const refused = oidc.authorizationCodeGrant(config, callback, wrong);
    await expect(refused).rejects.toMatchObject({ error: 'invalid_grant' });
    expect([tries, await isAccepted(tokens.access_token)]).toEqual([tries, true]);
  }

  await expect(oidc.authorizationCodeGrant(config, callback, checks)).rejects.toThrow();
  expect(await isAccepted(tokens.access_token)).toBe(false);
});

test('signing out ends the access tokens of every application', async () => {
  const { tokens, browser } = await signIn(config);
  const question = await browser.open(
    oidc.buildEndSessionUrl(config, { id_token_hint: tokens.id_token ?? '' }),
  );

  await browser.submit(question, { logout: 'yes' });

  expect(await isAccepted(tokens.access_token)).toBe(false);
});
