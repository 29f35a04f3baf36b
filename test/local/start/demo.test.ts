import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as oidc from 'openid-client';
import {
  changeRedirectUris,
  listClients,
} from '../../../functions/identity/administration/clients.ts';
import { listOperators } from '../../../functions/identity/administration/operators.ts';
import { seedDemo } from '../../../local/start/registration/demo-data.ts';
import { fetchAccessToken } from '../../../commands/token/access-token.ts';
import type { FormBrowser } from '../../../commands/token/form-browser.ts';
import { startIdentity } from '../../support/stack/identity.ts';
import type { TestIdentity } from '../../support/stack/identity.ts';
import { authorize, discover, discoverFrom, signIn } from '../../support/stack/relying-party.ts';

const CONSOLE = 'http://localhost:4020';
const REDIRECT_URI = `${CONSOLE}/callback.html`;

const folder = mkdtempSync(join(tmpdir(), 'demo-'));
const file = join(folder, 'demo.json');
let identity: TestIdentity;

beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(async () => {
  await identity.stop();
  rmSync(folder, { recursive: true });
});

async function canSignIn({ username, password }: { username: string; password: string }) {
  const service = { authUrl: identity.issuer, clientId: 'console' };
  return fetchAccessToken({
    ...service,
    redirectUri: `${CONSOLE}/callback`,
    username,
    password,
  }).then(Boolean, () => false);
}

/** The status of the answer. */
async function requestServiceToken(service: {
  readonly client_id: string;
  readonly client_secret: string;
}): Promise<number> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...service });
  const { status } = await fetch(`${identity.issuer}/token`, { method: 'POST', body });
  return status;
}

test('creates two tenants with seven operators each, once', async () => {
  const first = await seedDemo(identity.administration, file);
  const second = await seedDemo(identity.administration, file);

  expect(second).toEqual(first);
  expect(first.operators).toHaveLength(14);
  for (const tenant of ['aurora', 'boreal']) {
    const stored = await listOperators(identity.administration, tenant);
    const seeded = first.operators.filter(({ tenant_id }) => tenant_id === tenant);
    expect(seeded).toHaveLength(7);
    expect(seeded.map(({ username, operator_id }) => [username, operator_id]).sort()).toEqual(
      stored.map(({ name, operatorId }) => [`${name}@${tenant}`, operatorId]).sort(),
    );
  }
  expect((await listClients(identity.administration)).map(({ clientId }) => clientId)).toEqual([
    'console',
    'worker',
  ]);
  expect(statSync(file).mode & 0o077).toBe(0);
  const [operator] = first.operators;
  expect(await canSignIn(operator ?? { username: '', password: '' })).toBe(true);
});

test('gives demo operators new credentials when the old ones are lost', async () => {
  rmSync(file);

  const { operators, internal_client: service } = await seedDemo(identity.administration, file);

  expect(await canSignIn(operators[1] ?? { username: '', password: '' })).toBe(true);
  expect(await requestServiceToken(service)).toBe(200);
});

test('gives the service a new secret when the start that made the last one was killed', async () => {
  const { internal_client: service } = await seedDemo(identity.administration, file);
  const stored = readFileSync(file, 'utf8');
  // As it is from the first write to the last one.
  writeFileSync(file, stored.replace(service.client_secret, ''));

  const seeded = await seedDemo(identity.administration, file);

  expect(await requestServiceToken(seeded.internal_client)).toBe(200);
  expect(await seedDemo(identity.administration, file)).toEqual(seeded);
});

test.each([
  ['empty, as after a loss of power', () => ''],
  [
    'of a version that knew no service',
    (stored: string) => {
      const { internal_client: _, ...others } = JSON.parse(stored) as Record<string, unknown>;
      return JSON.stringify(others);
    },
  ],
  [
    'of a version with another redirect URI',
    (stored: string) => stored.replace(`${CONSOLE}/callback`, 'http://localhost:1/callback'),
  ],
])('replaces credentials that are %s', async (_, change) => {
  const before = await seedDemo(identity.administration, file);
  writeFileSync(file, change(readFileSync(file, 'utf8')));

  const seeded = await seedDemo(identity.administration, file);

  expect(seeded.redirect_uri).toBe(before.redirect_uri);
  expect(await canSignIn(seeded.operators[2] ?? { username: '', password: '' })).toBe(true);
  expect(await requestServiceToken(seeded.internal_client)).toBe(200);
  expect(await seedDemo(identity.administration, file)).toEqual(seeded);
});

async function signInToConsole(browser?: FormBrowser) {
  const { operators } = await seedDemo(identity.administration, file);
  const [{ username, password } = { username: '', password: '' }] = operators;
  const config = await discoverFrom(CONSOLE, identity.issuer, 'console');
  const own = browser && { browser };
  return {
    config,
    ...(await signIn(config, { username, password, redirectUri: REDIRECT_URI, ...own })),
  };
}

