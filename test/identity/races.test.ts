import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import * as oidc from 'openid-client';
import { FormBrowser } from '../../commands/token/form-browser.ts';
import { createOperator } from '../../functions/identity/administration/operators.ts';
import { requireSecondFactor } from '../../functions/identity/administration/second-factors.ts';
import { createTenant } from '../../functions/identity/administration/tenants.ts';
import { startSignInAttempt } from '../../functions/identity/sign-in/sign-in-attempts.ts';
import {
  identityKeys,
  openIdentityTable,
  readItem,
} from '../../functions/identity/storage/identity-table.ts';
import { enterCode, removePasskey } from '../support/passkeys/factor-page.ts';
import { SoftwareAuthenticator } from '../support/passkeys/software-authenticator.ts';
import { startFaultProxy } from '../support/stack/fault-proxy.ts';
import type { StoreFault, ObservingFaultProxy } from '../support/stack/fault-proxy.ts';
import {
  PASSWORD,
  createIdentityRecords,
  hashAtLowCost,
  startIdentity,
} from '../support/stack/identity.ts';
import type { TestIdentity } from '../support/stack/identity.ts';
import { authorize, discover, signIn } from '../support/stack/relying-party.ts';

const AT_ONCE = 8;
const ROUNDS = 20;

let proxy: ObservingFaultProxy;
let identity: TestIdentity;
let config: oidc.Configuration;
let browser: FormBrowser;

beforeAll(async () => {
  proxy = await startFaultProxy();
  identity = await startIdentity({ endpoint: proxy.endpoint });
  await createIdentityRecords(identity.administration);
  config = await discover(identity.issuer, 'console');
  ({ browser } = await signIn(config));
});
afterAll(async () => {
  await identity.stop();
  await proxy.stop();
});
beforeEach(() => proxy.heal());

const isWrite = (operation: string) => /Put|Update|Delete|Write/.test(operation);

/** After that many writes no request gets through any more, as after a crash. */
function crashAfter(writes: number): void {
  let left = writes;
  proxy.fail((operation) => {
    if (!isWrite(operation)) return 'none';
    left -= 1;
    return left < 0 ? 'dead' : 'none';
  });
}

/** Makes the first calls of an operation fail in ways from which the service must recover. */
function failFirst(operation: string, ...faults: readonly StoreFault[]): void {
  const left = [...faults];
  proxy.fail((called) => (called === operation ? left.shift() : undefined) ?? 'none');
}

/** The refresh tokens that concurrent requests receive for one token. */
async function refreshAtOnce(token: string): Promise<string[]> {
  const grants = Array.from({ length: AT_ONCE }, () => oidc.refreshTokenGrant(config, token));
  const answers = await Promise.allSettled(grants);
  return answers.flatMap((answer) =>
    answer.status === 'fulfilled' ? [answer.value.refresh_token ?? ''] : [],
  );
}

async function alive(token: string): Promise<boolean> {
  return oidc.refreshTokenGrant(config, token).then(
    () => true,
    () => false,
  );
}

test('times out a hanging call to the store and retries it', async () => {
  let isFirst = true;
  proxy.fail(() => {
    const fault = isFirst ? 'hang' : 'none';
    isFirst = false;
    return fault;
  });

  const { refreshToken } = await signIn(config, { browser });

  expect(await alive(refreshToken)).toBe(true);
});

test('accepts at most one of eight refreshes with one token, twenty times over', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { refreshToken } = await signIn(config, { browser });

    const winners = await refreshAtOnce(refreshToken);

    expect(winners.length).toBeLessThanOrEqual(1);
    const living = await Promise.all([refreshToken, ...winners].map(alive));
    expect(living.filter(Boolean).length).toBeLessThanOrEqual(1);
  }
});

test('a code stays good when the store fails its exchange', async () => {
  const { callback, checks } = await authorize(config, { browser });
  crashAfter(0);
  await expect(oidc.authorizationCodeGrant(config, callback, checks)).rejects.toThrow();
  proxy.heal();

  const { access_token } = await oidc.authorizationCodeGrant(config, callback, checks);

  expect(access_token).toEqual(expect.any(String));
});

test('a wrong try of a code is not answered while the code is not spent', async () => {
  const { callback, checks } = await authorize(config, { browser });
  const wrong = { ...checks, pkceCodeVerifier: oidc.randomPKCECodeVerifier() };
  crashAfter(0);

  const tried = oidc.authorizationCodeGrant(config, callback, wrong);

  await expect(tried).rejects.toMatchObject({ cause: { status: 500 } });
});

test('accepts exactly one of eight redemptions of one code', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { callback, checks } = await authorize(config, { browser });

    const answers = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, () => oidc.authorizationCodeGrant(config, callback, checks)),
    );

    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  }
});

test('allows the operator to sign in again after a crash before any write of a sign-in', async () => {
  const before = proxy.requests.length;
  await signIn(config, { browser: new FormBrowser(identity.issuer) });
  const seen = proxy.requests.slice(before).filter(({ operation }) => isWrite(operation));
  const writes = seen.length;
  expect(writes).toBeGreaterThan(5);

  for (let crash = 0; crash < writes; crash += 1) {
    const crashed = new FormBrowser(identity.issuer);
    crashAfter(crash);
    await expect(signIn(config, { browser: crashed })).rejects.toThrow();
    proxy.heal();

    // The same browser, with whatever cookies the crash left it.
    const { tokens } = await signIn(config, { browser: crashed });
    expect(tokens.access_token).toEqual(expect.any(String));
  }
});

