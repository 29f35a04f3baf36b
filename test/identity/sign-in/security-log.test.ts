// What the log says of sign-ins.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type * as oidc from 'openid-client';
import { createOperator } from '../../../functions/identity/administration/operators.ts';
import { requireSecondFactor } from '../../../functions/identity/administration/second-factors.ts';
import { createTenant } from '../../../functions/identity/administration/tenants.ts';
import { enterCode } from '../../support/passkeys/factor-page.ts';
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.ts';
import {
  MAKER,
  PASSWORD,
  createIdentityRecords,
  hashAtLowCost,
  startIdentity,
} from '../../support/stack/identity.ts';
import type { TestIdentity } from '../../support/stack/identity.ts';
import { advanceTime, returnToPresent } from '../../support/stack/advance-time.ts';
import { authorize, discover, signIn } from '../../support/stack/relying-party.ts';

let identity: TestIdentity;
let config: oidc.Configuration;

beforeAll(async () => {
  identity = await startIdentity();
  await createIdentityRecords(identity.administration);
  config = await discover(identity.issuer, 'console');
});
afterEach(returnToPresent);
afterAll(() => identity.stop());
beforeEach(() => {
  identity.log.length = 0;
});

test('a sign-in is logged with the operator, the address and how it was proved', async () => {
  await signIn(config, { username: MAKER });

  expect(identity.log).toEqual([
    {
      event: 'signed-in',
      details: {
        address: expect.any(String),
        methods: ['pwd'],
        sub: expect.stringMatching(/^op_/),
        tenant_id: 'aurora',
        username: MAKER,
      },
    },
  ]);
});

test('each refused sign-in and each delayed one is logged, without what was typed', async () => {
  const operator = { username: 'tired@aurora', password: PASSWORD, permissions: [] };
  await createOperator(identity.administration, operator, hashAtLowCost);
  advanceTime(0); // The delay counts from the last wrong answer, however long a page takes.
  for (let attempt = 0; attempt < 6; attempt += 1) {
    await authorize(config, { username: operator.username, password: `${PASSWORD}!` });
  }
  await authorize(config, { username: PASSWORD, password: PASSWORD });

  expect(identity.log.map(({ event }) => event)).toEqual([
    ...Array<string>(5).fill('refused'),
    'wait',
    'refused',
  ]);
  expect(identity.log.every(({ details }) => typeof details['address'] === 'string')).toBe(true);
  expect(JSON.stringify(identity.log)).not.toMatch(new RegExp(`${PASSWORD}|tired`));
});

// RFC 8176 names the methods.
test('a sign-in by passkey and one by code are logged as such', async () => {
  await createTenant(identity.administration, { tenantId: 'strict', name: 'Strict Bank' });
  await requireSecondFactor(identity.administration, 'strict', true);
  for (const username of ['keyed@strict', 'coded@strict']) {
    const operator = { username, password: PASSWORD, permissions: [] };
    await createOperator(identity.administration, operator, hashAtLowCost);
  }
  const passkey = new SoftwareAuthenticator(new URL(identity.issuer).origin);
  const first = await authorize(config, { username: 'keyed@strict' });
  await first.browser.submit(first.page, {
    step: 'passkey',
    credential: passkey.create(first.page),
  });
  const second = await authorize(config, { username: 'keyed@strict' });
  await second.browser.submit(second.page, {
    step: 'passkey',
    credential: passkey.use(second.page),
  });
  const { browser, page } = await authorize(config, { username: 'coded@strict' });
  await browser.submit(page, enterCode(page));

  const signedIn = identity.log.filter(({ event }) => event === 'signed-in');
  expect(signedIn.map(({ details }) => [details['username'], details['methods']])).toEqual([
    ['keyed@strict', ['pwd', 'pop', 'mfa']],
    ['keyed@strict', ['pwd', 'pop', 'mfa']],
    ['coded@strict', ['pwd', 'otp', 'mfa']],
  ]);
});
