// The second factor by authenticator app: required by a tenant, enrolled at the sign-in, and good once.
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import * as oidc from 'openid-client';
import {
  createOperator,
  resetPassword,
} from '../../functions/identity/administration/operators.ts';
import {
  requireSecondFactor,
  resetSecondFactors,
} from '../../functions/identity/administration/second-factors.ts';
import { listTenants } from '../../functions/identity/administration/tenants.ts';
import { readPartition } from '../../functions/identity/storage/identity-table.ts';
import type { BrowserPage } from '../../commands/token/form-browser.ts';
import {
  STEP_MS,
  listNearCodes,
  readSecret,
  showCode,
  showWrongCode,
} from '../support/passkeys/factor-page.ts';
import { advanceTime } from '../support/stack/advance-time.ts';
import {
  MAKER,
  PASSWORD,
  createIdentityRecords,
  hashAtLowCost,
  startIdentity,
} from '../support/stack/identity.ts';
import type { TestIdentity } from '../support/stack/identity.ts';
import { authorize, discover, signIn } from '../support/stack/relying-party.ts';

let identity: TestIdentity;
let config: oidc.Configuration;

beforeAll(async () => {
  identity = await startIdentity();
  await createIdentityRecords(identity.administration);
  config = await discover(identity.issuer, 'console');
  // A code is used within its half minute, however long a page takes.
  advanceTime(0);
});
// The tests advance the clock and never set it back: a counter from the future would make a sign-in wait.
afterAll(async () => {
  jest.useRealTimers();
  await identity.stop();
  expect(identity.faults).toEqual([]);
});
beforeEach(() => requireSecondFactor(identity.administration, 'aurora', true));

async function newOperator(name: string): Promise<string> {
  const operator = {
    username: `${name}@aurora`,
    password: PASSWORD,
    permissions: ['finance.read'] as const,
  };
  await createOperator(identity.administration, operator, hashAtLowCost);
  return operator.username;
}

/** Signs in with the password and enrols an authenticator app, as the page asks. */
async function enrol(username: string) {
  const visit = await authorize(config, { username });
  const secret = readSecret(visit.page);
  const page = await visit.browser.submit(visit.page, { code: showCode(secret) });
  return { ...visit, secret, page };
}

/** Signs in with the password and the code in another browser. */
async function signInWithCode(username: string, code: string) {
  const visit = await authorize(config, { username });
  const page = await visit.browser.submit(visit.page, { code });
  return { ...visit, page };
}

const hasCode = ({ url }: BrowserPage) => url.searchParams.has('code');

test('an operator enrols at the next sign-in, before any code is issued', async () => {
  const username = await newOperator('enrolling');
  const { page, browser, checks } = await authorize(config, { username });
  const secret = readSecret(page);

  expect([page.status, hasCode(page)]).toEqual([200, false]);
  expect(page.html).toContain('<svg');
  expect(page.html).not.toMatch(/<script(?! src)/);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const refused = await browser.submit(page, { code: showWrongCode(secret) });
  expect([refused.status, hasCode(refused)]).toEqual([400, false]);
  expect(readSecret(refused)).toBe(secret);
  const last = await browser.submit(refused, { code: showCode(secret) });

  const tokens = await oidc.authorizationCodeGrant(config, last.url, checks);
  expect(decodeJwt(tokens.access_token).preferred_username).toBe(username);
});

test('from then on each sign-in takes the code of the app, once', async () => {
  const username = await newOperator('using');
  const { secret } = await enrol(username);

  const reused = await signInWithCode(username, showCode(secret));
  expect([reused.page.status, hasCode(reused.page)]).toEqual([400, false]);
  expect(reused.page.html).not.toContain('id="secret"');

  advanceTime(STEP_MS);
  const code = showCode(secret);
  const first = await signInWithCode(username, `${code.slice(0, 3)} ${code.slice(3)}`);
  const second = await signInWithCode(username, code);
  expect([hasCode(first.page), hasCode(second.page)]).toEqual([true, false]);
  const tokens = await oidc.authorizationCodeGrant(config, first.page.url, first.checks);
  expect(decodeJwt(tokens.access_token).preferred_username).toBe(username);
});

test('one of two sign-ins with the same code at once succeeds', async () => {
  const username = await newOperator('racing');
  const { secret } = await enrol(username);
  advanceTime(STEP_MS);
  const visits = await Promise.all([1, 2].map(() => authorize(config, { username })));

  const code = showCode(secret);
  const pages = await Promise.all(
    visits.map(({ browser, page }) => browser.submit(page, { code })),
  );

  expect(pages.map(({ status }) => status).toSorted()).toEqual([303, 400]);
  expect(pages.filter(hasCode)).toHaveLength(1);
});

test('accepts a clock that is half a minute off, and no more', async () => {
  const username = await newOperator('skewed');
  const { secret } = await enrol(username);
  advanceTime(10 * STEP_MS);
  // No step shows the code of another one.
  while (new Set(listNearCodes(secret)).size < 5) advanceTime(STEP_MS);

  const pages = [];
  for (const steps of [-2, 2, -1, 1]) {
    pages.push(
      (await signInWithCode(username, showCode(secret, Date.now() + steps * STEP_MS))).page,
    );
  }

  expect(pages.map(hasCode)).toEqual([false, false, true, true]);
});

