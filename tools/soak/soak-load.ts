// The load of a soak test: operators work concurrently, and each sends one request after the other.
import { buildSampleContext } from '../samples/sample.ts';
import type { SampleContext } from '../samples/sample.ts';
import { samples } from '../samples/samples.ts';
import { operations } from '../../functions/operations/operations.ts';
import type { OperationName } from '../../functions/operations/operations.ts';
import { findPermissionHolder, performIntent } from './intended-request.ts';
import type { SoakAnswer, IntendedRequest } from './intended-request.ts';
import { Observations } from './observations.ts';
import type { OperatorClients } from './operator-clients.ts';
import { ENFORCEMENT, listChartPlans } from './plans/ledger-plans.ts';
import { OPENING, planCrowdedEntry } from './plans/plans.ts';
import { choosePlan, planStep } from './seeded/operator-steps.ts';
import type { PlannedStep } from './seeded/operator-steps.ts';
import { buildRandomStream } from './seeded/random-streams.ts';
import type { RequestPlan } from './plans/plan.ts';

export interface SoakLoad {
  readonly observations: readonly Observations[];
  /** The number of requests answered so far. */
  answered(): number;
  /** Sends one more request in the first tenant, which operators seldom send. */
  send(plan: RequestPlan): void;
  /** Resolves when every operator has the answer to their last request. */
  stop(): Promise<void>;
}

/** The second enforces controls; samples, which need free account codes, run in the first only. */
const TENANTS = ['aurora', 'boreal'];
const SAMPLES_SHARE = 0.16;
/** One operator of each tenant sends so many postings on one account at once, every few turns. */
const CROWD = 8;
const CROWD_TURNS = 12;
/** The first crowd may find functions that are still starting, one after the other, so that it never meets. */
const CROWD_WAVES = 3;

// Samples of batches, projections and closed periods wait until these are complete, which would block an
// operator. Some wait until nothing is late, which may never be so while the other operators post.
const WAITING = [
  /^get\w+(Activity|Publication)$/,
  /^(list|get|reopen)GeneralLedgerPeriods?$/,
  /^closeGeneralLedgerYear$/,
  /^(getProjectionStatus|getTrialBalance|listLedgerAccountLines|listAuditEvents)$/,
];
// Those of webhooks make room for others by deleting the oldest, which another operator may have deleted.
const sampledOperations = (Object.keys(samples) as OperationName[]).filter(
  (name) =>
    operations[name].api === 'ledger' &&
    operations[name].area !== 'webhooks' &&
    !WAITING.some((pattern) => pattern.test(name)),
);

export interface LoadOptions {
  readonly seed: number;
  /** How many operators of each tenant send requests. */
  readonly operatorsPerTenant: number;
}

