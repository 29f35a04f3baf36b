// A sign-in belongs to the browser that began it: its address, which others may see, opens nothing.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type * as oidc from 'openid-client';
import { createOperator } from '../../../functions/identity/administration/operators.ts';
import { requireSecondFactor } from '../../../functions/identity/administration/second-factors.ts';
import { findOperator } from '../../../functions/identity/operators.ts';
import { readSecondFactors } from '../../../functions/identity/storage/second-factors.ts';
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.ts';
import {
  createIdentityRecords,
  hashAtLowCost,
  PASSWORD,
  startIdentity,
} from '../../support/stack/identity.ts';
import type { TestIdentity } from '../../support/stack/identity.ts';
import { authorize, discover } from '../../support/stack/relying-party.ts';

const USERNAME = 'victim@aurora';

let identity: TestIdentity;
let config: oidc.Configuration;

beforeAll(async () => {
  identity = await startIdentity();
  await createIdentityRecords(identity.administration);
  await requireSecondFactor(identity.administration, 'aurora', true);
  const operator = { username: USERNAME, password: PASSWORD, permissions: [] };
  await createOperator(identity.administration, operator, hashAtLowCost);
  config = await discover(identity.issuer, 'console');
});
afterAll(() => identity.stop());

test('the cookies of one sign-in continue no other', async () => {
  const { page } = await authorize(config, { username: USERNAME });
  expect(page.html).toContain('id="secret"');
  const stranger = await authorize(config, { username: 'no-one@aurora' });
  const cookie = stranger.browser.cookiesFor(stranger.page.url);
  expect(stranger.page.url.pathname).not.toBe(page.url.pathname);

  const credential = new SoftwareAuthenticator(new URL(identity.issuer).origin).create(page);
  const body = new URLSearchParams({ step: 'passkey', credential });
  for (const request of [{}, { method: 'POST', body }]) {
    const answer = await fetch(page.url, { ...request, headers: { cookie }, redirect: 'manual' });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Sign-in has expired');
  }

  const { table } = identity.administration;
  const operator = await findOperator(table, USERNAME);
  expect(operator && (await readSecondFactors(table, operator))).toEqual({ passkeys: [] });
});