test('wrong codes are delayed, whatever right passwords come between them', async () => {
  const username = await newOperator('guessed');
  const { secret } = await enrol(username);
  advanceTime(STEP_MS);

  const statuses = [];
  for (let guess = 0; guess < 6; guess += 1) {
    statuses.push((await signInWithCode(username, showWrongCode(secret))).page.status);
  }
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);

  const waiting = await signInWithCode(username, showCode(secret));
  expect([waiting.page.status, waiting.page.headers.get('retry-after')]).toEqual([429, '2']);
  advanceTime(2_000);
  expect(hasCode((await signInWithCode(username, showCode(secret))).page)).toBe(true);
});

test('a lost device is reset by the administrator alone, and that ends the sessions', async () => {
  const username = await newOperator('losing');
  const { secret, browser, page, checks } = await enrol(username);
  const tokens = await oidc.authorizationCodeGrant(config, page.url, checks);

  await resetSecondFactors(identity.administration, username);

  const refresh = oidc.refreshTokenGrant(config, tokens.refresh_token ?? '');
  await expect(refresh).rejects.toMatchObject({ error: 'invalid_grant' });
  advanceTime(STEP_MS);
  const again = await authorize(config, { username, browser });
  expect(readSecret(again.page)).toMatch(/^[A-Z2-7]{32}$/);
  expect(readSecret(again.page)).not.toBe(secret);
});

test('a password that was reset leaves the second factor', async () => {
  const username = await newOperator('forgetting');
  await enrol(username);
  const password = 'another battery horse';

  await resetPassword(identity.administration, username, password, hashAtLowCost);
  advanceTime(STEP_MS);

  const { page } = await authorize(config, { username, password });
  expect(hasCode(page)).toBe(false);
  expect(page.html).toContain('name="code"');
});

test('a sign-in from before the reset cannot enrol after it', async () => {
  const username = await newOperator('thief');
  const { page, browser } = await authorize(config, { username });

  await resetSecondFactors(identity.administration, username);
  const late = await browser.submit(page, { code: showCode(readSecret(page)) });

  expect([late.status, hasCode(late)]).toEqual([400, false]);
  expect(late.html).toContain('name="password"');
  advanceTime(STEP_MS);
  expect((await authorize(config, { username })).page.html).toContain('id="secret"');
});

test('without the requirement a sign-in is as before, but a factor once enrolled is asked for', async () => {
  const username = await newOperator('volunteer');
  const { secret } = await enrol(username);
  await requireSecondFactor(identity.administration, 'aurora', false);

  expect((await signIn(config)).refreshToken).not.toBe('');
  advanceTime(STEP_MS);
  const { page, browser } = await authorize(config, { username });
  expect(hasCode(page)).toBe(false);
  expect(hasCode(await browser.submit(page, { code: showCode(secret) }))).toBe(true);
});

test('a session by password alone gets no code once its tenant requires a factor', async () => {
  await requireSecondFactor(identity.administration, 'aurora', false);
  const { browser } = await signIn(config, { username: MAKER });
  await requireSecondFactor(identity.administration, 'aurora', true);

  const { page } = await authorize(config, { browser, username: MAKER });

  expect(hasCode(page)).toBe(false);
  expect(page.html).toContain('id="secret"');
});

test('the page of the code leads back to the password', async () => {
  const username = await newOperator('mistaken');
  await enrol(username);
  const { page, browser } = await authorize(config, { username });

  const restarted = await browser.submit(page, { step: 'restart' });

  expect(restarted.html).toContain('name="password"');
  const { page: other } = await authorize(config, { username, browser });
  expect(other.html).toContain('name="code"');
});

test('requiring and resetting are recorded; no secret or code is in a record or in the log', async () => {
  const username = await newOperator('recorded');
  const { secret } = await enrol(username);
  await resetSecondFactors(identity.administration, username);

  const records = await readPartition(identity.administration.table, 'Audit#aurora');
  expect(records.map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      'tenant.second_factor_required',
      'tenant.second_factor_not_required',
      'operator.factors_reset',
    ]),
  );
  expect(await listTenants(identity.administration)).toMatchObject([
    { tenantId: 'aurora', requiresSecondFactor: true },
  ]);
  expect(JSON.stringify([records, identity.log])).not.toContain(secret);
  const { documents, name } = identity.administration.table;
  const { Items = [] } = await documents.send(new ScanCommand({ TableName: name }));
  const holders = Items.filter((item) => JSON.stringify(item).includes(secret));
  expect(holders.map(({ PK }) => String(PK))).toEqual([]);
});

test('refuses a requirement for an unknown tenant', async () => {
  const required = requireSecondFactor(identity.administration, 'nowhere', true);
  await expect(required).rejects.toThrow('no tenant nowhere');
});
