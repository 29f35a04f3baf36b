// Finds grants of the running template that no call needs. `GRANTS=all` removes each grant in turn and
// expects a denied call, `GRANTS=test-get-account,test-get-loan` those of these functions, also of one action as in
// `GRANTS='test-get-account dynamodb:BatchGetItem'`; without it, a few chosen by a seed.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IamEnforcer, IamGrant } from '../../../local/iam/iam-enforcer.ts';
import { recordSchedule } from '../../../commands/administration/schedule-records.ts';
import { SCHEDULE } from '../fixtures/batches/export-schedules.ts';
import { buildRandom } from '../fixtures/random.ts';
import type { SignedInStack } from '../stack/signed-in-stack.ts';
import {
  waitForCompletion,
  buildDeployedCaller,
  isOperationPrincipal,
  findScenarios,
} from './deployed.ts';
import type { ScenarioContext } from './system/deployed-scenario.ts';
import { SETTLED_MS } from '../evidence/deployed-sealing.ts';
import { readSealedRecords } from '../evidence/log-scenarios.ts';
import { READ_EVERY_MS, waitForClosing } from '../accounting-periods/closings.ts';
import type { OperationCaller } from '../stack/ledger.ts';
import { createEnforcedTenant, createScenarioRecords } from './scenario-records.ts';
import { createYearClosings } from './scenario-year.ts';
import { runVerification } from './system/scenario-verification.ts';
import { isUnproven, unprovenGrants } from './system/unproven-grants.ts';
import type { UnprovenGrants } from './system/unproven-grants.ts';

const SAMPLE = 4;
const SEED = 20261120;

export function requireEnforcer({
  local: { enforcer },
}: Pick<SignedInStack, 'local'>): IamEnforcer {
  if (!enforcer) throw new Error('Roles are not enforced.');
  return enforcer;
}

/** The records that take long to make and that few functions need. */
export interface OptionalRecords {
  readonly hasYear: boolean;
  readonly hasPeriod: boolean;
  readonly hasEnforced: boolean;
  readonly hasSealed: boolean;
}

export const ALL_RECORDS: OptionalRecords = {
  hasYear: true,
  hasPeriod: true,
  hasEnforced: true,
  hasSealed: true,
};

// A tenant of which no container has cached anything.
export async function buildScenarioContext(
  stack: SignedInStack,
  { hasYear, hasPeriod, hasEnforced, hasSealed }: OptionalRecords,
): Promise<ScenarioContext> {
  const tenant = `tenant-${randomUUID().slice(0, 8)}`;
  const caller = buildDeployedCaller(stack, tenant);
  await recordSchedule(stack.administration, tenant, SCHEDULE);
  const yearClosings = hasYear ? await closeDeployedYear(caller) : [];
  const enforced = hasEnforced && { enforced: await createEnforcedTenant(caller) };
  const records = { ...(await createScenarioRecords(caller)), yearClosings, ...enforced };
  if (hasPeriod) await waitForClosing(caller, records.closedPeriod);
  const sealed = hasSealed && { sealed: await sealDeployed(stack, tenant, { caller, records }) };
  return { tenant, stack, caller, records: { ...records, ...sealed } };
}

function sealDeployed(
  { local }: SignedInStack,
  tenant: string,
  { caller, records }: Pick<ScenarioContext, 'caller' | 'records'>,
) {
  return readSealedRecords(caller, records.entry, async () => {
    await sleep(SETTLED_MS);
    await local.functions.invoke('test-seal-receipts', { tenant });
  });
}

/** Some minutes: on a busy machine the work in the background takes its time. */
const TRIES_MAX = 1_800;

export async function waitUntilTrue(isTrue: () => boolean, isOver = () => false): Promise<boolean> {
  for (let tries = 0; tries < TRIES_MAX && !isOver() && !isTrue(); tries += 1) await sleep(100);
  return isTrue();
}

// The publisher starts the execution of each approved closing.
function closeDeployedYear(caller: OperationCaller): Promise<string[]> {
  return createYearClosings(caller, async (closings) => {
    for (const period of closings.keys()) await waitForClosing(caller, period);
    const isCounted = async () =>
      (await caller.call('getTrialBalance')).body.projection.lag_seconds === 0;
    while (!(await isCounted())) await sleep(READ_EVERY_MS);
  });
}

/** Functions that read or write more in the tenant that has enforced its control accounts. */
const NEEDS_ENFORCED =
  /-(submit-financial-adjustment-request|upsert-product|generate-product-configuration|preview-configuration-change|approve-change-request|create-webhook|reveal-webhook-secret)$/;

