// The second factor by passkey: set up at the sign-in, asked for from then on, and refused for every answer that
// is not of this operator, site and moment.
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import * as oidc from 'openid-client';
import { createOperator } from '../../functions/identity/administration/operators.ts';
import {
  requireSecondFactor,
  resetSecondFactors,
} from '../../functions/identity/administration/second-factors.ts';
import { findOperator } from '../../functions/identity/operators.ts';
import { readSecondFactors } from '../../functions/identity/storage/second-factors.ts';
import type { BrowserPage, FormBrowser } from '../../commands/token/form-browser.ts';
import {
  SoftwareAuthenticator,
  readCeremonyOptions,
} from '../support/passkeys/software-authenticator.ts';
import type { AnswerFault } from '../support/passkeys/software-authenticator.ts';
import { advanceTime } from '../support/stack/advance-time.ts';
import {
  PASSWORD,
  createIdentityRecords,
  hashAtLowCost,
  startIdentity,
} from '../support/stack/identity.ts';
import type { TestIdentity } from '../support/stack/identity.ts';
import { authorize, discover } from '../support/stack/relying-party.ts';

let identity: TestIdentity;
let config: oidc.Configuration;
let origin: string;
/** An operator who has used a passkey, for the tests that end with a right answer, and one who has none. */
let owner: PasskeyOwner;
let bare: string;

beforeAll(async () => {
  identity = await startIdentity({ stage: '/prod' });
  await createIdentityRecords(identity.administration);
  await requireSecondFactor(identity.administration, 'aurora', true);
  config = await discover(identity.issuer, 'console');
  ({ origin } = new URL(identity.issuer));
  owner = await enrol();
  const { browser, page } = await authorize(config, { username: owner.username });
  await post(browser, page, owner.authenticator.use(page));
  bare = await newOperator();
});
afterAll(async () => {
  jest.useRealTimers();
  await identity.stop();
  expect(identity.faults).toEqual([]);
});

let operators = 0;

async function newOperator(): Promise<string> {
  const username = `operator-${(operators += 1)}@aurora`;
  const operator = { username, password: PASSWORD, permissions: ['finance.read'] as const };
  await createOperator(identity.administration, operator, hashAtLowCost);
  return username;
}

const hasCode = ({ url }: BrowserPage) => url.searchParams.has('code');

const post = (browser: FormBrowser, page: BrowserPage, credential: string) =>
  browser.submit(page, { step: 'passkey', credential });

async function readPasskeys(username: string) {
  const { table } = identity.administration;
  const operator = await findOperator(table, username);
  return operator === undefined ? [] : (await readSecondFactors(table, operator)).passkeys;
}

interface PasskeyOwner {
  readonly username: string;
  readonly authenticator: SoftwareAuthenticator;
}

/** Signs in with the password and sets up a passkey, as the page asks. */
async function enrol({ isCopied = false } = {}): Promise<PasskeyOwner> {
  const username = await newOperator();
  const authenticator = new SoftwareAuthenticator(origin, { isCopied });
  const visit = await authorize(config, { username });
  const page = await post(visit.browser, visit.page, authenticator.create(visit.page));
  expect(hasCode(page)).toBe(true);
  return { username, authenticator };
}

test('an operator sets up a passkey at the next sign-in, and signs in by it from then on', async () => {
  const username = await newOperator();
  const authenticator = new SoftwareAuthenticator(origin);
  const { page, browser } = await authorize(config, { username });

  const options = readCeremonyOptions(page);
  expect(options).toMatchObject({
    rp: { id: '127.0.0.1' },
    user: { name: username },
    authenticatorSelection: { userVerification: 'required' },
  });
  expect(Buffer.from(options.user?.id ?? '', 'base64url').toString()).toMatch(/^op_/);
  const credential = authenticator.create(page);
  const named = { credential, passkey_name: ' Key\u0000 <ring> ' };
  expect(hasCode(await browser.submit(page, named))).toBe(true);

  expect(await readPasskeys(username)).toMatchObject([
    { name: 'Key  <ring>', counter: 0, transports: ['internal'], isBackupEligible: false },
  ]);
  const next = await authorize(config, { username });
  expect(readCeremonyOptions(next.page)).toMatchObject({
    rpId: '127.0.0.1',
    userVerification: 'required',
    allowCredentials: [{ id: authenticator.credentialId }],
  });
  const last = await post(next.browser, next.page, authenticator.use(next.page));
  const tokens = await oidc.authorizationCodeGrant(config, last.url, next.checks);
  expect(tokens.access_token).toEqual(expect.any(String));
  expect(await readPasskeys(username)).toMatchObject([
    { counter: 1, lastUsedAt: expect.any(String) },
  ]);
});