test('a crash in a refresh leaves the old token valid', async () => {
  const { refreshToken } = await signIn(config, { browser });
  crashAfter(0);
  await expect(oidc.refreshTokenGrant(config, refreshToken)).rejects.toThrow();
  proxy.heal();

  expect(await alive(refreshToken)).toBe(true);
});

test('returns the token of a refresh whose answer from the store was lost', async () => {
  const { refreshToken } = await signIn(config, { browser });
  failFirst('TransactWriteItems', 'lost');

  expect(await alive(refreshToken)).toBe(true);
});

const AFTER_LOSS: StoreFault[][] = [['conflict'], ['in-progress', 'in-progress']];

test.each(AFTER_LOSS)(
  'returns the token of a refresh whose lost answer is followed by %s',
  async (...faults) => {
    const { refreshToken } = await signIn(config, { browser });
    failFirst('TransactWriteItems', 'lost', ...faults);

    expect(await alive(refreshToken)).toBe(true);
  },
);

test('returns the tokens of a code whose use was stored and not confirmed', async () => {
  const { callback, checks } = await authorize(config, { browser });
  failFirst('UpdateItem', 'lost');

  const { access_token } = await oidc.authorizationCodeGrant(config, callback, checks);

  expect(access_token).toEqual(expect.any(String));
});

test('accepts a passkey whose enrolment or use was stored and not confirmed', async () => {
  const username = 'keyed@aurora';
  const operator = { username, password: PASSWORD, permissions: [] };
  await createOperator(identity.administration, operator, hashAtLowCost);
  const passkey = new SoftwareAuthenticator(new URL(identity.issuer).origin);
  const { browser: own } = await signIn(config, { username });
  const page = await own.open(`${identity.issuer}/account/second-factors`);
  failFirst('TransactWriteItems', 'lost');
  const enrolled = await own.submit(page, { step: 'passkey', credential: passkey.create(page) });
  expect(enrolled.status).toBe(200);

  const asked = await authorize(config, { username });
  // The challenge and the count, each with its second try.
  failFirst('UpdateItem', 'lost', 'none', 'lost');
  const answer = { step: 'passkey', credential: passkey.use(asked.page) };
  const last = await asked.browser.submit(asked.page, answer);

  expect([last.status, last.url.searchParams.has('code')]).toEqual([303, true]);
});

test.each([
  ['removal', 'ada', removePasskey],
  ['replacement', 'ben', enterCode],
])('the %s of a factor ends the other sessions, whatever fails after it', async (_, name, fill) => {
  const username = `${name}@strict`;
  await createTenant(identity.administration, { tenantId: 'strict', name }).catch(() => undefined);
  await requireSecondFactor(identity.administration, 'strict', true);
  const operator = { username, password: PASSWORD, permissions: [] };
  await createOperator(identity.administration, operator, hashAtLowCost);
  const passkey = new SoftwareAuthenticator(new URL(identity.issuer).origin);
  const signInByPasskey = async () => {
    const { browser: own, page, checks } = await authorize(config, { username });
    const isNew = page.html.includes('data-ceremony="create"');
    const credential = isNew ? passkey.create(page) : passkey.use(page);
    const { url } = await own.submit(page, { step: 'passkey', credential });
    const { refresh_token = '' } = await oidc.authorizationCodeGrant(config, url, checks);
    return { own, token: refresh_token };
  };
  const [here, there] = [await signInByPasskey(), await signInByPasskey()];
  const page = await here.own.open(`${identity.issuer}/account/second-factors`);
  const both = await here.own.submit(page, enterCode(page));
  const before = proxy.requests.length;
  await here.own.open(both.url);
  // The session, the operator with the own credentials, the factors and the offer.
  expect(proxy.requests.slice(before)).toHaveLength(5);
  proxy.fail((operation) => (operation === 'DeleteItem' ? 'dead' : 'none'));

  const { status } = await here.own.submit(both, fill(both));
  proxy.heal();

  expect([status, await alive(there.token), await alive(here.token)]).toEqual([500, false, true]);
});

test('counts an attempt to sign in once, and clears it once, when the answer is lost', async () => {
  const { name } = identity.administration.table;
  const table = openIdentityTable(name, { endpoint: proxy.endpoint });
  const address = '192.0.2.77';
  const countFailures = async () =>
    (await readItem(table, identityKeys.attempts('address', address)))?.failures;
  await startSignInAttempt(table, 'first@aurora', address);
  await startSignInAttempt(table, 'second@aurora', address);

  failFirst('PutItem', 'lost');
  const { succeeded } = await startSignInAttempt(table, 'third@aurora', address);
  expect(await countFailures()).toBe(3);

  failFirst('UpdateItem', 'lost');
  await succeeded();
  expect(await countFailures()).toBe(2);
});

test('retries a refresh that conflicts with another transaction', async () => {
  const { refreshToken } = await signIn(config, { browser });
  failFirst('TransactWriteItems', 'conflict', 'conflict');

  expect(await alive(refreshToken)).toBe(true);
});

test('a revocation wins a race against a refresh', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { refreshToken } = await signIn(config, { browser });

    const [refreshed] = await Promise.allSettled([
      oidc.refreshTokenGrant(config, refreshToken),
      oidc.tokenRevocation(config, refreshToken, { token_type_hint: 'refresh_token' }),
    ]);

    expect(await alive(refreshToken)).toBe(false);
    if (refreshed.status === 'rejected') continue;
    expect(await alive(refreshed.value.refresh_token ?? '')).toBe(false);
  }
});
