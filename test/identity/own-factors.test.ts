// The page on which operators add and remove their second factors, what administrators see of it, and the
// sign-in of `npm run token` with a code.
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import * as oidc from 'openid-client';
import { auditCommands } from '../../commands/administration/audit-command.ts';
import { commands } from '../../commands/administration/commands.ts';
import { fetchAccessToken } from '../../commands/token/access-token.ts';
import type { SignInOptions } from '../../commands/token/access-token.ts';
import type { BrowserPage, FormBrowser } from '../../commands/token/form-browser.ts';
import { createOperator } from '../../functions/identity/administration/operators.ts';
import { requireSecondFactor } from '../../functions/identity/administration/second-factors.ts';
import {
  STEP_MS,
  listNearCodes,
  readSecret,
  showCode,
  showWrongCode,
} from '../support/passkeys/factor-page.ts';
import {
  SoftwareAuthenticator,
  readCeremonyOptions,
} from '../support/passkeys/software-authenticator.ts';
import { advanceTime } from '../support/stack/advance-time.ts';
import {
  PASSWORD,
  REDIRECT_URI,
  createIdentityRecords,
  hashAtLowCost,
  startIdentity,
} from '../support/stack/identity.ts';
import type { TestIdentity } from '../support/stack/identity.ts';
import { authorize, discover } from '../support/stack/relying-party.ts';

const FACTORS = '/account/second-factors';

let identity: TestIdentity;
let config: oidc.Configuration;

beforeAll(async () => {
  identity = await startIdentity({ stage: '/prod' });
  await createIdentityRecords(identity.administration);
  await requireSecondFactor(identity.administration, 'aurora', true);
  config = await discover(identity.issuer, 'console');
});
afterAll(async () => {
  jest.useRealTimers();
  await identity.stop();
  expect(identity.faults).toEqual([]);
});

const open = (browser: FormBrowser) => browser.open(`${identity.issuer}${FACTORS}`);

const hasCode = ({ url }: BrowserPage) => url.searchParams.has('code');

const listFactorIds = ({ html }: BrowserPage) =>
  [...html.matchAll(/name="factor" value="(\w+)"/g)].map(([, id = '']) => id);

const remove = (browser: FormBrowser, page: BrowserPage, factor = '') =>
  browser.submit(page, { step: 'remove', factor });

/** Answers the page with a passkey: a new one, or one that is there. */
function answer(browser: FormBrowser, page: BrowserPage, passkey: SoftwareAuthenticator) {
  const isNew = page.html.includes('data-ceremony="create"');
  const credential = isNew ? passkey.create(page) : passkey.use(page);
  return browser.submit(page, { step: 'passkey', credential });
}

/** Creates an operator who has set up a passkey at the sign-in. */
async function newOperator(name: string) {
  const username = `${name}@aurora`;
  const operator = { username, password: PASSWORD, permissions: ['finance.read'] as const };
  const { operatorId } = await createOperator(identity.administration, operator, hashAtLowCost);
  const passkey = new SoftwareAuthenticator(new URL(identity.issuer).origin);
  const { browser, tokens } = await signInBy(username, passkey);
  return { username, operatorId, browser, passkey, tokens };
}

async function signInBy(username: string, passkey: SoftwareAuthenticator) {
  const { browser, page, checks } = await authorize(config, { username });
  const { url } = await answer(browser, page, passkey);
  return { browser, tokens: await oidc.authorizationCodeGrant(config, url, checks) };
}

async function addPasskey(browser: FormBrowser, name: string): Promise<BrowserPage> {
  // The page lists them by time.
  advanceTime(1_000);
  const page = await open(browser);
  const credential = new SoftwareAuthenticator(new URL(identity.issuer).origin).create(page);
  return browser.submit(page, { step: 'passkey', credential, passkey_name: name });
}

const canRefresh = (tokens: oidc.TokenEndpointResponse): Promise<boolean> =>
  oidc.refreshTokenGrant(config, tokens.refresh_token ?? '').then(
    () => true,
    () => false,
  );