const ELSEWHERE = 'https://evil.example';

test.each<[string, AnswerFault]>([
  ['of another origin', { origin: ELSEWHERE }],
  ['of the same host and another port', { origin: 'http://127.0.0.1:9' }],
  ['for another host', { host: 'evil.example' }],
  ['to another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ['without verification of the user', { isVerified: false }],
  ['with a wrong signature', { signature: Buffer.alloc(70) }],
  ['that would create a passkey', { type: 'webauthn.create' }],
  ['with a count that was seen', { counter: 0 }],
  ['of a passkey that may suddenly be copied', { flags: 0x08 }],
  ['of another user', { userHandle: Buffer.from('op_other').toString('base64url') }],
])('refuses an answer %s', async (_name, fault) => {
  const { username, authenticator } = owner;
  const { browser, page } = await authorize(config, { username });

  const refused = await post(browser, page, authenticator.use(page, { counter: 99, ...fault }));

  expect([refused.status, hasCode(refused)]).toEqual([400, false]);
  expect(refused.html).toContain('The passkey was not accepted');
  const again = await post(browser, refused, authenticator.use(refused));
  expect(hasCode(again)).toBe(true);
});

test('refuses what is no answer', async () => {
  const { username, authenticator } = owner;
  const { browser, page } = await authorize(config, { username });

  let refused = page;
  for (const credential of [
    'text',
    'null',
    '{"response":{}}',
    '{"id":1,"rawId":1,"response":{}}',
  ]) {
    refused = await post(browser, refused, credential);
    expect([refused.status, hasCode(refused)]).toEqual([400, false]);
  }
  expect(hasCode(await post(browser, refused, authenticator.use(refused)))).toBe(true);
});

test("refuses another operator's passkey", async () => {
  const { username } = await enrol();
  const { browser, page } = await authorize(config, { username });

  const refused = await post(browser, page, owner.authenticator.use(page));

  expect([refused.status, hasCode(refused)]).toEqual([400, false]);
});

test('an answer is good once, and for its own sign-in alone', async () => {
  const { username, authenticator } = await enrol({ isCopied: true });
  const [first, second] = await Promise.all([1, 2].map(() => authorize(config, { username })));
  if (first === undefined || second === undefined) throw new Error('no page');
  const answer = authenticator.use(first.page);

  expect((await post(second.browser, second.page, answer)).status).toBe(400);
  const pages = await Promise.all([1, 2, 3].map(() => post(first.browser, first.page, answer)));
  expect(pages.filter(hasCode)).toHaveLength(1);
});

test('a challenge is used up by a wrong answer', async () => {
  const { username, authenticator } = owner;
  const { browser, page } = await authorize(config, { username });
  const right = authenticator.use(page);

  await post(browser, page, authenticator.use(page, { isVerified: false }));
  const late = await post(browser, page, right);

  expect([late.status, hasCode(late)]).toEqual([400, false]);
  expect(hasCode(await post(browser, late, authenticator.use(late)))).toBe(true);
});

test.each<[string, AnswerFault]>([
  ['of another origin', { origin: ELSEWHERE }],
  ['for another host', { host: 'evil.example' }],
  ['to another challenge', { challenge: 'AAAA' }],
  ['without verification of the user', { isVerified: false }],
  ['that would use a passkey', { type: 'webauthn.get' }],
  ['with certificates', { statement: { fmt: 'packed', x5c: [new Uint8Array(8)] } }],
  ['attested by a platform', { statement: { fmt: 'apple' } }],
])('sets up no passkey by an answer %s', async (_name, fault) => {
  const authenticator = new SoftwareAuthenticator(origin);
  const { browser, page } = await authorize(config, { username: bare });

  const refused = await post(browser, page, authenticator.create(page, fault));

  expect([refused.status, hasCode(refused)]).toEqual([400, false]);
  expect(refused.html).toContain('none has been set up');
  expect(await readPasskeys(bare)).toEqual([]);
});

test('a sign-in from before a reset or a first factor sets up none', async () => {
  const username = await newOperator();
  const [late, early] = await Promise.all([1, 2].map(() => authorize(config, { username })));
  if (late === undefined || early === undefined) throw new Error('no page');
  const [thief, own] = [1, 2].map(() => new SoftwareAuthenticator(origin));
  await post(early.browser, early.page, own?.create(early.page) ?? '');

  const refused = await post(late.browser, late.page, thief?.create(late.page) ?? '');
  expect([refused.status, hasCode(refused)]).toEqual([400, false]);
  expect(readCeremonyOptions(refused).allowCredentials).toEqual([
    expect.objectContaining({ id: own?.credentialId }),
  ]);

  await resetSecondFactors(identity.administration, username);
  expect(await readPasskeys(username)).toEqual([]);
  const ended = await post(late.browser, refused, thief?.create(late.page) ?? '');
  expect([ended.status, ended.html]).toEqual([400, expect.stringContaining('name="password"')]);
});

test('two browsers that set up the first factor at once: one succeeds', async () => {
  const username = await newOperator();
  const visits = await Promise.all([1, 2].map(() => authorize(config, { username })));

  const pages = await Promise.all(
    visits.map(({ browser, page }) =>
      post(browser, page, new SoftwareAuthenticator(origin).create(page)),
    ),
  );

  expect(pages.filter(hasCode)).toHaveLength(1);
  expect(await readPasskeys(username)).toHaveLength(1);
});

test('wrong passkeys and codes are delayed together', async () => {
  const { username, authenticator } = await enrol();
  advanceTime(0); // The delay counts from the last wrong answer, however long a page takes.

  const statuses = [];
  for (let guess = 0; guess < 6; guess += 1) {
    const { browser, page } = await authorize(config, { username });
    const fields: Record<string, string> =
      guess % 2 === 0
        ? { step: 'passkey', credential: authenticator.use(page, { isVerified: false }) }
        : { step: 'code', code: '000000' };
    statuses.push((await browser.submit(page, fields)).status);
  }
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);

  const waiting = await authorize(config, { username });
  const delayed = await post(waiting.browser, waiting.page, authenticator.use(waiting.page));
  expect([delayed.status, delayed.headers.get('retry-after')]).toEqual([429, '2']);
  advanceTime(2_000);
  const right = await post(waiting.browser, delayed, authenticator.use(delayed));
  expect(hasCode(right)).toBe(true);
});

