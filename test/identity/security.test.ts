import { setTimeout as sleep } from 'node:timers/promises';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { decodeJwt } from 'jose';
import * as oidc from 'openid-client';
import { createOperatorInterface } from '../../functions/identity/administration/clients.ts';
import {
  createOperator,
  disableOperator,
  enableOperator,
  grantPermissions,
  resetPassword,
  revokePermissions,
} from '../../functions/identity/administration/operators.ts';
import { ClientMetadata } from '../../functions/identity/client-metadata.ts';
import { identityHandler } from '../../functions/identity/identity-handler.ts';
import { hashPassword } from '../../functions/identity/sign-in/password.ts';
import { generateFirstKeys } from '../../functions/identity/signing-keys.ts';
import { FormBrowser } from '../../commands/token/form-browser.ts';
import {
  AUDIENCE,
  MAKER,
  PASSWORD,
  REDIRECT_URI,
  createIdentityRecords,
  hashAtLowCost,
  startIdentity,
} from '../support/stack/identity.ts';
import type { TestIdentity } from '../support/stack/identity.ts';
import { authorize, discover, signIn } from '../support/stack/relying-party.ts';

let identity: TestIdentity;
let config: oidc.Configuration;
let secret: string;

beforeAll(async () => {
  identity = await startIdentity();
  secret = await createIdentityRecords(identity.administration);
  config = await discover(identity.issuer, 'console');
});
afterAll(() => identity.stop());

/** A separate operator for a test that changes one. */
async function newOperator(name: string, hash = hashAtLowCost): Promise<string> {
  const username = `${name}@aurora`;
  const permissions = ['finance.read', 'finance.approve'] as const;
  const operator = { username, password: PASSWORD, permissions };
  await createOperator(identity.administration, operator, hash);
  return username;
}

const APPROVE = 'openid finance.read finance.approve';

test('the next token reflects lost and gained permissions', async () => {
  const username = await newOperator('changing');
  const { refreshToken } = await signIn(config, { username, scope: `${APPROVE} audit.read` });

  await revokePermissions(identity.administration, username, ['finance.approve']);
  await grantPermissions(identity.administration, username, ['audit.read']);
  const tokens = await oidc.refreshTokenGrant(config, refreshToken);

  expect(decodeJwt(tokens.access_token).scope).toBe('finance.read audit.read');
});

test('leaves out a permission that the application may not request', async () => {
  await createOperatorInterface(identity.administration, {
    clientId: 'viewer',
    name: 'Viewer',
    scopes: ['finance.read'],
    redirectUris: [REDIRECT_URI],
    postLogoutRedirectUris: [],
  });
  const viewer = await discover(identity.issuer, 'viewer');

  const { tokens } = await signIn(viewer, { scope: 'openid finance.read finance.write' });

  expect(decodeJwt(tokens.access_token).scope).toBe('finance.read');
});

test('gives an operator without permissions a token that allows nothing', async () => {
  const username = await newOperator('powerless');
  await revokePermissions(identity.administration, username, ['finance.read', 'finance.approve']);

  const { tokens } = await signIn(config, { username, scope: APPROVE });

  expect(decodeJwt(tokens.access_token).scope).toBeUndefined();
});

test('refuses a disabled operator refresh, session and sign-in', async () => {
  const username = await newOperator('leaving');
  const { refreshToken, browser } = await signIn(config, { username });

  await disableOperator(identity.administration, username);

  const refresh = oidc.refreshTokenGrant(config, refreshToken);
  await expect(refresh).rejects.toMatchObject({ error: 'invalid_grant' });
  const { page } = await authorize(config, { username, browser });
  expect(page.html).toContain('username or the password is incorrect');
  await enableOperator(identity.administration, username);
  const again = oidc.refreshTokenGrant(config, refreshToken);
  await expect(again).rejects.toMatchObject({ error: 'invalid_grant' });
});

test('a reset password ends every session and then signs in', async () => {
  const username = await newOperator('forgetful');
  const { refreshToken, browser } = await signIn(config, { username });

  // The sign-in with the new password is of the same second.
  await sleep(1_000 - (Date.now() % 1_000));
  await resetPassword(identity.administration, username, 'a wholly new password', hashAtLowCost);

  const refresh = oidc.refreshTokenGrant(config, refreshToken);
  await expect(refresh).rejects.toMatchObject({ error: 'invalid_grant' });
  expect((await authorize(config, { username, browser })).page.html).toContain(
    'username or the password is incorrect',
  );
  await signIn(config, { username, browser, password: 'a wholly new password' });
});

test.each([
  ['a wrong password', MAKER, 'wrong'],
  ['an unknown name', 'unknown@aurora', PASSWORD],
  ['an unknown tenant', 'maker@nowhere', PASSWORD],
  ['no username at all', '<script>alert(1)</script>', PASSWORD],
  ['an overlong password', MAKER, 'x'.repeat(4_000)],
])('refuses %s with the same page', async (_name, username, password) => {
  const { page } = await authorize(config, { username, password });

  expect(page.status).toBe(400);
  expect(page.html).toContain('The username or the password is incorrect.');
  expect(page.html).not.toContain('<script');
  expect(page.html).not.toContain(password);
});

