// Signing in at the bundled identity service, and what its tokens allow at the ledger.
import { createHmac } from 'node:crypto';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader, exportSPKI, importJWK } from 'jose';
import type { CryptoKey } from 'jose';
import * as oidc from 'openid-client';
import { createOperator } from '../../../functions/identity/administration/operators.ts';
import {
  grantServicePermissions,
  revokeServicePermissions,
} from '../../../functions/identity/administration/service-clients.ts';
import { expectError } from '../../support/contract/contract.ts';
import { hashAtLowCost, PASSWORD } from '../../support/stack/identity.ts';
import { operations } from '../../../functions/operations/operations.ts';
import {
  isServicePermission,
  SERVICE_PERMISSIONS,
} from '../../../functions/identity/permissions.ts';
import { credit } from '../../support/stack/ledger.ts';
import { authorize, discover, signIn } from '../../support/stack/relying-party.ts';
import { startSignedInStack } from '../../support/stack/signed-in-stack.ts';
import type { SignedInStack } from '../../support/stack/signed-in-stack.ts';

let stack: SignedInStack;
let config: oidc.Configuration;

beforeAll(async () => {
  stack = await startSignedInStack();
  config = await discover(stack.authUrl, 'console');
});
afterAll(() => stack.stop());

const account = { customer_id: 'cus-1', product_id: 'current', name: 'Ada', currency: 'EUR' };

test('an operator signs in, works, renews the token and signs out', async () => {
  const { tokens, refreshToken, browser } = await signIn(config);
  const opened = await stack.post('/api/accounts', account, { token: tokens.access_token });
  expect(opened.status).toBe(201);

  const renewed = await oidc.refreshTokenGrant(config, refreshToken);
  const listed = await stack.get('/api/accounts', { token: renewed.access_token });
  expect(listed.body).toHaveLength(1);

  const question = await browser.open(
    oidc.buildEndSessionUrl(config, { id_token_hint: tokens.id_token ?? '' }),
  );
  await browser.submit(question, { logout: 'yes' });
  const late = oidc.refreshTokenGrant(config, renewed.refresh_token ?? '');
  await expect(late).rejects.toMatchObject({ error: 'invalid_grant' });
});

test('a revoked access token and those of a sign-in that was ended are refused', async () => {
  const { tokens, refreshToken } = await signIn(config);
  const renewed = await oidc.refreshTokenGrant(config, refreshToken);
  const again = await oidc.refreshTokenGrant(config, renewed.refresh_token ?? '');
  const worker = await discover(stack.authUrl, 'worker', stack.secret);
  const machine = await oidc.clientCredentialsGrant(worker, { scope: 'internal.worker' });
  await oidc.tokenRevocation(config, tokens.access_token);
  await oidc.tokenRevocation(worker, machine.access_token);

  expectError((await stack.get('/api/accounts', { token: tokens.access_token })).body, 401);
  expectError((await stack.get('/api/accounts', { token: machine.access_token })).body, 401);
  const listed = await stack.get('/api/accounts', { token: renewed.access_token });
  expect(listed.status).toBe(200);

  await oidc.tokenRevocation(config, again.refresh_token ?? '');
  expectError((await stack.get('/api/accounts', { token: again.access_token })).body, 401);
});

test('the bundled service issues tokens that expire and belong to a tenant', async () => {
  const { tokens } = await signIn(config);
  const worker = await discover(stack.authUrl, 'worker', stack.secret);
  const machine = await oidc.clientCredentialsGrant(worker, { scope: 'internal.worker' });

  for (const { access_token: token } of [tokens, machine]) {
    const { exp, iat, tenant_id: tenant } = decodeJwt(token);
    expect(Number(exp) - Number(iat)).toBe(300);
    expect(tenant).toBe('aurora');
  }
});

test('operators of two tenants see nothing of each other', async () => {
  const { tokens } = await signIn(config);
  const { body } = await stack.post('/api/accounts', account, { token: tokens.access_token });
  const stranger = await stack.token({ tenant_id: 'boreal' });

  expect((await stack.get(`/api/accounts/${body.id}`, { token: stranger })).status).toBe(404);
});

test('the ledger refuses a permission that the operator does not hold', async () => {
  const username = 'reader@aurora';
  const operator = { username, password: PASSWORD, permissions: ['finance.read'] as const };
  await createOperator(stack.administration, operator, hashAtLowCost);
  const { tokens } = await signIn(config, { username });

  const refused = await stack.post('/api/accounts', account, { token: tokens.access_token });

  expectError(refused.body, 403);
});

test('a service may call no operation of operators', async () => {
  const worker = await discover(stack.authUrl, 'worker', stack.secret);
  const { access_token: token } = await oidc.clientCredentialsGrant(worker, {
    scope: 'internal.worker',
  });

  expectError((await stack.get('/api/accounts', { token })).body, 403);
  expectError((await stack.post('/api/accounts', account, { token })).body, 403);
});

