// The worker's half of the sign-in, against the identity service over HTTP.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { FormBrowser } from '../../commands/token/form-browser.ts';
import { TokenKeeper } from '../../console/src/session/token-keeper.ts';
import {
  createIdentityRecords,
  MAKER,
  REDIRECT_URI,
  signInMaker,
  startIdentity,
} from '../support/stack/identity.ts';
import { advanceTime, returnToPresent } from '../support/stack/advance-time.ts';
import type { TestIdentity } from '../support/stack/identity.ts';

let identity: TestIdentity;
let tokenRequests: string[];
/** Whether the answers of the token endpoint name the end of the token. */
let hasEnd: boolean;
const send = globalThis.fetch;

beforeAll(async () => {
  identity = await startIdentity();
  await createIdentityRecords(identity.administration);
  // The library takes no fetch of its own; this one counts and passes on.
  globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.endsWith('/token')) return send(input, init);
    tokenRequests.push(String(init?.body));
    const answer = await send(input, init);
    return hasEnd ? answer : withoutEnd(answer);
  };
});
beforeEach(() => {
  tokenRequests = [];
  hasEnd = true;
});
afterEach(returnToPresent);
afterAll(async () => {
  globalThis.fetch = send;
  await identity.stop();
});

/** Holds the next answer of the token endpoint; `arrived` has it, and `release` lets the keeper have it too. */
function holdTokens() {
  const counting = globalThis.fetch;
  const arrived = Promise.withResolvers<Record<string, string>>();
  const released = Promise.withResolvers<void>();
  globalThis.fetch = async (input, init) => {
    const answer = await counting(input, init);
    if (!String(input instanceof Request ? input.url : input).endsWith('/token')) return answer;
    globalThis.fetch = counting;
    arrived.resolve((await answer.clone().json()) as Record<string, string>);
    await released.promise;
    return answer;
  };
  return { arrived: arrived.promise, release: () => released.resolve() };
}

/** The answer of an issuer that does not say when its tokens end. */
async function withoutEnd(answer: Response): Promise<Response> {
  const { expires_in: _, ...tokens } = (await answer.json()) as Record<string, unknown>;
  return Response.json(tokens);
}

function buildKeeper(): TokenKeeper {
  return new TokenKeeper({
    authority: identity.issuer,
    clientId: 'console',
    redirectUri: REDIRECT_URI,
    postLogoutRedirectUri: 'http://127.0.0.1:9/goodbye',
  });
}

/** Signs in with the form; `browser` then has the session of the identity service. */
async function signIn(keeper: TokenKeeper, browser = new FormBrowser(identity.issuer)) {
  const { url, stored } = await keeper.startSignIn({});
  const returned = await signInMaker(new URL(url), browser);
  return { browser, operator: await keeper.finishSignIn(returned.url.href, stored) };
}

test('signs in with what the operator holds of the permissions', async () => {
  const keeper = buildKeeper();
  const { operator } = await signIn(keeper);

  expect(operator).toMatchObject({
    id: expect.stringMatching(/^op_/),
    username: MAKER,
    permissions: ['finance.read', 'finance.write'],
  });
  const { token } = await keeper.getAccessToken();
  expect((await keeper.getAccessToken()).token).toBe(token);
  expect(tokenRequests).toHaveLength(1);
});

test('a token without a stated end serves until it is refused', async () => {
  hasEnd = false;
  const keeper = buildKeeper();
  await signIn(keeper);

  const { token } = await keeper.getAccessToken();
  expect((await keeper.getAccessToken()).token).toBe(token);
  expect(tokenRequests).toHaveLength(1);
  expect((await keeper.getAccessToken(token)).token).not.toBe(token);
});

test('continues on another page with what the first one stored', async () => {
  const first = buildKeeper();
  const { browser } = await signIn(first);
  const { url, stored } = await first.startSignIn({ prompt: 'none' });
  const returned = await browser.open(new URL(url));
  const next = buildKeeper();

  expect(await next.finishSignIn(returned.url.href, stored)).toMatchObject({ username: MAKER });
});

test('a sign-in that is about to end is renewed by the form alone', async () => {
  const keeper = buildKeeper();
  const { browser, operator } = await signIn(keeper);
  advanceTime(7.9 * 3_600_000);
  const silent = await keeper.startSignIn({ isInWindow: true });
  const unchanged = await keeper.finishSignIn((await browser.open(silent.url)).url.href);
  expect(unchanged.authenticatedAt).toBe(operator.authenticatedAt);

  const { url } = await keeper.startSignIn({ prompt: 'login', isInWindow: true });
  const returned = await signInMaker(new URL(url), browser);
  const renewed = await keeper.finishSignIn(returned.url.href);
  expect(renewed.authenticatedAt).toBeGreaterThan(Number(operator.authenticatedAt));
});