// Counts work instead of time, which depends on other load.
async function refusalWork(username: string): Promise<number> {
  const start = process.cpuUsage();
  await authorize(config, { username, password: 'wrong wrong wrong' });
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

test('an unknown name takes as much work as a wrong password', async () => {
  const work = { known: [] as number[], unknown: [] as number[] };
  // Other load only adds time: the minimum is the work itself.
  for (const turn of ['first', 'second', 'third']) {
    work.known.push(await refusalWork(await newOperator(turn, hashPassword)));
    work.unknown.push(await refusalWork(`unknown-${turn}@aurora`));
  }
  const [known, unknown] = [Math.min(...work.known), Math.min(...work.unknown)];

  expect(unknown).toBeGreaterThan(known / 2);
  expect(unknown).toBeLessThan(known * 2);
});

test('stores no usable secret in the table', async () => {
  const browser = new FormBrowser(identity.issuer);
  const { callback, checks } = await authorize(config, { browser });
  const tokens = await oidc.authorizationCodeGrant(config, callback, checks);
  await authorize(config, { browser: new FormBrowser(identity.issuer), password: 'wrong' });

  const { table } = identity.administration;
  const { Items } = await table.documents.send(new ScanCommand({ TableName: table.name }));
  const stored = JSON.stringify(Items);

  const values = [callback.searchParams.get('code'), tokens.refresh_token, secret, PASSWORD];
  for (const value of [...values, ...browser.cookieValues()]) {
    expect(value?.length).toBeGreaterThan(10);
    expect(stored).not.toContain(value);
  }
});

test('sends the sign-in page without caching, framing, scripts and referrer', async () => {
  const { page } = await authorize(config, { password: 'wrong' });

  const policy = page.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self' http://127.0.0.1:9");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': expect.stringContaining('max-age='),
  });
});

/** Never the character that was there. */
const changeFirst = (_all: string, first: string) => `sig=${first === 'x' ? 'y' : 'x'}`;

test('refuses a sign-in posted from another origin or without its cookie', async () => {
  const browser = new FormBrowser(identity.issuer);
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: 'http://127.0.0.1:9/callback',
    scope: 'openid',
    code_challenge: await oidc.calculatePKCECodeChallenge(oidc.randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
  });
  const form = await browser.open(url);
  const body = new URLSearchParams({ username: MAKER, password: PASSWORD });
  const cookie = browser.cookiesFor(form.url);

  const strange = { cookie, 'sec-fetch-site': 'cross-site' };
  for (const headers of [{}, strange, { cookie: cookie.replace(/sig=(.)/, changeFirst) }]) {
    const answer = await fetch(form.url, { method: 'POST', body, headers, redirect: 'manual' });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Sign-in has expired');
  }
});

test.each([
  ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }],
  ['with plain PKCE', { code_challenge_method: 'plain' }],
  ['for the implicit flow', { response_type: 'id_token token' }],
])('refuses a request %s', async (_name, changes) => {
  const parameters = {
    redirect_uri: 'http://127.0.0.1:9/callback',
    scope: 'openid',
    nonce: 'n',
    code_challenge: await oidc.calculatePKCECodeChallenge(oidc.randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
  };
  const url = oidc.buildAuthorizationUrl(config, parameters);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }

  const page = await new FormBrowser(identity.issuer).open(url);

  expect(page.url.href).toMatch(/error=(?:invalid_request|unsupported_response_type)/);
});

test('does not redirect to an unregistered address', async () => {
  const { page } = await authorize(config, { redirectUri: 'http://127.0.0.1:9/elsewhere' }).catch(
    (error: unknown) => ({ page: error }),
  );

  expect(String(page)).toContain('There is no form');
});

test('over https every cookie is secure, HttpOnly and signed', async () => {
  const table = identity.administration.table;
  const issuer = 'https://bank.example/prod';
  const setting = { issuer, audience: AUDIENCE, table, clients: new ClientMetadata(table) };
  const log = { security: () => undefined, fault: () => undefined };
  const keys = async () => generateFirstKeys(0);
  const { searchParams } = oidc.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: 'openid',
    code_challenge: await oidc.calculatePKCECodeChallenge(oidc.randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
  });
  const query = Object.fromEntries([...searchParams].map(([name, value]) => [name, [value]]));

  const { statusCode, multiValueHeaders = {} } = await identityHandler({ ...setting, keys, log })({
    httpMethod: 'GET',
    path: '/auth',
    multiValueHeaders: {},
    multiValueQueryStringParameters: query,
    body: null,
    requestContext: { identity: { sourceIp: '192.0.2.1' } },
  } as unknown as APIGatewayProxyEvent);

  expect(statusCode).toBe(303);
  const cookies = (multiValueHeaders['set-cookie'] ?? []).map(String);
  expect(cookies.filter((cookie) => cookie.startsWith('__Secure-interaction'))).toHaveLength(4);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; path=\/prod.*; secure; httponly/i);
    expect(cookie).toMatch(/samesite=lax/i);
  }
});

test('Host and X-Forwarded-* do not affect the metadata', async () => {
  const evil = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-prefix': '/evil',
    'x-original-url': '/evil',
    forwarded: 'host=evil.example',
  };
  for (const path of ['/.well-known/openid-configuration', '/auth?client_id=console', '/nowhere']) {
    const answer = await fetch(identity.issuer + path, { headers: evil, redirect: 'manual' });
    const all = JSON.stringify([...answer.headers]) + (await answer.text());
    expect(all).not.toContain('evil');
  }
});
