// The page of an operator's own account: change of the password, and the sessions.
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import * as oidc from 'openid-client';
import {
  createOperator,
  resetPassword,
} from '../../functions/identity/administration/operators.ts';
import { requireSecondFactor } from '../../functions/identity/administration/second-factors.ts';
import { readPartition } from '../../functions/identity/storage/identity-table.ts';
import { FormBrowser } from '../../commands/token/form-browser.ts';
import type { BrowserPage } from '../../commands/token/form-browser.ts';
import { advanceTime } from '../support/stack/advance-time.ts';
import {
  PASSWORD,
  createIdentityRecords,
  hashAtLowCost,
  startIdentity,
} from '../support/stack/identity.ts';
import type { TestIdentity } from '../support/stack/identity.ts';
import { authorize, discover, signIn } from '../support/stack/relying-party.ts';

const NEXT_PASSWORD = 'staple battery horse';

let identity: TestIdentity;
let config: oidc.Configuration;

beforeAll(async () => {
  identity = await startIdentity({ stage: '/prod' });
  await createIdentityRecords(identity.administration);
  config = await discover(identity.issuer, 'console');
});
afterAll(async () => {
  jest.useRealTimers();
  await identity.stop();
  expect(identity.faults).toEqual([]);
});

async function newOperator(name: string): Promise<string> {
  const username = `${name}@aurora`;
  const operator = { username, password: PASSWORD, permissions: ['finance.read'] as const };
  await createOperator(identity.administration, operator, hashAtLowCost);
  return username;
}

const open = (browser: FormBrowser, path: string) => browser.open(`${identity.issuer}${path}`);

interface PasswordChange {
  readonly old?: string;
  readonly next?: string;
  readonly again?: string;
}

async function changePassword(
  browser: FormBrowser,
  { old = PASSWORD, next = NEXT_PASSWORD, again }: PasswordChange = {},
): Promise<BrowserPage> {
  const form = await open(browser, '/account/password');
  const fields = { password: old, next_password: next, next_password_again: again ?? next };
  return browser.submit(form, fields);
}

const canRefresh = (token: string): Promise<string | undefined> =>
  oidc.refreshTokenGrant(config, token).then(
    (tokens) => String(tokens.refresh_token),
    () => undefined,
  );

const hasCode = ({ url }: BrowserPage) => url.searchParams.has('code');

test('an operator changes the password; other sessions end and this one stays', async () => {
  const username = await newOperator('changing');
  const here = await signIn(config, { username });
  const there = await signIn(config, { username });
  advanceTime(2_000);

  const changed = await changePassword(here.browser);

  expect([changed.status, changed.html]).toEqual([
    200,
    expect.stringContaining('has been changed'),
  ]);
  expect(changed.headers.get('content-security-policy')).toContain("default-src 'none'");
  const records = await readPartition(identity.administration.table, 'OwnChanges#aurora');
  expect(records.map(({ action }) => action)).toEqual(['operator.password_changed']);
  expect(await canRefresh(there.refreshToken)).toBeUndefined();
  expect(hasCode((await authorize(config, { browser: there.browser, username })).page)).toBe(false);
  expect(await canRefresh(here.refreshToken)).toEqual(expect.any(String));
  expect(hasCode((await authorize(config, { browser: here.browser, username })).page)).toBe(true);
  advanceTime(2_000);
  const withOld = await authorize(config, { username });
  expect([withOld.page.status, hasCode(withOld.page)]).toEqual([400, false]);
  await signIn(config, { username, password: NEXT_PASSWORD });
});

test.each([
  ['a wrong old one', { old: 'not this password' }, 'current password is incorrect'],
  ['a short new one', { next: 'short' }, '12 to 256 characters'],
  ['a long new one', { next: 'x'.repeat(257) }, '12 to 256 characters'],
  ['two different new ones', { again: 'another battery horse' }, 'not the same'],
  ['the old one again', { next: PASSWORD }, 'the current one'],
])('refuses %s, and nothing changes', async (name, fields, message) => {
  const username = await newOperator(name.replaceAll(/\W/g, ''));
  const { browser, refreshToken } = await signIn(config, { username });

  const refused = await changePassword(browser, fields);

  expect([refused.status, refused.html]).toEqual([400, expect.stringContaining(message)]);
  expect(await canRefresh(refreshToken)).toEqual(expect.any(String));
  await signIn(config, { username });
});

