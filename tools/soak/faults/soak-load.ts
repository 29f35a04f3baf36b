// The operators at work: each wants one thing after the other, all of them at once.
import { buildSampleContext } from '../../samples/sample.ts';
import type { SampleContext } from '../../samples/sample.ts';
import { samples } from '../../samples/samples.ts';
import { operations } from '../../../functions/operations/operations.ts';
import type { OperationName } from '../../../functions/operations/operations.ts';
import { buildSeededDraws } from '../../scale/seeded-draws.ts';
import { findPermissionHolder, performIntent } from '../intended-request.ts';
import type { SoakAnswer, IntendedRequest } from '../intended-request.ts';
import { Observations } from './observations.ts';
import type { OperatorClients } from '../operator-clients.ts';
import { choosePlan, pickRandom } from '../plans.ts';
import type { RequestPlan } from '../plan.ts';

export interface SoakLoad {
  readonly observations: readonly Observations[];
  /** Requests that were answered so far. */
  answered(): number;
  /** Resolves when each operator has the answer to their last request. */
  stop(): Promise<void>;
}

const TENANTS = ['aurora', 'boreal'];
const OPERATORS_PER_TENANT = 4;
const SAMPLES_SHARE = 0.08;

// Those of batches and of what follows the books wait for something, which plans do not.
const sampledOperations = (Object.keys(samples) as OperationName[]).filter(
  (name) => operations[name].api === 'ledger' && !/^get\w+(Activity|Publication)$/.test(name),
);

export function startLoad(operators: OperatorClients, seed: number): SoakLoad {
  const observed = TENANTS.map((tenant) => new Observations(tenant));
  const over = new AbortController();
  const running = observed.flatMap((own, index) => {
    const other = observed[1 - index] ?? own;
    const keys = buildKeyGenerator(seed, own.tenant);
    const world = buildTenantContext({ operators, own, nextKey: keys });
    return Array.from({ length: OPERATORS_PER_TENANT }, async (_, number) => {
      const { uniform: draw } = buildSeededDraws(seed * 1_000 + index * 100 + number);
      const operator: LoadOperator = { operators, own, other, world, draw, nextKey: keys };
      try {
        while (!over.signal.aborted) await sendNextRequest(operator);
      } catch (error) {
        own.problems.push(String(error));
      }
    });
  });
  return {
    observations: observed,
    answered: () => observed.reduce((sum, { answered }) => sum + answered, 0),
    stop: async () => {
      over.abort();
      await Promise.all(running);
    },
  };
}

interface LoadOperator {
  readonly operators: OperatorClients;
  readonly own: Observations;
  readonly other: Observations;
  readonly world: SampleContext;
  readonly nextKey: () => string;
  draw(this: void): number;
}

function buildKeyGenerator(seed: number, tenant: string): () => string {
  let count = 0;
  return () => `soak-${seed}-${tenant}-${String((count += 1)).padStart(6, '0')}`;
}

async function sendNextRequest(operator: LoadOperator): Promise<void> {
  const { operators, own, world, draw, nextKey } = operator;
  const sample = draw() < SAMPLES_SHARE ? pickRandom(draw, sampledOperations) : undefined;
  const plan: RequestPlan | IntendedRequest =
    sample === undefined
      ? choosePlan(operator)
      : { operation: sample, ...(await samples[sample](world)) };
  const known = 'tenant' in plan ? (plan as IntendedRequest) : undefined;
  const intent: IntendedRequest = known ?? {
    ...toIntent(own.tenant, plan, nextKey()),
    ...(sample !== undefined && { isSample: true }),
  };
  own.note(intent, await performIntent(operators, intent));
}

function toIntent(tenant: string, plan: RequestPlan, key: string): IntendedRequest {
  return { username: findPermissionHolder(plan.operation), ...plan, tenant, key };
}

// What samples need before, they ask for as the same operators do.
function buildTenantContext({
  operators,
  own,
  nextKey,
}: Pick<LoadOperator, 'operators' | 'own' | 'nextKey'>) {
  return buildSampleContext(async (operation, request = {}) => {
    const plan = { ...toIntent(own.tenant, { operation, ...request }, nextKey()), isSample: true };
    const answer: SoakAnswer = await performIntent(operators, plan);
    own.note(plan, answer);
    if (answer.status >= 300) throw new Error(`${operation}: ${answer.status} ${answer.text}`);
    return answer.body as unknown;
  });
}
