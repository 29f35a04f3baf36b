// How long codes, tokens and sessions are good.
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import * as oidc from 'openid-client';
import { createIdentityRecords, startIdentity } from '../../support/stack/identity.ts';
import type { TestIdentity } from '../../support/stack/identity.ts';
import { advanceTime, returnToPresent } from '../../support/stack/advance-time.ts';
import { authorize, discover, signIn } from '../../support/stack/relying-party.ts';

const HOUR_MS = 3_600_000;
const FIVE_MINUTES_SECONDS = 300;

let identity: TestIdentity;
let config: oidc.Configuration;
let secret: string;

beforeAll(async () => {
  identity = await startIdentity();
  secret = await createIdentityRecords(identity.administration);
  config = await discover(identity.issuer, 'console');
});
afterEach(returnToPresent);
afterAll(() => identity.stop());

test('a sign-in ends after eight hours, however often it was renewed', async () => {
  const { browser, tokens, refreshToken } = await signIn(config);
  const { iat = 0, exp } = decodeJwt(tokens.access_token);
  expect(exp).toBe(iat + 300);

  advanceTime(7.9 * HOUR_MS);
  const renewed = (await oidc.refreshTokenGrant(config, refreshToken)).refresh_token ?? '';
  const again = await authorize(config, { browser, password: 'not asked for' });
  expect(again.callback.searchParams.has('code')).toBe(true);

  advanceTime(0.2 * HOUR_MS);
  const late = oidc.refreshTokenGrant(config, renewed);
  await expect(late).rejects.toMatchObject({ error: 'invalid_grant' });
  const { page } = await authorize(config, { browser, password: 'wrong' });
  expect(page.html).toContain('The username or the password is incorrect');
});

test('a sign-in that is repeated before its end lasts for eight hours again', async () => {
  const { browser, tokens } = await signIn(config);
  advanceTime(7.9 * HOUR_MS);
  const again = await signIn(config, { browser, prompt: 'login' });
  const [before = 0, since = 0] = [tokens, again.tokens].map((one) => one.claims()?.auth_time);
  expect(since - before).toBeGreaterThanOrEqual(7.9 * 3_600);

  advanceTime(7.9 * HOUR_MS);
  const renewed = (await oidc.refreshTokenGrant(config, again.refreshToken)).refresh_token ?? '';
  advanceTime(0.2 * HOUR_MS);
  const late = oidc.refreshTokenGrant(config, renewed);
  await expect(late).rejects.toMatchObject({ error: 'invalid_grant' });
});

test('a code is good for a minute', async () => {
  const { callback, checks } = await authorize(config);

  advanceTime(61_000);

  const late = oidc.authorizationCodeGrant(config, callback, checks);
  await expect(late).rejects.toMatchObject({ error: 'invalid_grant' });
});

test('the token of a service and the id token of an operator are good for five minutes', async () => {
  const worker = await discover(identity.issuer, 'worker', secret);
  const { access_token: token } = await oidc.clientCredentialsGrant(worker);
  const { id_token: idToken = '' } = (await signIn(config)).tokens;

  const lives = [token, idToken].map((one) => {
    const { iat = 0, exp = 0 } = decodeJwt(one);
    return exp - iat;
  });
  expect(lives).toEqual([FIVE_MINUTES_SECONDS, FIVE_MINUTES_SECONDS]);
});