test('wrong old passwords are delayed as at the sign-in', async () => {
  const username = await newOperator('stolen');
  const { browser } = await signIn(config, { username });

  const statuses = [];
  for (let guess = 0; guess < 6; guess += 1) {
    statuses.push((await changePassword(browser, { old: `guess number ${guess}` })).status);
  }

  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
});

test("the administrator's reset replaces the operator's own password", async () => {
  const username = await newOperator('forgetful');
  const { browser } = await signIn(config, { username });
  await changePassword(browser);

  await resetPassword(identity.administration, username, 'a third password', hashAtLowCost);
  advanceTime(2_000);

  expect(hasCode((await authorize(config, { username, password: NEXT_PASSWORD })).page)).toBe(
    false,
  );
  expect(hasCode((await authorize(config, { username, browser })).page)).toBe(false);
  await signIn(config, { username, password: 'a third password' });
});

test('of several changes at once one succeeds', async () => {
  const username = await newOperator('racing');
  const { browser } = await signIn(config, { username });

  const changes = [1, 2, 3].map((n) => changePassword(browser, { next: `new password ${n}` }));
  const pages = await Promise.all(changes);

  expect(pages.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('lists the sessions, and signs out everywhere', async () => {
  const username = await newOperator('watchful');
  const here = await signIn(config, { username });
  const there = await signIn(config, { username });
  await newOperator('stranger');
  const stranger = await signIn(config, { username: 'stranger@aurora' });

  const page = await open(here.browser, '/account');
  expect([page.status, page.html]).toEqual([200, expect.stringContaining(username)]);
  expect(page.html.match(/<li>/g)).toHaveLength(2);
  expect(page.html.match(/this browser/g)).toHaveLength(1);
  expect(page.html).toContain('Operator console');

  const left = await here.browser.submit(page, {});
  expect(left.html).toContain('signed out everywhere');

  for (const { refreshToken, browser } of [here, there]) {
    expect(await canRefresh(refreshToken)).toBeUndefined();
    const { page: asked } = await authorize(config, { browser, username, password: 'wrong' });
    expect(hasCode(asked)).toBe(false);
  }
  expect(await canRefresh(stranger.refreshToken)).toEqual(expect.any(String));
});

test('does not list a session that was signed out', async () => {
  const username = await newOperator('tidy');
  const here = await signIn(config, { username });
  const there = await signIn(config, { username });
  const url = oidc.buildEndSessionUrl(config, { id_token_hint: there.tokens.id_token ?? '' });
  await there.browser.submit(await there.browser.open(url), { logout: 'yes' });

  const page = await open(here.browser, '/account');

  expect(page.html.match(/<li>/g)).toHaveLength(1);
});

test('without a session the page asks for the sign-in first, and a factor if one is required', async () => {
  const username = await newOperator('arriving');
  const browser = new FormBrowser(new URL(identity.issuer).origin);
  const form = await open(browser, '/account/password');
  expect(form.html).toContain('Sign in');
  const arrived = await browser.submit(form, { username, password: PASSWORD });
  expect([arrived.url.pathname, arrived.url.search]).toEqual(['/prod/account', '']);
  expect(arrived.html).toContain(username);

  await requireSecondFactor(identity.administration, 'aurora', true);
  const asked = await open(browser, '/account');
  await requireSecondFactor(identity.administration, 'aurora', false);

  expect(asked.html).not.toContain('this browser');
});

test('refuses a form that another site sends', async () => {
  const { browser } = await signIn(config, { username: await newOperator('lured') });
  const url = new URL(`${identity.issuer}/account/sessions`);

  const answer = await fetch(url, {
    method: 'POST',
    headers: { cookie: browser.cookiesFor(url), 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams(),
  });

  expect(answer.status).toBe(400);
  expect((await open(browser, '/account')).html).toContain('this browser');
});