export function startLoad(
  operators: OperatorClients,
  { seed, operatorsPerTenant }: LoadOptions,
): SoakLoad {
  const observations = TENANTS.map((tenant, index) => new Observations(tenant, index === 1));
  const stopping = new AbortController();
  const work = async (own: Observations, send: () => Promise<void>) => {
    try {
      await send();
    } catch (error) {
      own.problems.push(String(error));
    }
  };
  const running = observations.flatMap((own, index) => {
    const other = observations[1 - index] ?? own;
    const nextKey = buildKeyGenerator(seed, own.tenant);
    const context = buildTenantContext({ operators, own, nextKey });
    const operator: LoadOperator = { operators, own, other, context, nextKey };
    return Array.from({ length: operatorsPerTenant }, (_, number) =>
      work(own, async () => {
        if (own.isControlled && number === 0) await enforceControls(operator);
        const isCrowding = number === operatorsPerTenant - 1;
        let count = 1;
        for (; !stopping.signal.aborted; count += 1) {
          if (isCrowding && count % CROWD_TURNS === 0) await sendCrowds(operator, seed, count);
          await sendRequest(operator, planStep(seed, own.tenant, number, count), seed);
        }
        // The last ones meet no disturbance, on an account that no one has blocked.
        if (isCrowding) await sendLastCrowds(operator, seed, count);
      }),
    );
  });
  const nextExtraKey = buildKeyGenerator(seed, 'extra');
  return {
    observations,
    answered: () => observations.reduce((sum, { answered }) => sum + answered, 0),
    send: (plan) => {
      const [own] = observations;
      if (own === undefined || stopping.signal.aborted) return;
      const intent = toIntent(own.tenant, plan, nextExtraKey());
      running.push(work(own, async () => own.note(intent, await performIntent(operators, intent))));
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

interface LoadOperator {
  readonly operators: OperatorClients;
  readonly own: Observations;
  readonly other: Observations;
  readonly context: SampleContext;
  readonly nextKey: () => string;
}

function buildKeyGenerator(seed: number, tenant: string): () => string {
  let count = 0;
  return () => `soak-${seed}-${tenant}-${String((count += 1)).padStart(6, '0')}`;
}

/** Sends the requests of an institution that starts to enforce its controls, while the others post. */
async function enforceControls({ operators, own, nextKey }: LoadOperator): Promise<void> {
  const send = async (plan: RequestPlan): Promise<SoakAnswer> => {
    const intent = toIntent(own.tenant, plan, nextKey());
    const answer = await performIntent(operators, intent);
    own.note(intent, answer);
    return answer;
  };
  for (const plan of listChartPlans()) await send(plan);
  const { body } = await send(ENFORCEMENT);
  await send({ operation: 'approveGeneralLedgerRequest', path: { requestId: body.id }, body: {} });
}

async function sendRequest(
  { operators, own, other, context }: LoadOperator,
  step: PlannedStep,
  seed: number,
): Promise<void> {
  const [share, choice] = step.sampling;
  const isSampling = share < SAMPLES_SHARE && !own.isControlled;
  const sample = isSampling
    ? sampledOperations[Math.floor(choice * sampledOperations.length)]
    : undefined;
  const plan: RequestPlan | IntendedRequest =
    sample === undefined
      ? choosePlan(step, { own, other })
      : { operation: sample, ...(await samples[sample](context)) };
  const repeated = 'tenant' in plan ? (plan as IntendedRequest) : undefined;
  const intent: IntendedRequest = repeated ?? {
    ...toIntent(own.tenant, plan, `soak-${seed}-${step.name}`),
    ...(sample !== undefined && { isSample: true }),
  };
  own.note(intent, await performIntent(operators, intent));
}

/** Postings that wait for one account, so that they are combined (ADR 125). */
async function sendCrowds(
  { operators, own }: LoadOperator,
  seed: number,
  turn: number,
  account = own.accounts[0],
): Promise<void> {
  if (account === undefined) return;
  const draw = buildRandomStream(seed, 'crowd', own.tenant, turn);
  for (let wave = 1; wave <= CROWD_WAVES; wave += 1) {
    const intents = Array.from({ length: CROWD }, (_, number) => {
      const name = `${own.tenant}-crowd-${turn}-${wave}-${number}`;
      return toIntent(own.tenant, planCrowdedEntry(account, draw), `soak-${seed}-${name}`);
    });
    await Promise.all(
      intents.map(async (intent) => own.note(intent, await performIntent(operators, intent))),
    );
  }
}

async function sendLastCrowds(operator: LoadOperator, seed: number, turn: number): Promise<void> {
  const { operators, own, nextKey } = operator;
  const intent = toIntent(own.tenant, OPENING, nextKey());
  const opened = await performIntent(operators, intent);
  own.note(intent, opened);
  await sendCrowds(operator, seed, turn, opened.body.id);
}

function toIntent(tenant: string, plan: RequestPlan, key: string): IntendedRequest {
  return { username: findPermissionHolder(plan.operation), ...plan, tenant, key };
}

// A sample creates its prerequisites as the same operators, so the checks cover them too.
function buildTenantContext({
  operators,
  own,
  nextKey,
}: Pick<LoadOperator, 'operators' | 'own' | 'nextKey'>) {
  return buildSampleContext(async (operation, request = {}, key = nextKey()) => {
    const plan = { ...toIntent(own.tenant, { operation, ...request }, key), isSample: true };
    const answer: SoakAnswer = await performIntent(operators, plan);
    own.note(plan, answer);
    if (answer.status >= 300) throw new Error(`${operation}: ${answer.status} ${answer.text}`);
    return answer.body as unknown;
  });
}