/** The exceptions that no grant of the template needs any more. */
export function findStaleExceptions(stack: SignedInStack): UnprovenGrants[] {
  const grants = requireEnforcer(stack).grants();
  return unprovenGrants.filter(({ includes }) => !grants.some(includes));
}

/** Runs every scenario of every function, and returns the grants that no call has needed. */
export async function findUnneededGrants(stack: SignedInStack): Promise<IamGrant[]> {
  const enforcer = requireEnforcer(stack);
  const unneeded = () => enforcer.unneeded().filter((grant) => !isUnproven(grant));
  await runAllScenarios(stack, enforcer);
  await waitUntilTrue(() => unneeded().length === 0);
  return unneeded();
}

async function runAllScenarios(stack: SignedInStack, enforcer: IamEnforcer): Promise<void> {
  const context = await buildScenarioContext(stack, ALL_RECORDS);
  await waitForCompletion(context.caller, context.records.batch);
  const principals = new Set(enforcer.grants().map(({ principal }) => principal));
  // Background work runs while the operations are called; the ledger is verified once it holds
  // every kind of record.
  const verifying = [...principals].filter((one) => findScenarios(one).includes(runVerification));
  const others = [...principals].filter((one) => !verifying.includes(one));
  // Once each, though several principals need the same.
  const byThemselves = new Set(
    others.filter((one) => !isOperationPrincipal(one)).flatMap(findScenarios),
  );
  const background = Promise.all([...byThemselves].map((runScenario) => runScenario(context)));
  for (const one of others.filter(isOperationPrincipal)) await runScenarios(one, context);
  await background;
  await runVerification(context);
}

export async function runScenarios(principal: string, context: ScenarioContext): Promise<void> {
  for (const runScenario of findScenarios(principal)) await runScenario(context);
}

/** The grants that `findIneffectiveGrants` shall remove. */
export function selectGrants(stack: SignedInStack): IamGrant[] {
  const grants = requireEnforcer(stack)
    .grants()
    .filter((one) => !isUnproven(one));
  const wanted = process.env['GRANTS']?.split(',');
  if (wanted?.[0] === 'all') return grants;
  if (wanted) {
    return grants.filter(
      ({ principal, action }) =>
        wanted.includes(principal) || wanted.includes(`${principal} ${action}`),
    );
  }
  const next = buildRandom(SEED);
  return Array.from({ length: SAMPLE }, () => grants[Math.floor(next() * grants.length)]).filter(
    (grant) => grant !== undefined,
  );
}

/** Removes each of the grants for a while, and returns those without which no call is denied. */
export async function findIneffectiveGrants(
  stack: SignedInStack,
  grants: readonly IamGrant[],
): Promise<IamGrant[]> {
  const survivors: IamGrant[] = [];
  for (const group of groupGrants(grants)) survivors.push(...(await tryWithout(stack, group)));
  return survivors;
}

/** Each group has at most one grant of a principal; only those of operations share no scenarios. */
function groupGrants(grants: readonly IamGrant[]): IamGrant[][] {
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
async function tryWithout(stack: SignedInStack, group: IamGrant[]): Promise<IamGrant[]> {
  const enforcer = requireEnforcer(stack);
  const hasYear = group.some(({ principal }) =>
    /(general-ledger-(year|request)|preview-request)$/.test(principal),
  );
  const hasPeriod = group.some(({ principal }) =>
    principal.endsWith('-reopen-general-ledger-period'),
  );
  const hasEnforced = group.some(({ principal }) => NEEDS_ENFORCED.test(principal));
  const hasSealed = group.some(({ principal }) => principal.includes('-evidence-'));
  const wanted = { hasYear, hasPeriod, hasEnforced, hasSealed };
  const context = await buildScenarioContext(stack, wanted);
  await waitForCompletion(context.caller, context.records.batch);
  stack.denials.length = 0;
  const isDenied = ({ principal, action }: IamGrant) => {
    const denial = `/${principal} is not authorized to perform: ${action} `;
    return stack.denials.some((line) => line.includes(denial));
  };
  const areDenied = () => group.every(isDenied);
  const restores = group.map((grant) => enforcer.withdraw(grant));
  const runs = group.map(({ principal }) =>
    runScenarios(principal, context).catch(() => undefined),
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
  for (const survivor of survivors) left.push(...(await tryWithout(stack, [survivor])));
  return left;
}