test('without a session, a sign-in without a form is refused by its code', async () => {
  const keeper = buildKeeper();
  const { url, stored } = await keeper.startSignIn({ prompt: 'none' });
  const returned = await new FormBrowser(identity.issuer).open(new URL(url));

  await expect(keeper.finishSignIn(returned.url.href, stored)).rejects.toMatchObject({
    error: 'login_required',
  });
});

test('a result that belongs to another sign-in is refused', async () => {
  const keeper = buildKeeper();
  const { url } = await buildKeeper().startSignIn({ isInWindow: true });
  const state = new URL(url).searchParams.get('state') ?? '';

  expect(state).toMatch(/;window$/);
  await expect(
    keeper.finishSignIn(`${REDIRECT_URI}?code=x&state=${encodeURIComponent(state)}`),
  ).rejects.toThrow('No matching state found in storage');
});

test('renews once for all that ask at the same time', async () => {
  const keeper = buildKeeper();
  await signIn(keeper);
  const { token: refused } = await keeper.getAccessToken();
  const renewed = await Promise.all([1, 2, 3].map(() => keeper.getAccessToken(refused)));
  const late = await keeper.getAccessToken(refused);

  expect(new Set([...renewed, late].map(({ token }) => token)).size).toBe(1);
  expect(late.token).not.toBe(refused);
  expect(tokenRequests.filter((body) => body.includes('refresh_token'))).toHaveLength(1);
});

test('tabs have tokens of their own, and renewing one leaves the others', async () => {
  const [one, other] = [buildKeeper(), buildKeeper()];
  const { browser } = await signIn(one);
  await signIn(other, browser);
  for (const keeper of [one, other, one, other]) {
    const { token } = await keeper.getAccessToken();
    expect((await keeper.getAccessToken(token)).token).not.toBe(token);
  }
});

test('after a renewal without an answer it asks for a sign-in, and never uses the token again', async () => {
  const keeper = buildKeeper();
  await signIn(keeper);
  const { token } = await keeper.getAccessToken();
  const counting = globalThis.fetch;
  globalThis.fetch = async (...request) => {
    await counting(...request);
    throw new TypeError('The answer is lost.');
  };
  await expect(keeper.getAccessToken(token)).rejects.toThrow('The sign-in has ended.');
  globalThis.fetch = counting;

  await expect(keeper.getAccessToken()).rejects.toThrow('The sign-in has ended.');
  expect(tokenRequests.filter((body) => body.includes('refresh_token'))).toHaveLength(1);
});

test('signing out ends the tokens and leads to the end of the session', async () => {
  const keeper = buildKeeper();
  await signIn(keeper);
  const url = new URL(await keeper.signOut());

  expect(`${url.origin}${url.pathname}`).toBe(`${identity.issuer}/session/end`);
  expect(url.searchParams.get('post_logout_redirect_uri')).toBe('http://127.0.0.1:9/goodbye');
  expect(url.searchParams.get('id_token_hint')).toMatch(/^ey/);
  await expect(keeper.getAccessToken()).rejects.toThrow('The sign-in has ended.');
});

test('signing out also ends the tokens that a renewal under way brings', async () => {
  const keeper = buildKeeper();
  await signIn(keeper);
  const { token } = await keeper.getAccessToken();
  const held = holdTokens();
  const renewal = keeper.getAccessToken(token);
  const { refresh_token = '' } = await held.arrived;
  const url = new URL(await keeper.signOut());
  held.release();

  expect(url.searchParams.get('id_token_hint')).toMatch(/^ey/);
  await expect(renewal).rejects.toThrow('The sign-in has ended.');
  await expect(keeper.getAccessToken()).rejects.toThrow('The sign-in has ended.');
  const body = { grant_type: 'refresh_token', client_id: 'console', refresh_token };
  const used = await send(`${identity.issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams(body),
  });
  expect([used.status, await used.json()]).toEqual([
    400,
    expect.objectContaining({ error: 'invalid_grant' }),
  ]);
});

test('a sign-in that ends while it is finished brings no tokens', async () => {
  const keeper = buildKeeper();
  const held = holdTokens();
  const signingIn = signIn(keeper);
  await held.arrived;
  keeper.forgetTokens();
  held.release();

  await expect(signingIn).rejects.toThrow('The sign-in has ended.');
  await expect(keeper.getAccessToken()).rejects.toThrow('The sign-in has ended.');
});
