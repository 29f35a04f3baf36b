import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as oidc from 'openid-client';
import { createOperatorInterface } from '../../functions/identity/administration/clients.ts';
import {
  AUDIENCE,
  createIdentityRecords,
  REDIRECT_URI,
  startIdentity,
} from '../support/stack/identity.ts';
import type { TestIdentity } from '../support/stack/identity.ts';
import { authorize, discover, signIn } from '../support/stack/relying-party.ts';

let identity: TestIdentity;
let config: oidc.Configuration;
let worker: oidc.Configuration;
let secret: string;

beforeAll(async () => {
  identity = await startIdentity({ stage: '/prod' });
  secret = await createIdentityRecords(identity.administration);
  await createOperatorInterface(identity.administration, {
    clientId: 'viewer',
    name: 'Viewer',
    scopes: ['finance.read'],
    redirectUris: [REDIRECT_URI],
    postLogoutRedirectUris: [],
  });
  config = await discover(identity.issuer, 'console');
  worker = await discover(identity.issuer, 'worker', secret);
});
afterAll(async () => {
  await identity.stop();
  expect(identity.faults).toEqual([]);
});

test('publishes metadata and keys under the documented paths', () => {
  expect(config.serverMetadata()).toMatchObject({
    issuer: identity.issuer,
    authorization_endpoint: `${identity.issuer}/auth`,
    token_endpoint: `${identity.issuer}/token`,
    revocation_endpoint: `${identity.issuer}/token/revocation`,
    jwks_uri: `${identity.issuer}/jwks`,
    code_challenge_methods_supported: ['S256'],
    response_types_supported: ['code'],
    grant_types_supported: expect.arrayContaining([
      'authorization_code',
      'client_credentials',
      'refresh_token',
    ]),
  });
});

test('signs an operator in and issues an access token for the permissions requested and held', async () => {
  const { tokens } = await signIn(config, {
    scope: 'openid profile finance.read finance.write finance.approve',
  });

  expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
  const claims = decodeJwt(tokens.access_token);
  expect(claims).toMatchObject({
    iss: identity.issuer,
    aud: AUDIENCE,
    sub: expect.stringMatching(/^op_/),
    client_id: 'console',
    tenant_id: 'aurora',
    scope: 'finance.read finance.write',
    preferred_username: 'maker@aurora',
    jti: expect.any(String),
  });
  expect(Number(claims.exp) - Number(claims.iat)).toBe(300);
  expect(tokens.claims()).toMatchObject({
    aud: 'console',
    tenant_id: 'aurora',
    preferred_username: 'maker@aurora',
    auth_time: expect.any(Number),
  });
});

test('shows no form for a second sign-in of the same browser', async () => {
  const { browser } = await signIn(config);

  const { callback } = await authorize(config, { browser });

  expect(callback.origin).toBe(new URL(REDIRECT_URI).origin);
  expect(callback.searchParams.get('code')).toEqual(expect.any(String));
});

test('rotates on refresh, and the reuse of an old token ends the family', async () => {
  const { refreshToken: first } = await signIn(config);
  const second = (await oidc.refreshTokenGrant(config, first)).refresh_token ?? '';
  const third = (await oidc.refreshTokenGrant(config, second)).refresh_token ?? '';
  expect(new Set([first, second, third]).size).toBe(3);

  await expect(oidc.refreshTokenGrant(config, first)).rejects.toMatchObject({
    error: 'invalid_grant',
  });

  await expect(oidc.refreshTokenGrant(config, third)).rejects.toMatchObject({
    error: 'invalid_grant',
  });
});

test('accepts a code once, and its second use revokes the tokens of the first', async () => {
  const { callback, checks } = await authorize(config);
  const tokens = await oidc.authorizationCodeGrant(config, callback, checks);

  const again = oidc.authorizationCodeGrant(config, callback, checks);
  await expect(again).rejects.toMatchObject({ error: 'invalid_grant' });

  const refresh = oidc.refreshTokenGrant(config, tokens.refresh_token ?? '');
  await expect(refresh).rejects.toMatchObject({ error: 'invalid_grant' });
});