test('a service posts by a grant of its institution, and may nothing else', async () => {
  const worker = await discover(stack.authUrl, 'worker', stack.secret);
  const requestToken = async (scope: string) =>
    (await oidc.clientCredentialsGrant(worker, { scope })).access_token;
  await grantServicePermissions(stack.administration, 'worker', ['finance.write', 'audit.read']);
  const token = await requestToken('finance.write');

  const { body: opened } = await stack.post('/api/accounts', account, { token });
  const posted = await stack.post('/api/journal-entries', credit(opened.id, '9000.00'), { token });

  expect(posted.status).toBe(201);
  const { sub: id } = decodeJwt(token);
  expect(id).toMatch(/^svc_/);
  expect(posted.body.posted_by).toBe(id);
  const auditor = { token: await requestToken('audit.read') };
  let events;
  do {
    ({ body: events } = await stack.get(`/api/audit-events?actor=${id}`, auditor));
  } while (events.lag_seconds > 0);
  const done = events.items.map(({ operation }: { operation: string }) => operation);
  expect(done).toEqual(expect.arrayContaining(['postJournalEntry', 'createAccount']));
  const { body: holder } = await stack.get(`/api/operators/${id}`, auditor);
  expect(holder).toMatchObject({ kind: 'SERVICE', name: 'Night worker' });

  expectError((await stack.get('/api/accounts', { token })).body, 403);

  await revokeServicePermissions(stack.administration, 'worker', ['finance.write', 'audit.read']);
  await expect(requestToken('finance.write')).rejects.toMatchObject({ error: 'invalid_scope' });
});

// docs/identity.md: what somebody can do who has stolen the secret of a service.
test('no grant opens to a service what stays with people', async () => {
  const worker = await discover(stack.authUrl, 'worker', stack.secret);
  await grantServicePermissions(stack.administration, 'worker', SERVICE_PERMISSIONS);
  const scope = SERVICE_PERMISSIONS.join(' ');
  const { access_token: token } = await oidc.clientCredentialsGrant(worker, { scope });
  const closed = Object.values(operations).filter(
    ({ permission }) => ![permission].flat().some(isServicePermission),
  );

  expect(closed.length).toBeGreaterThan(20);
  for (const { route, api } of closed) {
    const [method = '', path = ''] = route.replaceAll(/\{\w+\}/g, 'any').split(' ');
    const answer = await stack.request(method, path, {
      token,
      api,
      ...(method !== 'GET' && { body: {} }),
    });
    expect([route, answer.status]).toEqual([route, 403]);
  }
});

test('invalid access tokens get 401 and an HttpError', async () => {
  const { tokens } = await signIn(config);
  const good = tokens.access_token;
  const [header = '', payload = '', signature = ''] = good.split('.');
  const claims = decodeJwt(good);
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const { kid = '' } = decodeProtectedHeader(good);
  const confused = `${encode({ alg: 'HS256', typ: 'at+jwt', kid })}.${payload}`;
  const mac = createHmac('sha256', await publicKey(kid))
    .update(confused)
    .digest('base64url');

  const forged = {
    idToken: tokens.id_token ?? '',
    tampered: `${header}.${encode({ ...claims, tenant_id: 'boreal' })}.${signature}`,
    unsigned: `${encode({ alg: 'none', typ: 'at+jwt', kid })}.${payload}.`,
    confused: `${confused}.${mac}`,
    refreshToken: tokens.refresh_token ?? '',
    expired: await stack.token({ exp: 1 }),
    elsewhere: await stack.token({ aud: 'https://elsewhere.example' }),
    stranger: await stack.token({ iss: 'https://evil.example' }),
  };
  for (const [name, token] of Object.entries(forged)) {
    const answer = await stack.get('/api/accounts', { token });
    expect([name, answer.status]).toEqual([name, 401]);
    expectError(answer.body, 401);
  }
  expect((await stack.get('/api/accounts', { token: good })).status).toBe(200);
});

async function publicKey(kid: string): Promise<string> {
  const answer = await fetch(`${stack.authUrl}/jwks`);
  const { keys } = (await answer.json()) as { keys: { kid: string }[] };
  const jwk = keys.find((key) => key.kid === kid);
  return exportSPKI((await importJWK({ ...jwk }, 'ES256', { extractable: true })) as CryptoKey);
}

// fetch does not send another Host.
function metadataFor(host: string): Promise<string> {
  const headers = { host, 'x-forwarded-host': host, forwarded: `host=${host}` };
  return new Promise((resolve, reject) => {
    const request = get(`${stack.authUrl}/.well-known/openid-configuration`, { headers });
    request.on('error', reject);
    request.on('response', (answer) => text(answer).then(resolve, reject));
  });
}

test('Host and X-Forwarded-Host do not affect the metadata', async () => {
  const metadata = await metadataFor('evil.example');

  expect(JSON.parse(metadata)).toMatchObject({ issuer: stack.authUrl });
  expect(metadata).not.toContain('evil');
});

test('OAuth errors have the standard body, unknown paths that of the gateway', async () => {
  const body = new URLSearchParams({ grant_type: 'password', client_id: 'console' });
  const refused = await fetch(`${stack.authUrl}/token`, { method: 'POST', body });
  const nowhere = await fetch(`${stack.authUrl}/userinfo`);

  expect(await refused.json()).toMatchObject({ error: 'unsupported_grant_type' });
  expect(refused.headers.get('cache-control')).toBe('no-store');
  expectError(await nowhere.json(), 404);
});

test('a wrong password shows the page again', async () => {
  const { page } = await authorize(config, { password: 'not this one' });

  expect(page.status).toBe(400);
});
