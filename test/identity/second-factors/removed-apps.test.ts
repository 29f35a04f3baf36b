// The authenticator app is one of the second factors: it can be removed, by the operator and by an administrator,
// and the log and the trail say so.
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type * as oidc from 'openid-client';
import { auditCommands } from '../../../commands/administration/audit-command.ts';
import type { FormBrowser } from '../../../commands/token/form-browser.ts';
import { createOperator } from '../../../functions/identity/administration/operators.ts';
import { removeSecondFactor } from '../../../functions/identity/administration/second-factors.ts';
import { enterCode, readSecret, showCode } from '../../support/passkeys/factor-page.ts';
import { advanceTime, returnToPresent } from '../../support/stack/advance-time.ts';
import {
  createIdentityRecords,
  hashAtLowCost,
  PASSWORD,
  startIdentity,
} from '../../support/stack/identity.ts';
import type { TestIdentity } from '../../support/stack/identity.ts';
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

const open = (browser: FormBrowser) => browser.open(`${identity.issuer}/account/second-factors`);

/** Signs a new operator in, who sets up an app. */
async function newOperator(username: string) {
  const operator = { username, password: PASSWORD, permissions: [] };
  const { operatorId } = await createOperator(identity.administration, operator, hashAtLowCost);
  const { browser } = await signIn(config, { username });
  const page = await open(browser);
  const secret = readSecret(page);
  await browser.submit(page, enterCode(page));
  return { operatorId, username, secret, browser };
}

const isAskedForCode = async (username: string) => {
  const { page } = await authorize(config, { username });
  return !page.url.searchParams.has('code');
};

const CHANGES = ['second factor enrolled', 'second factor removed', 'second factor: refused'];

/** What the log says of changes of the operator's factors. */
const readLog = (operatorId: string) =>
  identity.log
    .filter(({ event, details }) => CHANGES.includes(event) && details['sub'] === operatorId)
    .map(({ event, details: { factor, reason } }) => [event, factor ?? reason]);

test('an operator removes the app, and the password alone signs in again', async () => {
  const { operatorId, username, secret } = await newOperator('freed@aurora');
  expect(await isAskedForCode(username)).toBe(true);
  advanceTime(30_000);
  const { browser, page: asked } = await authorize(config, { username });
  await browser.submit(asked, { code: showCode(secret) });
  const page = await open(browser);

  const left = await browser.submit(page, { step: 'remove', factor: 'app' });

  expect([left.status, left.html.includes('value="app"')]).toEqual([200, false]);
  advanceTime(31_000);
  expect(await isAskedForCode(username)).toBe(false);
  const again = await browser.submit(left, { step: 'remove', factor: 'app' });
  expect(again.html).toContain('removed already');
  expect(readLog(operatorId)).toEqual([
    ['second factor enrolled', undefined],
    ['second factor removed', 'app'],
  ]);
  const trail = String(
    (await auditCommands.audit?.run(identity.administration, ['aurora'], {}))?.text,
  );
  expect(trail).toMatch(new RegExp(`${operatorId} +operator\\.app_removed .*"factor":"app"`));
});

test('an administrator removes the app of an operator who has one, and refuses for others', async () => {
  const { username } = await newOperator('phoneless@aurora');
  expect(await isAskedForCode(username)).toBe(true);

  await removeSecondFactor(identity.administration, username, 'app');

  advanceTime(1_000);
  expect(await isAskedForCode(username)).toBe(false);
  await expect(removeSecondFactor(identity.administration, username, 'app')).rejects.toThrow(
    `${username} has no second factor app.`,
  );
});

test('a refused enrolment is logged with its operator and its reason, and no code', async () => {
  const username = 'clumsy@aurora';
  const operator = { username, password: PASSWORD, permissions: [] };
  const { operatorId } = await createOperator(identity.administration, operator, hashAtLowCost);
  const { browser } = await signIn(config, { username });

  const refused = await browser.submit(await open(browser), {
    step: 'passkey',
    credential: '{"id":"nothing"}',
  });

  expect(refused.status).toBe(400);
  expect(readLog(operatorId)).toEqual([['second factor: refused', expect.any(String)]]);
});
