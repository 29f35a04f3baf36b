// What is left of a session and its tokens after the operator or an administrator has ended it.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as oidc from 'openid-client';
import type { FormBrowser } from '../../../commands/token/form-browser.ts';
import type { VerifyAccessToken } from '../../../functions/authorizer/access-token.ts';
import {
  createOperator,
  disableOperator,
  resetPassword,
} from '../../../functions/identity/administration/operators.ts';
import { requireSecondFactor } from '../../../functions/identity/administration/second-factors.ts';
import { createTenant } from '../../../functions/identity/administration/tenants.ts';
import { findOperator } from '../../../functions/identity/operators.ts';
import { readSecondFactors } from '../../../functions/identity/storage/second-factors.ts';
import { enterCode, readSecret, removePasskey } from '../../support/passkeys/factor-page.ts';
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.ts';
import { advanceTime, returnToPresent } from '../../support/stack/advance-time.ts';
import {
  buildVerifier,
  createIdentityRecords,
  hashAtLowCost,
  PASSWORD,
  startIdentity,
} from '../../support/stack/identity.ts';
import type { TestIdentity } from '../../support/stack/identity.ts';
import { authorize, discover, signIn } from '../../support/stack/relying-party.ts';

const FACTORS = '/account/second-factors';

let identity: TestIdentity;
let config: oidc.Configuration;
let verify: VerifyAccessToken;

beforeAll(async () => {
  identity = await startIdentity();
  await createIdentityRecords(identity.administration);
  await createTenant(identity.administration, { tenantId: 'strict', name: 'Strict Bank' });
  await requireSecondFactor(identity.administration, 'strict', true);
  config = await discover(identity.issuer, 'console');
  verify = buildVerifier(identity);
});
afterAll(async () => {
  returnToPresent();
  await identity.stop();
  expect(identity.faults).toEqual([]);
});

async function newOperator(username: string): Promise<string> {
  const operator = { username, password: PASSWORD, permissions: ['finance.read'] as const };
  await createOperator(identity.administration, operator, hashAtLowCost);
  return username;
}

const open = (browser: FormBrowser, path: string) => browser.open(`${identity.issuer}${path}`);

/** Which of the access tokens the authorizer accepts. */
function listAccepted(...tokens: readonly oidc.TokenEndpointResponse[]): Promise<boolean[]> {
  const all = tokens.map(({ access_token: token }) =>
    verify(token).then(
      () => true,
      () => false,
    ),
  );
  return Promise.all(all);
}

async function changePassword(browser: FormBrowser, old: string, next: string): Promise<number> {
  const form = await open(browser, '/account/password');
  const fields = { password: old, next_password: next, next_password_again: next };
  return (await browser.submit(form, fields)).status;
}

test('signing out everywhere ends the access tokens of every session, and of no other operator', async () => {
  const username = await newOperator('leaving@aurora');
  const here = await signIn(config, { username });
  const there = await signIn(config, { username });
  const other = await signIn(config);

  await here.browser.submit(await open(here.browser, '/account'), {});

  expect(await listAccepted(here.tokens, there.tokens, other.tokens)).toEqual([false, false, true]);
});

test('a changed password ends the access tokens of the other sessions', async () => {
  const username = await newOperator('changing@aurora');
  const here = await signIn(config, { username });
  const there = await signIn(config, { username });

  expect(await changePassword(here.browser, PASSWORD, 'staple battery horse')).toBe(200);

  expect(await listAccepted(here.tokens, there.tokens)).toEqual([true, false]);
});

async function signInByPasskey(username: string, passkey: SoftwareAuthenticator) {
  const { browser, page, checks } = await authorize(config, { username });
  const isNew = page.html.includes('data-ceremony="create"');
  const credential = isNew ? passkey.create(page) : passkey.use(page);
  const { url } = await browser.submit(page, { step: 'passkey', credential });
  return { browser, tokens: await oidc.authorizationCodeGrant(config, url, checks) };
}

test.each([
  ['removed', 'ada@strict', removePasskey],
  ['replaced', 'ben@strict', enterCode],
])('a factor that is %s ends the access tokens of the other sessions', async (_, name, fill) => {
  const username = await newOperator(name);
  const passkey = new SoftwareAuthenticator(new URL(identity.issuer).origin);
  const here = await signInByPasskey(username, passkey);
  const there = await signInByPasskey(username, passkey);
  const page = await open(here.browser, FACTORS);
  const both = await here.browser.submit(page, enterCode(page));
  expect(await listAccepted(here.tokens, there.tokens)).toEqual([true, true]);

  const changed = await here.browser.submit(both, fill(both));

  expect(changed.status).toBe(200);
  expect(await listAccepted(here.tokens, there.tokens)).toEqual([true, false]);
});

test.each<[string, (username: string) => Promise<void>]>([
  [
    'has set another password',
    (username) =>
      resetPassword(identity.administration, username, 'another long password', hashAtLowCost),
  ],
  ['has disabled the operator', (username) => disableOperator(identity.administration, username)],
])(
  'after an administrator %s, the session shows no account and sets up no factor',
  async (what, end) => {
    const username = await newOperator(`${what.replaceAll(/\W/g, '')}@aurora`);
    const { browser } = await signIn(config, { username });
    const page = await open(browser, FACTORS);
    expect(readSecret(page)).not.toBe('');

    await end(username);

    for (const path of ['/account', '/account/password', FACTORS]) {
      expect((await open(browser, path)).html).toContain('<h1>Sign in</h1>');
    }
    const late = await browser.submit(page, enterCode(page));
    expect(late.html).toContain('<h1>Sign in</h1>');
    const { table } = identity.administration;
    const operator = await findOperator(table, username);
    expect(operator && (await readSecondFactors(table, operator))).toEqual({ passkeys: [] });
  },
);

test('an operator changes the password again, and after an administrator has set another', async () => {
  const username = await newOperator('careful@aurora');
  const { browser } = await signIn(config, { username });

  expect(await changePassword(browser, PASSWORD, 'the second password')).toBe(200);
  expect(await changePassword(browser, 'the second password', 'the third password')).toBe(200);
  const assigned = 'the assigned password';
  await resetPassword(identity.administration, username, assigned, hashAtLowCost);
  advanceTime(2_000);
  const later = await signIn(config, { username, password: assigned });
  expect(await changePassword(later.browser, assigned, 'the last password')).toBe(200);

  advanceTime(2_000);
  await signIn(config, { username, password: 'the last password' });
});

test('the page says of each session when it began, where, by which browser and for what', async () => {
  const username = await newOperator('watchful@aurora');
  const here = await signIn(config, { username });
  advanceTime(5 * 60_000);
  await signIn(config, { username });

  const { html } = await open(here.browser, '/account');

  const sessions = [...html.matchAll(/<li>(.*?)<\/li>/gs)].map(([, text = '']) =>
    text.split('<br>'),
  );
  const parts = [
    expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/),
    expect.stringContaining('127.0.0.1'),
    'node',
    'Operator console',
  ];
  expect(sessions).toEqual([parts, [...parts, 'this browser']]);
  const [[newer = ''] = [], [older = ''] = []] = sessions;
  expect(newer > older).toBe(true);
});
