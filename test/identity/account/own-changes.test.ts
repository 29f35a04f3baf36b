// What operators change of their own credentials: the record of each change, and the sign-ins that it ends.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createOperator } from '../../../functions/identity/administration/operators.ts';
import { isSessionValid, readOperator } from '../../../functions/identity/operators.ts';
import type { Operator } from '../../../functions/identity/operators.ts';
import {
  enrolAuthenticatorApp,
  removeFactor,
  replaceAuthenticatorApp,
} from '../../../functions/identity/storage/factor-changes.ts';
import { readPartition } from '../../../functions/identity/storage/identity-table.ts';
import type { IdentityTable } from '../../../functions/identity/storage/identity-table.ts';
import {
  endOwnSignIns,
  replaceOwnPassword,
} from '../../../functions/identity/storage/own-credentials.ts';
import { readSecondFactors } from '../../../functions/identity/storage/second-factors.ts';
import {
  createIdentityRecords,
  hashAtLowCost,
  PASSWORD,
  startIdentity,
} from '../../support/stack/identity.ts';
import type { TestIdentity } from '../../support/stack/identity.ts';

const APP = { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', usedStep: 1, signedInAt: 60 };

let identity: TestIdentity;
let table: IdentityTable;

beforeAll(async () => {
  identity = await startIdentity();
  ({ table } = identity.administration);
  await createIdentityRecords(identity.administration);
});
afterAll(() => identity.stop());

function newOperator(username: string): Promise<Operator> {
  const operator = { username, password: PASSWORD, permissions: [] };
  return createOperator(identity.administration, operator, hashAtLowCost);
}

async function readAgain({ operatorId }: Operator): Promise<Operator> {
  const operator = await readOperator(table, operatorId);
  if (operator === undefined) throw new Error('no operator');
  return operator;
}

test('each change of an app and each sign-out everywhere is recorded as what it is', async () => {
  const owner = await newOperator('recorded@aurora');
  const signIns = { signedInSince: 61 };
  const readFactors = () => readSecondFactors(table, owner);

  await enrolAuthenticatorApp(table, owner, await readFactors(), APP);
  await replaceAuthenticatorApp(table, owner, await readFactors(), { ...APP, signIns });
  await removeFactor(table, owner, await readFactors(), { factorId: 'app', signIns });
  await endOwnSignIns(table, owner, 61);

  const records = await readPartition(table, 'OwnChanges#aurora');
  const { operatorId } = owner;
  expect(records).toHaveLength(4);
  expect(
    records.every(({ actor, subject }) => actor === operatorId && subject === operatorId),
  ).toBe(true);
  // Some may have the same time.
  expect(records.map(({ action, details }) => [action, details]).toSorted()).toEqual([
    ['operator.app_enrolled', { factor: 'app' }],
    ['operator.app_removed', { factor: 'app' }],
    ['operator.app_replaced', { factor: 'app' }],
    ['operator.signed_out_everywhere', undefined],
  ]);
});

test('a session that stays after a change of the password ends with all others later', async () => {
  const owner = await newOperator('staying@aurora');
  await replaceOwnPassword(table, {
    owner,
    seen: owner.passwordHash,
    assigned: owner.passwordHash,
    passwordHash: await hashAtLowCost('staple battery horse'),
    signedInSince: 100,
    keptSession: 'here',
  });
  const changed = await readAgain(owner);
  expect(isSessionValid(changed, 99, 'here')).toBe(true);
  expect(isSessionValid(changed, 99, 'there')).toBe(false);
  expect(isSessionValid(changed, 100, 'there')).toBe(true);

  await endOwnSignIns(table, owner, 200);

  const ended = await readAgain(owner);
  expect(isSessionValid(ended, 199, 'here')).toBe(false);
  expect(isSessionValid(ended, 200, 'here')).toBe(true);
});