test('an operator adds passkeys by name and removes one, which ends the other sessions', async () => {
  const { username, browser, passkey, tokens } = await newOperator('keyed');
  const there = await signInBy(username, passkey);
  await addPasskey(browser, 'Phone');
  const page = await addPasskey(browser, '<Key>');

  expect([page.status, page.url.pathname]).toEqual([200, `/prod${FACTORS}`]);
  expect(page.html).toMatch(/Passkey<br>passkey, set up [^<]+, last used [^<]+<br>on one device/);
  expect(page.html).toMatch(/Phone<br>passkey, set up [^<]+, not used yet<br>on one device only/);
  expect(page.html).toContain('&lt;Key&gt;');
  expect(readCeremonyOptions(page).excludeCredentials).toHaveLength(3);

  const [first, ...others] = listFactorIds(page);
  const left = await remove(browser, page, first);

  expect(listFactorIds(left)).toEqual(others);
  expect([await canRefresh(there.tokens), await canRefresh(tokens)]).toEqual([false, true]);
  advanceTime(1_000);
  const { browser: late, page: asked } = await authorize(config, { username });
  expect((await late.submit(asked, { credential: passkey.use(asked) })).status).toBe(400);
  expect((await remove(browser, left, first)).html).toContain('removed already');
});

test('where a factor is required the last one stays, even if two are removed at once', async () => {
  const { browser } = await newOperator('locked');
  const page = await addPasskey(browser, 'other');

  const pages = await Promise.all(listFactorIds(page).map((id) => remove(browser, page, id)));

  expect(pages.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  const left = await open(browser);
  const [last] = listFactorIds(left);
  const kept = await remove(browser, left, last);
  expect([kept.status, listFactorIds(kept)]).toEqual([400, [last]]);
  expect(kept.html).toContain('your only one');
  await requireSecondFactor(identity.administration, 'aurora', false);
  const none = await remove(browser, left, last);
  await requireSecondFactor(identity.administration, 'aurora', true);
  expect([none.status, listFactorIds(none)]).toEqual([200, []]);
});

test('an operator can have ten passkeys', async () => {
  const { browser } = await newOperator('collector');
  for (let count = 2; count <= 10; count += 1) await addPasskey(browser, `key ${count}`);

  const refused = await addPasskey(browser, 'one more');

  expect([refused.status, listFactorIds(refused).length]).toEqual([400, 10]);
});

test('an operator sets up an app beside the passkey, and replaces it', async () => {
  const { username, browser, passkey } = await newOperator('coded');
  const page = await open(browser);
  const wrong = await browser.submit(page, { code: showWrongCode(readSecret(page)) });
  expect([wrong.status, listFactorIds(wrong).length]).toEqual([400, 1]);
  expect(wrong.html).toMatch(/<input id="code"[^>]* aria-describedby="error-message"/);
  const first = readSecret(page);
  const enrolled = await browser.submit(page, { code: showCode(first) });
  expect(listFactorIds(enrolled)).toContain('app');
  expect(readSecret(enrolled)).not.toBe(first);

  const asked = await authorize(config, { username });
  expect(asked.page.html).toContain('Use a code instead');
  advanceTime(STEP_MS);
  expect(hasCode(await asked.browser.submit(asked.page, { code: showCode(first) }))).toBe(true);
  const there = await signInBy(username, passkey);
  const second = readSecret(enrolled);
  await browser.submit(enrolled, { code: showCode(second) });

  expect(await canRefresh(there.tokens)).toBe(false);
  do advanceTime(STEP_MS);
  while (listNearCodes(second).includes(showCode(first)));
  const { browser: next, page: step } = await authorize(config, { username });
  expect(hasCode(await next.submit(step, { code: showCode(first) }))).toBe(false);
});

test('an operator of whom nothing is required sets up an app, and is asked for its code', async () => {
  await requireSecondFactor(identity.administration, 'aurora', false);
  const username = 'willing@aurora';
  const operator = { username, password: PASSWORD, permissions: ['finance.read'] as const };
  await createOperator(identity.administration, operator, hashAtLowCost);
  const { browser } = await authorize(config, { username });
  const page = await open(browser);
  const secret = readSecret(page);
  await browser.submit(page, { code: showCode(secret) });

  const asked = await authorize(config, { username });
  expect(hasCode(asked.page)).toBe(false);
  advanceTime(STEP_MS);
  expect(hasCode(await asked.browser.submit(asked.page, { code: showCode(secret) }))).toBe(true);
  await requireSecondFactor(identity.administration, 'aurora', true);
});

test('second factors are changed soon after a sign-in; later it is repeated', async () => {
  const { username, browser, passkey } = await newOperator('idle');
  const page = await open(browser);
  advanceTime(16 * 60_000);

  const late = await remove(browser, page, listFactorIds(page)[0]);
  expect(late.html).toContain('name="password"');
  const asked = await browser.submit(late, { username, password: PASSWORD });
  const again = await answer(browser, asked, passkey);

  expect([again.url.pathname, again.url.search]).toEqual([`/prod${FACTORS}`, '']);
  expect(listFactorIds(again)).toHaveLength(1);
});

test('a session by password alone changes no factors once there are some', async () => {
  await requireSecondFactor(identity.administration, 'aurora', false);
  const username = 'careful@aurora';
  const operator = { username, password: PASSWORD, permissions: ['finance.read'] as const };
  await createOperator(identity.administration, operator, hashAtLowCost);
  const visits = await Promise.all([1, 2].map(() => authorize(config, { username })));
  const [thief, own] = await Promise.all(
    visits.map(async ({ browser }) => ({ browser, page: await open(browser) })),
  );
  if (thief === undefined || own === undefined) throw new Error('no page');
  const passkey = new SoftwareAuthenticator(new URL(identity.issuer).origin);
  const asked = await answer(own.browser, own.page, passkey);

  const late = await answer(thief.browser, thief.page, new SoftwareAuthenticator('http://x'));
  expect([late.status, late.html]).toEqual([200, expect.stringContaining('name="password"')]);
  expect((await open(thief.browser)).html).not.toContain('name="factor"');

  expect(asked.html).toContain('name="password"');
  const step = await own.browser.submit(asked, { username, password: PASSWORD });
  const page = await answer(own.browser, step, passkey);
  await requireSecondFactor(identity.administration, 'aurora', true);
  expect([page.url.pathname, listFactorIds(page).length]).toEqual([`/prod${FACTORS}`, 1]);
});

test('administrators see the factors and each change, and remove a lost one', async () => {
  const { username, operatorId, browser, tokens } = await newOperator('recorded');
  const page = await addPasskey(browser, 'Phone');
  const [first, phone = ''] = listFactorIds(page);
  await browser.submit(page, { code: showCode(readSecret(page)) });
  await remove(browser, await open(browser), first);
  const { administration } = identity;
  const run = async (name: string, words: string[]) =>
    (await commands[name]?.run(administration, words, {}))?.text;

  const shown = await run('operator show', [username]);
  expect(shown).toMatch(new RegExp(`^passkey +${phone} +Phone +enrolled .+ last used never`, 'm'));
  expect(shown).toMatch(/^app +app +codes +enrolled .+ last used \d/m);

  await run('operator remove-factor', [username, phone]);

  expect(await canRefresh(tokens)).toBe(false);
  expect(await run('operator show', [operatorId])).not.toContain(phone);
  await expect(run('operator remove-factor', [username, phone])).rejects.toThrow(
    'no second factor',
  );
  const trail = String((await auditCommands.audit?.run(administration, ['aurora'], {}))?.text);
  const own = trail.split('\n').filter((line) => line.includes(operatorId));
  // Where the clock stands still, several have the same time.
  expect(own.map((line) => line.split(/ {2,}/).slice(1, 3).join(' ')).toSorted()).toEqual([
    `${operatorId} operator.app_enrolled`,
    `${operatorId} operator.passkey_enrolled`,
    `${operatorId} operator.passkey_enrolled`,
    `${operatorId} operator.passkey_removed`,
    'test operator.created',
    'test operator.factor_removed',
  ]);
  expect(trail).toContain(`{"factor":"${phone}"}`);
  expect(trail).not.toContain('Phone');
  expect(JSON.stringify([trail, identity.log])).not.toContain(readSecret(page));
});

test('a program signs in with a code of the app, and says what it cannot do', async () => {
  const { username, browser } = await newOperator('scripted');
  const options: SignInOptions = {
    authUrl: identity.issuer,
    clientId: 'console',
    redirectUri: REDIRECT_URI,
    username,
    password: PASSWORD,
  };
  await expect(fetchAccessToken(options)).rejects.toThrow('signs in by passkey');
  const page = await open(browser);
  const secret = readSecret(page);
  await browser.submit(page, { code: showCode(secret) });
  advanceTime(STEP_MS);

  const readCode = async () => showCode(secret);
  expect(await fetchAccessToken({ ...options, readCode })).toMatch(/^eyJ/);

  await expect(fetchAccessToken({ ...options, readCode })).rejects.toThrow('was used before');
  await expect(fetchAccessToken(options)).rejects.toThrow('needs a second factor');
  const fresh = { ...options, username: 'maker@aurora' };
  await expect(fetchAccessToken(fresh)).rejects.toThrow('set up a second factor first');
});
