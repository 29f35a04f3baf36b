// Which stored second factors count: none of a sign-in before the reset, none twice, and no copy of a passkey.
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type * as oidc from 'openid-client';
import type { FormBrowser } from '../../../commands/token/form-browser.ts';
import { createOperator } from '../../../functions/identity/administration/operators.ts';
import {
  requireSecondFactor,
  resetSecondFactors,
} from '../../../functions/identity/administration/second-factors.ts';
import { createTenant } from '../../../functions/identity/administration/tenants.ts';
import { readOperator } from '../../../functions/identity/operators.ts';
import type { Operator } from '../../../functions/identity/operators.ts';
import { startFactorAttempt } from '../../../functions/identity/sign-in/sign-in-attempts.ts';
import {
  enrolAuthenticatorApp,
  enrolPasskey,
} from '../../../functions/identity/storage/factor-changes.ts';
import type { IdentityTable } from '../../../functions/identity/storage/identity-table.ts';
import {
  notePasskeyUse,
  readSecondFactors,
} from '../../../functions/identity/storage/second-factors.ts';
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.ts';
import { advanceTime, returnToPresent } from '../../support/stack/advance-time.ts';
import {
  createIdentityRecords,
  hashAtLowCost,
  PASSWORD,
  startIdentity,
} from '../../support/stack/identity.ts';
import type { TestIdentity } from '../../support/stack/identity.ts';
import { authorize, discover } from '../../support/stack/relying-party.ts';

let identity: TestIdentity;
let table: IdentityTable;
let config: oidc.Configuration;

beforeAll(async () => {
  identity = await startIdentity();
  ({ table } = identity.administration);
  await createIdentityRecords(identity.administration);
  await createTenant(identity.administration, { tenantId: 'strict', name: 'Strict Bank' });
  await requireSecondFactor(identity.administration, 'strict', true);
  config = await discover(identity.issuer, 'console');
});
afterEach(returnToPresent);
afterAll(() => identity.stop());

function newOperator(username: string): Promise<Operator> {
  const operator = { username, password: PASSWORD, permissions: [] };
  return createOperator(identity.administration, operator, hashAtLowCost);
}

const PASSKEY = {
  name: 'Key',
  credentialId: 'AAAAAAAAAAAAAAAAAAAAAA',
  publicKey: new Uint8Array(77),
  counter: 4,
  transports: [],
  isBackupEligible: false,
  isBackedUp: false,
};
const APP = { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', usedStep: 1 };

/** Stores an app and a passkey that are enrolled in a sign-in of that second. */
async function storeFactors(operator: Operator, signedInAt: number) {
  const seen = await readSecondFactors(table, operator);
  await enrolAuthenticatorApp(table, operator, seen, { ...APP, signedInAt });
  const then = await readSecondFactors(table, operator);
  await enrolPasskey(table, operator, then, { ...PASSKEY, signedInAt });
}

test('a factor of a sign-in before a reset does not count, even if it is stored after it', async () => {
  const before = await newOperator('reset@aurora');
  const signedInAt = Math.floor(Date.now() / 1000);
  await resetSecondFactors(identity.administration, 'reset@aurora');

  await storeFactors(before, signedInAt);

  const after = await readOperator(table, before.operatorId);
  if (after === undefined) throw new Error('no operator');
  const { app, passkeys } = await readSecondFactors(table, after);
  expect([app, passkeys]).toEqual([undefined, []]);
  await storeFactors(after, signedInAt + 60);
  const { app: own, passkeys: others } = await readSecondFactors(table, after);
  expect([own?.secret, others.length]).toEqual([APP.secret, 1]);
});

test('a reset of the factors ends the wait after wrong codes', async () => {
  advanceTime(0);
  const { operatorId } = await newOperator('waiting@aurora');
  const attempt = async (address: string) =>
    (await startFactorAttempt(table, operatorId, address)).waitSeconds;
  for (let guess = 1; guess <= 5; guess += 1) await attempt(`192.0.2.${guess}`);
  expect(await attempt('192.0.2.6')).toBe(2);

  await resetSecondFactors(identity.administration, 'waiting@aurora');

  expect(await attempt('192.0.2.7')).toBe(0);
});

// WebAuthn, 7.2: a count that is not higher is the sign of a copy.
test('two answers of a passkey with the same count are not both accepted', async () => {
  const operator = await newOperator('copied@aurora');
  await storeFactors(operator, 60);
  const { passkeys } = await readSecondFactors(table, operator);
  const [passkey] = passkeys;
  if (passkey === undefined) throw new Error('no passkey');
  const note = (counter: number) =>
    notePasskeyUse(table, operator, { passkey, counter, isBackedUp: false });

  expect(await Promise.all([note(5), note(5)]).then((all) => all.toSorted())).toEqual([
    false,
    true,
  ]);
  expect([await note(4), await note(6)]).toEqual([false, true]);
});

const post = (
  browser: FormBrowser,
  page: Awaited<ReturnType<FormBrowser['open']>>,
  credential: string,
) => browser.submit(page, { step: 'passkey', credential });

test('a passkey that an operator has is not set up once more', async () => {
  const operator = await newOperator('doubled@strict');
  const passkey = new SoftwareAuthenticator(new URL(identity.issuer).origin);
  const { browser, page } = await authorize(config, { username: 'doubled@strict' });
  await post(browser, page, passkey.create(page));
  const factors = await browser.open(`${identity.issuer}/account/second-factors`);

  const refused = await post(browser, factors, passkey.create(factors));

  expect([refused.status, refused.html]).toEqual([
    400,
    expect.stringContaining('none has been set up'),
  ]);
  expect((await readSecondFactors(table, operator)).passkeys).toHaveLength(1);
});