test('without JavaScript the page says what to do, and posts no answer', async () => {
  const { username } = owner;
  const { browser, page } = await authorize(config, { username });

  expect(page.html).toContain('<noscript>');
  const refused = await browser.submit(page, { step: 'passkey' });
  expect([refused.status, refused.html]).toEqual([
    400,
    expect.stringContaining('Passkeys need JavaScript'),
  ]);
});

test('only pages with a passkey may run a script, which is a file that browsers keep', async () => {
  const { username } = owner;
  const { browser, page } = await authorize(config, { username });
  const readPolicy = ({ headers }: BrowserPage) => headers.get('content-security-policy') ?? '';

  expect(readPolicy(page)).toContain("default-src 'none'");
  expect(readPolicy(page)).toContain("script-src 'self'");
  expect(readPolicy(page)).not.toContain('unsafe');
  const [, address = ''] = /<script src="([^"]*)" defer><\/script>/.exec(page.html) ?? [];
  expect(page.html.match(/<script/g)).toHaveLength(1);
  const script = await fetch(new URL(address, page.url));
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(script.headers.get('cache-control')).toContain('immutable');
  const other = await fetch(new URL(address.replace(/v=.*/, 'v=0123456789abcdef'), page.url));
  expect([other.status, other.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(script.headers.get('x-content-type-options')).toBe('nosniff');
  const restarted = await browser.submit(page, { step: 'restart' });
  expect(readPolicy(restarted)).not.toContain('script-src');
});