test('registers the addresses of the console with a client of an earlier version', async () => {
  const old = { redirectUris: [`${CONSOLE}/callback`], postLogoutRedirectUris: [CONSOLE] };
  await changeRedirectUris(identity.administration, 'console', old);

  await seedDemo(identity.administration, file);

  expect(await listClients(identity.administration)).toMatchObject([
    {
      clientId: 'console',
      redirectUris: [`${CONSOLE}/callback`, REDIRECT_URI],
      postLogoutRedirectUris: [CONSOLE, `${CONSOLE}/`],
    },
    { clientId: 'worker' },
  ]);
});

test('a script of the console signs in and renews, and a token used twice ends the grant', async () => {
  const startedAt = Math.floor(Date.now() / 1000);
  const { config, tokens, refreshToken } = await signInToConsole();
  const signedInAt = Number(tokens.claims()?.auth_time);
  expect(signedInAt).toBeGreaterThanOrEqual(startedAt);

  const next = await oidc.refreshTokenGrant(config, refreshToken);
  expect(next.claims()?.auth_time).toBe(signedInAt);

  for (const token of [refreshToken, next.refresh_token ?? '']) {
    const refresh = oidc.refreshTokenGrant(config, token);
    await expect(refresh).rejects.toMatchObject({ error: 'invalid_grant' });
  }
});

test('a script of the console revokes its tokens', async () => {
  const { config, refreshToken } = await signInToConsole();

  await oidc.tokenRevocation(config, refreshToken);

  const refresh = oidc.refreshTokenGrant(config, refreshToken);
  await expect(refresh).rejects.toMatchObject({ error: 'invalid_grant' });
});

test('a session answers the console without a form, until the operator signs out there', async () => {
  const { config, browser, tokens } = await signInToConsole();
  const silent = { browser, redirectUri: REDIRECT_URI, prompt: 'none' } as const;
  const { callback, checks } = await authorize(config, silent);
  await oidc.authorizationCodeGrant(config, callback, checks);
  const url = oidc.buildEndSessionUrl(config, {
    id_token_hint: tokens.id_token ?? '',
    post_logout_redirect_uri: `${CONSOLE}/`,
  });

  const left = await browser.submit(await browser.open(url), { logout: 'yes' });

  expect(left.url.href).toBe(`${CONSOLE}/`);
  const { callback: refused } = await authorize(config, silent);
  expect(refused.searchParams.get('error')).toBe('login_required');
});

test('a sign-in fills a window: no frame and no script gets a code from it', async () => {
  const { config, browser } = await signInToConsole();
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: 'openid',
    prompt: 'none',
    code_challenge: await oidc.calculatePKCECodeChallenge(oidc.randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
  });
  const open = (destination: string) => {
    const headers = { cookie: browser.cookiesFor(url), 'sec-fetch-dest': destination };
    return fetch(url, { headers, redirect: 'manual' });
  };

  for (const destination of ['iframe', 'frame', 'embed', 'object', 'empty', 'image']) {
    const { status, headers } = await open(destination);
    expect([destination, status, headers.get('location')]).toEqual([destination, 403, null]);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  }
  const shown = await open('document');
  expect(shown.headers.get('location')).toContain(`${REDIRECT_URI}?code=`);
});

const ENDPOINTS = ['/.well-known/openid-configuration', '/jwks', '/token', '/token/revocation'];

test.each(ENDPOINTS)('%s allows scripts of the console and of no other origin', async (path) => {
  await seedDemo(identity.administration, file);
  const method = path.startsWith('/token') ? 'POST' : 'GET';
  const body = new URLSearchParams({ client_id: 'console', token: 'x', grant_type: 'x' });
  const request = method === 'POST' ? { method, body } : { method };
  const preflight = { method: 'OPTIONS', headers: { 'access-control-request-method': method } };
  const readOrigins = (origin: string) =>
    Promise.all(
      [request, preflight].map(async ({ headers, ...options }: RequestInit) => {
        const sent = { ...options, headers: { ...(headers as object), origin } };
        const answer = await fetch(identity.issuer + path, sent);
        return [...answer.headers].filter(([name]) => name.startsWith('access-control-allow-o'));
      }),
    );

  const allowed = [['access-control-allow-origin', CONSOLE]];
  expect(await readOrigins(CONSOLE)).toEqual([allowed, allowed]);
  for (const other of ['https://evil.example', 'http://localhost:4021', 'null']) {
    expect(await readOrigins(other)).toEqual([[], []]);
  }
});

test('has no userinfo endpoint: the id token has the claims', async () => {
  const config = await discover(identity.issuer, 'console');

  expect(config.serverMetadata().userinfo_endpoint).toBeUndefined();
  const answer = await fetch(`${identity.issuer}/me`, { headers: { origin: CONSOLE } });
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([404, null]);
});
