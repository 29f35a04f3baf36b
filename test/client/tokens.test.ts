// The token helpers against the identity service.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import {
  finishSignIn,
  operatorToken,
  serviceToken,
  startSignIn,
  TokenError,
} from '../../client/client.ts';
import type { SignInInProgress, TokenSet } from '../../client/client.ts';
import {
  createIdentityRecords,
  REDIRECT_URI,
  signInMaker,
  startIdentity,
} from '../support/stack/identity.ts';
import type { TestIdentity } from '../support/stack/identity.ts';

let identity: TestIdentity;
let secret: string;
beforeAll(async () => {
  identity = await startIdentity({ stage: '/prod' });
  secret = await createIdentityRecords(identity.administration);
});
afterAll(() => identity.stop());

const start = () =>
  startSignIn({
    issuer: identity.issuer,
    clientId: 'console',
    redirectUri: REDIRECT_URI,
    scopes: ['finance.read', 'finance.approve'],
  });

/** Signs the maker in, and returns the address to which the service leads. */
async function signIn({ url }: SignInInProgress): Promise<URL> {
  return (await signInMaker(new URL(url))).url;
}

test('a service gets one token for all requests, and another after a refusal', async () => {
  const token = serviceToken({
    issuer: identity.issuer,
    clientId: 'worker',
    clientSecret: secret,
    scopes: ['internal.worker'],
  });

  const [first, same] = await Promise.all([token(), token()]);
  const renewed = await token(true);

  expect(decodeJwt(first)).toMatchObject({ tenant_id: 'aurora', scope: 'internal.worker' });
  expect(same).toBe(first);
  expect(renewed).not.toBe(first);
  expect(await token()).toBe(renewed);
});

test('a wrong secret is a typed error, and the next call asks again', async () => {
  const token = serviceToken({
    issuer: identity.issuer,
    clientId: 'worker',
    clientSecret: 'wrong',
  });

  await expect(token()).rejects.toMatchObject({ name: 'TokenError', code: 'invalid_client' });
  await expect(token()).rejects.toBeInstanceOf(TokenError);
});

test('a person signs in by PKCE, and the session renews its tokens', async () => {
  const started = await start();
  const tokens = await finishSignIn(started, await signIn(started));
  const stored: TokenSet[] = [];
  const token = operatorToken({
    tokenEndpoint: started.tokenEndpoint,
    clientId: started.clientId,
    tokens,
    onRenewed: (renewed) => stored.push(renewed),
  });

  expect(decodeJwt(await token())).toMatchObject({ tenant_id: 'aurora', scope: 'finance.read' });
  expect(await token()).toBe(tokens.accessToken);
  const renewed = await token(true);

  expect(renewed).not.toBe(tokens.accessToken);
  expect(stored).toEqual([expect.objectContaining({ accessToken: renewed })]);
  expect(stored[0]?.refreshToken).not.toBe(tokens.refreshToken);
});

test('a token that is about to expire is renewed before it is used', async () => {
  const started = await start();
  const tokens = await finishSignIn(started, await signIn(started));
  const token = operatorToken({
    tokenEndpoint: started.tokenEndpoint,
    clientId: started.clientId,
    tokens: { ...tokens, expiresAtMs: Date.now() + 20_000 },
  });

  expect(await token()).not.toBe(tokens.accessToken);
});

test('an answer to another sign-in, and a denied one, give no token', async () => {
  const [started, other, third] = [await start(), await start(), await start()];
  const [answered, last] = [await signIn(other), await signIn(third)];
  const denied = `${REDIRECT_URI}?error=access_denied&state=${started.state}`;
  const replayed = { ...third, nonce: started.nonce };

  await expect(finishSignIn(started, answered)).rejects.toThrow('of another sign-in');
  await expect(finishSignIn(replayed, last)).rejects.toMatchObject({ code: 'wrong_nonce' });
  await expect(finishSignIn(started, denied)).rejects.toMatchObject({ code: 'access_denied' });
  await expect(finishSignIn({ ...other, verifier: 'stolen' }, answered)).rejects.toMatchObject({
    code: expect.stringMatching(/^invalid_/),
  });
});

test('each request to the issuer has a time limit', async () => {
  const signals: unknown[] = [];
  const token = serviceToken({
    issuer: 'http://issuer.test',
    clientId: 'worker',
    clientSecret: secret,
    fetch: async (_, { signal } = {}) => {
      signals.push(signal);
      const endpoint = 'http://issuer.test/token';
      return Response.json({ token_endpoint: endpoint, access_token: 'token', expires_in: 300 });
    },
  });

  expect(await token()).toBe('token');
  expect(signals).toEqual([expect.any(AbortSignal), expect.any(AbortSignal)]);
});

test('a refresh token that the issuer does not replace is used again', async () => {
  const [used, stored]: (string | null | undefined)[][] = [[], []];
  const token = operatorToken({
    tokenEndpoint: 'http://issuer.test/token',
    clientId: 'teller',
    tokens: { accessToken: 'first', expiresAtMs: 0, refreshToken: 'lasting' },
    onRenewed: ({ refreshToken }) => stored?.push(refreshToken),
    fetch: async (_, { body } = {}) => {
      used?.push((body as URLSearchParams).get('refresh_token'));
      return Response.json({ access_token: `token ${used?.length}`, expires_in: 300 });
    },
  });

  expect([await token(), await token(true)]).toEqual(['token 1', 'token 2']);
  expect([used, stored]).toEqual([
    ['lasting', 'lasting'],
    ['lasting', 'lasting'],
  ]);
});

test('a token without a stated end serves until it is refused', async () => {
  let granted = 0;
  const token = serviceToken({
    issuer: 'http://issuer.test',
    clientId: 'worker',
    clientSecret: secret,
    fetch: async (_, { method } = {}) => {
      if (method === undefined)
        return Response.json({ token_endpoint: 'http://issuer.test/token' });
      granted += 1;
      return Response.json({ access_token: `token ${granted}`, token_type: 'Bearer' });
    },
  });

  expect([await token(), await token(), await token(true)]).toEqual([
    'token 1',
    'token 1',
    'token 2',
  ]);
});
