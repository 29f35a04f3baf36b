import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { decodeProtectedHeader } from 'jose';
import * as oidc from 'openid-client';
import { buildTokenVerifier } from '../../functions/authorizer/access-token.ts';
import { readIssuers } from '../../functions/authorizer/issuers.ts';
import { KeySets } from '../../functions/authorizer/key-sets.ts';
import { KEYS_REFRESH_MS } from '../../functions/identity/key-source.ts';
import { SETTLING_MS } from '../../functions/identity/rotation/rotation-steps.ts';
import { AUDIENCE, createIdentityRecords, startIdentity } from '../support/stack/identity.ts';
import type { TestIdentity } from '../support/stack/identity.ts';
import { authorize, discover, signIn } from '../support/stack/relying-party.ts';

let identity: TestIdentity;
let worker: oidc.Configuration;
let verify: ReturnType<typeof buildTokenVerifier>;

beforeAll(async () => {
  identity = await startIdentity();
  const secret = await createIdentityRecords(identity.administration);
  worker = await discover(identity.issuer, 'worker', secret);
  const { issuer } = identity;
  const list = [{ issuer, jwks_uri: `${issuer}/jwks`, audience: AUDIENCE }];
  const keySets = new KeySets(() => identity.clock.now);
  verify = buildTokenVerifier(readIssuers(JSON.stringify(list)), async () => false, keySets);
});
afterAll(() => identity.stop());

async function newToken(): Promise<string> {
  return (await oidc.clientCredentialsGrant(worker, { scope: 'internal.worker' })).access_token;
}

async function publishedKeys(): Promise<string[]> {
  const answer = await fetch(`${identity.issuer}/jwks`);
  const { keys } = (await answer.json()) as { keys: { kid: string; d?: string }[] };
  expect(keys.every((key) => key.d === undefined)).toBe(true);
  return keys.map(({ kid }) => kid);
}

/** When the requests for tokens that are under way were sent, on the service's clock. */
const sentAt: number[] = [];

/** Longer than any request takes. */
const REQUEST_MAX_MS = 60_000;

/** Runs the service's clock thousands of times faster than real time, but not while a request takes its time. */
async function pass(milliseconds: number): Promise<void> {
  for (let step = 0; step < milliseconds; step += 20_000) {
    await sleep(4);
    while (sentAt.some((at) => identity.clock.now - at >= REQUEST_MAX_MS)) await sleep(1);
    identity.clock.now += 20_000;
  }
}

/** Gets tokens and uses each until it is almost five minutes old on the service's clock. */
async function useTokens(until: AbortSignal, used: { count: number; kids: Set<unknown> }) {
  while (!until.aborted) {
    const sent = identity.clock.now;
    sentAt.push(sent);
    const token = await newToken();
    sentAt.splice(sentAt.indexOf(sent), 1);
    used.kids.add(decodeProtectedHeader(token).kid);
    const expires = identity.clock.now + 290_000;
    do {
      await verify(token);
      used.count += 1;
      await sleep(1);
    } while (identity.clock.now < expires);
  }
}

test('refuses no token during three rotations', async () => {
  const done = new AbortController();
  const used = { count: 0, kids: new Set() };
  const users = Promise.all([1, 2, 3].map(() => useTokens(done.signal, used)));

  for (let rotation = 0; rotation < 3; rotation += 1) {
    await pass(SETTLING_MS);
    await identity.rotateKeys();
  }
  await pass(SETTLING_MS);
  done.abort();
  // Until the last token expires, however late it was issued.
  const over = users.then(() => true);
  while (!(await Promise.race([over, pass(20_000)]))) continue;

  expect(used.kids.size).toBe(4);
  expect(used.count).toBeGreaterThan(100);
});

test('publishes the next key before it signs, and the previous one until its tokens expire', async () => {
  const signing = decodeProtectedHeader(await newToken()).kid;
  const [current, next] = await publishedKeys();
  expect(current).toBe(signing);

  identity.clock.now += SETTLING_MS;
  await identity.rotateKeys();
  identity.clock.now += KEYS_REFRESH_MS;

  // Both instances have served a request.
  await newToken();
  expect(decodeProtectedHeader(await newToken()).kid).toBe(next);
  expect(await publishedKeys()).toEqual([next, expect.any(String), current]);
});

test('refuses a rotation before clients can have read the last one', async () => {
  await expect(identity.rotateKeys()).rejects.toThrow('not settled');
});

test('keys are fresh until they should long have been rotated', async () => {
  const before = identity.clock.now;
  expect(await identity.areKeysFresh()).toBe(true);

  identity.clock.now += 34 * 86_400_000;
  expect(await identity.areKeysFresh()).toBe(false);
  identity.clock.now = before;
});

test('keeps a browser signed in across a rotation', async () => {
  const config = await discover(identity.issuer, 'console');
  const { browser, refreshToken } = await signIn(config);

  identity.clock.now += SETTLING_MS;
  await identity.rotateKeys();
  identity.clock.now += KEYS_REFRESH_MS;

  expect((await authorize(config, { browser })).callback.searchParams.has('code')).toBe(true);
  await oidc.refreshTokenGrant(config, refreshToken);
});

test('keeps the last good keys when the secret is unreadable, and reports it', async () => {
  const signing = decodeProtectedHeader(await newToken()).kid;
  identity.corruptSecret();
  identity.clock.now += KEYS_REFRESH_MS;

  expect(decodeProtectedHeader(await newToken()).kid).toBe(signing);
  await newToken();
  expect(identity.stale.length).toBe(2);

  // An instance that never had keys cannot serve, and does not reveal why.
  identity.gateway.serve(identity.instance());
  const answer = await fetch(`${identity.issuer}/jwks`);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({ error: 'temporarily_unavailable' });
});
