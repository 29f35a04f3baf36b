// What the service still does for an application whose addresses were changed, and for the tokens of another one.
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import * as oidc from 'openid-client';
import {
  changeRedirectUris,
  createOperatorInterface,
} from '../../../functions/identity/administration/clients.ts';
import { advanceTime, returnToPresent } from '../../support/stack/advance-time.ts';
import {
  createIdentityRecords,
  REDIRECT_URI,
  startIdentity,
} from '../../support/stack/identity.ts';
import type { TestIdentity } from '../../support/stack/identity.ts';
import { authorize, discover, signIn } from '../../support/stack/relying-party.ts';

const OLD = 'http://127.0.0.1:19/callback';
const NEXT = 'http://127.0.0.1:29/callback';

let identity: TestIdentity;
let teller: oidc.Configuration;

beforeAll(async () => {
  identity = await startIdentity();
  await createIdentityRecords(identity.administration);
  await createOperatorInterface(identity.administration, {
    clientId: 'teller',
    name: 'Teller desk',
    scopes: ['finance.read'],
    redirectUris: [OLD],
    postLogoutRedirectUris: [],
  });
  teller = await discover(identity.issuer, 'teller');
});
afterEach(returnToPresent);
afterAll(() => identity.stop());

async function isReadable(uri: string): Promise<boolean> {
  const { origin } = new URL(uri);
  const answer = await fetch(`${identity.issuer}/jwks`, { headers: { origin } });
  return answer.headers.get('access-control-allow-origin') === origin;
}

const leadsTo = async (redirectUri: string) =>
  (await authorize(teller, { redirectUri })).callback.searchParams.has('code');

test('a minute after a change no code goes to the old address, and no script of it may read', async () => {
  for (const turn of ['one instance', 'the other']) {
    expect([turn, await leadsTo(OLD), await isReadable(OLD)]).toEqual([turn, true, true]);
  }

  const addresses = { redirectUris: [NEXT], postLogoutRedirectUris: [] };
  await changeRedirectUris(identity.administration, 'teller', addresses);
  advanceTime(60_000);

  for (const turn of ['one instance', 'the other']) {
    await expect(leadsTo(OLD)).rejects.toThrow('There is no form');
    expect([turn, await isReadable(OLD)]).toEqual([turn, false]);
    expect([turn, await leadsTo(NEXT), await isReadable(NEXT)]).toEqual([turn, true, true]);
  }
});

test('an application revokes no refresh token of another one', async () => {
  const config = await discover(identity.issuer, 'console');
  const { refreshToken } = await signIn(config, { redirectUri: REDIRECT_URI });

  await oidc.tokenRevocation(teller, refreshToken, { token_type_hint: 'refresh_token' });

  const renewed = await oidc.refreshTokenGrant(config, refreshToken);
  expect(renewed.access_token).toEqual(expect.any(String));
});
