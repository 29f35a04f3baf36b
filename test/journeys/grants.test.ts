// Every grant of every role is needed. Each function of the running template runs all its
// scenarios, and every grant must allow a call that no other grant allows. `GRANTS=all` then
// removes each grant in turn and expects a denied call, `GRANTS=test-get-account,test-get-loan`
// those of these functions; without it, a few chosen by a seed.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { IamEnforcer, IamGrant } from '../../local/iam/iam-enforcer.ts';
import { buildRandom } from '../support/fixtures/random.ts';
import { startSignedInStack } from '../support/stack/signed-in-stack.ts';
import type { SignedInStack } from '../support/stack/signed-in-stack.ts';
import {
  waitForCompletion,
  buildDeployedCaller,
  isOperationPrincipal,
  findScenario,
} from '../support/scenarios/deployed.ts';
import type { ScenarioContext } from '../support/scenarios/deployed.ts';
import { waitForClosing } from '../support/accounting-periods/closings.ts';
import { createScenarioRecords } from '../support/scenarios/scenario-records.ts';

const SAMPLE = 4;
const SEED = 20261120;

let stack: SignedInStack;
let enforcer: IamEnforcer;
beforeAll(async () => {
  stack = await startSignedInStack();
  if (!stack.local.enforcer) throw new Error('Roles are not enforced.');
  enforcer = stack.local.enforcer;
});
afterAll(async () => {
  stack.denials.length = 0;
  await stack.stop();
});

// A tenant of which no container has cached anything.
let tenants = 0;
async function buildScenarioContext(): Promise<ScenarioContext> {
  tenants += 1;
  const tenant = `tenant-${tenants}`;
  const caller = buildDeployedCaller(stack, tenant);
  const records = await createScenarioRecords(caller);
  await waitForClosing(caller, records.closedPeriod);
  return { tenant, stack, caller, records };
}

async function waitUntilTrue(isTrue: () => boolean, isOver = () => false): Promise<boolean> {
  for (let tries = 0; tries < 200 && !isOver() && !isTrue(); tries += 1) await sleep(100);
  return isTrue();
}

// An export fails only after longer than a test can wait. A task repeated after a lost answer reads
// its receipt.
const REPEATED = /^test-(begin|complete|receive|fail)-.*(export|import|batch|period-close)$/;

/** Needed only after a failure in the middle, which this test does not cause. */
function isFailureGrant({ principal, action, resource }: IamGrant): boolean {
  if (action === 's3:AbortMultipartUpload') return true;
  if (principal.endsWith('-export') && resource.endsWith('test-fail-batch')) return true;
  if (principal.endsWith('-close') && resource.endsWith('test-fail-period-close')) return true;
  return REPEATED.test(principal) && action === 'dynamodb:GetItem' && /Receipts/.test(resource);
}

/** Needed only when the template or a container starts: without these grants sign-in fails. */
function isStartGrant({ principal, action }: IamGrant): boolean {
  if (principal === 'test-rotate-identity-keys') return true;
  return principal === 'test-serve-identity' && action === 'secretsmanager:GetSecretValue';
}

const unneeded = () => enforcer.unneeded().filter((grant) => !isFailureGrant(grant));

test('every grant is needed', async () => {
  const context = await buildScenarioContext();
  await waitForCompletion(context.caller, context.records.batch);
  const principals = new Set(enforcer.grants().map(({ principal }) => principal));
  // Background work runs while the operations are called; the ledger is verified once it holds
  // every kind of record.
  const [verification] = [...principals].filter((one) => one.endsWith('-verify-books'));
  const others = [...principals].filter((one) => one !== verification);
  const byThemselves = new Set(
    others.filter((one) => !isOperationPrincipal(one)).map(findScenario),
  );
  const background = Promise.all([...byThemselves].map((runScenario) => runScenario(context)));
  for (const one of others.filter(isOperationPrincipal)) await findScenario(one)(context);
  await background;
  await findScenario(String(verification))(context);

  await waitUntilTrue(() => unneeded().length === 0);
  expect(unneeded()).toEqual([]);
  expect(stack.denials).toEqual([]);
}, 120_000);

function selectGrants(grants: IamGrant[]): IamGrant[] {
  const wanted = process.env['GRANTS']?.split(',');
  if (wanted?.[0] === 'all') return grants;
  if (wanted) return grants.filter(({ principal }) => wanted.includes(principal));
  const next = buildRandom(SEED);
  return Array.from({ length: SAMPLE }, () => grants[Math.floor(next() * grants.length)]).filter(
    (grant) => grant !== undefined,
  );
}

/** Each group has at most one grant of a principal; only those of operations share no scenarios. */
function groupGrants(grants: IamGrant[]): IamGrant[][] {
  const ofOperations = grants.filter(({ principal }) => isOperationPrincipal(principal));
  const byPrincipal = [...Map.groupBy(ofOperations, ({ principal }) => principal).values()];
  const rounds = Math.max(0, ...byPrincipal.map(({ length }) => length));
  const others = grants.filter(({ principal }) => !isOperationPrincipal(principal));
  return [
    ...Array.from({ length: rounds }, (_, round) =>
      byPrincipal.flatMap((own) => own.slice(round, round + 1)),
    ),
    ...others.map((grant) => [grant]),
  ];
}

/** The grants of the group without which no call is denied. */
async function listUnneededGrants(group: IamGrant[]): Promise<IamGrant[]> {
  const context = await buildScenarioContext();
  await waitForCompletion(context.caller, context.records.batch);
  stack.denials.length = 0;
  const isDenied = ({ principal, action }: IamGrant) => {
    const denial = `/${principal} is not authorized to perform: ${action} `;
    return stack.denials.some((line) => line.includes(denial));
  };
  const areDenied = () => group.every(isDenied);
  const restores = group.map((grant) => enforcer.withdraw(grant));
  const runs = group.map(({ principal }) =>
    findScenario(principal)(context).catch(() => undefined),
  );
  const running = Promise.all(runs);
  // In a group, a scenario may fail early because others lack a grant: it then runs again alone.
  const isAlone = group.length === 1;
  let isOver = false;
  const waitForDenials = () => waitUntilTrue(areDenied, () => isOver);
  await (isAlone ? Promise.race([running.then(waitForDenials), waitForDenials()]) : running);
  isOver = true;
  const survivors = group.filter((grant) => !isDenied(grant));
  for (const restore of restores) restore();
  await running;
  if (isAlone) return survivors;
  const left: IamGrant[] = [];
  for (const survivor of survivors) left.push(...(await listUnneededGrants([survivor])));
  return left;
}

test('denies the call when its grant is removed', async () => {
  const grants = enforcer.grants().filter((one) => !isFailureGrant(one) && !isStartGrant(one));
  const taken = selectGrants(grants);
  const survivors: IamGrant[] = [];
  for (const group of groupGrants(taken)) {
    survivors.push(...(await listUnneededGrants(group)));
  }

  expect(taken).not.toEqual([]);
  expect(survivors).toEqual([]);
}, 3_600_000);