test.each([
  ['another verifier', { code_verifier: oidc.randomPKCECodeVerifier() }],
  ['a malformed verifier', { code_verifier: 'short' }],
  ['no verifier', { code_verifier: undefined }],
  ['another redirect URI', { redirect_uri: 'http://127.0.0.1:9/elsewhere' }],
  ['another client', { client_id: 'viewer' }],
])('a code tried with %s is spent', async (_name, changes) => {
  const { callback, checks } = await authorize(config);
  const right = {
    grant_type: 'authorization_code',
    client_id: 'console',
    code: callback.searchParams.get('code') ?? '',
    redirect_uri: REDIRECT_URI,
    code_verifier: checks.pkceCodeVerifier,
  };

  const tried = await exchangeCode({ ...right, ...changes });
  const late = await exchangeCode(right);

  expect(tried.status).toBeGreaterThanOrEqual(400);
  expect([late.status, await late.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
});

function exchangeCode(fields: Record<string, string | undefined>): Promise<Response> {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) body.set(name, value);
  }
  return fetch(`${identity.issuer}/token`, { method: 'POST', body });
}

test('revokes a refresh token', async () => {
  const { refreshToken } = await signIn(config);

  await oidc.tokenRevocation(config, refreshToken, { token_type_hint: 'refresh_token' });

  const refresh = oidc.refreshTokenGrant(config, refreshToken);
  await expect(refresh).rejects.toMatchObject({ error: 'invalid_grant' });
});

test('a service signs in with its secret, for its tenant', async () => {
  const tokens = await oidc.clientCredentialsGrant(worker, { scope: 'internal.worker' });

  expect(decodeJwt(tokens.access_token)).toMatchObject({
    aud: AUDIENCE,
    sub: expect.stringMatching(/^svc_[\da-f-]{36}$/),
    client_id: 'worker',
    tenant_id: 'aurora',
    scope: 'internal.worker',
    name: 'Night worker',
    exp: expect.any(Number),
  });
  expect(tokens.refresh_token).toBeUndefined();
});

test('a service may send its secret in a Basic header', async () => {
  const basic = await discover(identity.issuer, 'worker', oidc.ClientSecretBasic(secret));

  const tokens = await oidc.clientCredentialsGrant(basic, { scope: 'internal.worker' });

  expect(tokens.token_type).toBe('bearer');
});

test('refuses a service with a wrong secret or an unheld permission', async () => {
  const thief = await discover(identity.issuer, 'worker', 'x'.repeat(43));

  await expect(oidc.clientCredentialsGrant(thief)).rejects.toMatchObject({
    error: 'invalid_client',
  });
  for (const scope of ['finance.approve', 'internal.worker finance.read', 'openid']) {
    const grant = oidc.clientCredentialsGrant(worker, { scope });
    await expect(grant).rejects.toMatchObject({ error: 'invalid_scope' });
  }
});

test('refuses an operator the scope of services', async () => {
  const { tokens } = await signIn(config, { scope: 'openid finance.read internal.worker' });

  expect(decodeJwt(tokens.access_token).scope).toBe('finance.read');
});

test('signing out ends every token of the session, of other applications too', async () => {
  const { browser, tokens, refreshToken } = await signIn(config);
  const other = (await signIn(config, { browser })).refreshToken;
  const url = oidc.buildEndSessionUrl(config, {
    id_token_hint: tokens.id_token ?? '',
    post_logout_redirect_uri: 'http://127.0.0.1:9/goodbye',
    state: 'bye',
  });

  const question = await browser.open(url);
  expect(question.html).toContain('signs you out of every application');
  const left = await browser.submit(question, { logout: 'yes' });

  expect(left.url.href).toBe('http://127.0.0.1:9/goodbye?state=bye');
  for (const token of [refreshToken, other]) {
    const refresh = oidc.refreshTokenGrant(config, token);
    await expect(refresh).rejects.toMatchObject({ error: 'invalid_grant' });
  }
  expect((await authorize(config, { browser, password: 'wrong' })).page.html).toContain('Sign in');
});

test('keeps the session of an operator who stays signed in', async () => {
  const { browser, tokens } = await signIn(config);
  const url = oidc.buildEndSessionUrl(config, { id_token_hint: tokens.id_token ?? '' });

  await browser.submit(await browser.open(url), {});

  expect((await authorize(config, { browser })).callback.searchParams.has('code')).toBe(true);
});
