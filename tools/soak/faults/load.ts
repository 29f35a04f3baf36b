// The operators at work: each wants one thing after the other, all of them at once.
import { worldOf } from '../../samples/sample.ts';
import type { World } from '../../samples/sample.ts';
import { samples } from '../../samples/samples.ts';
import { operations } from '../../../functions/operations/operations.ts';
import type { OperationName } from '../../../functions/operations/operations.ts';
import { seededDraws } from '../../scale/seeded-draws.ts';
import { holderOf, perform } from '../intent.ts';
import type { Answer, Intent } from '../intent.ts';
import { Memory } from './memory.ts';
import type { Operators } from '../operators.ts';
import { choose, pick } from '../plans.ts';
import type { Plan } from '../plan.ts';

export interface Load {
  readonly memories: readonly Memory[];
  /** Requests that were answered so far. */
  answered(): number;
  /** Resolves when each operator has the answer to their last request. */
  stop(): Promise<void>;
}

const TENANTS = ['aurora', 'boreal'];
const OPERATORS_PER_TENANT = 4;
const SAMPLES_SHARE = 0.08;

// Those of batches and of what follows the books wait for something, which plans do not.
const sampled = (Object.keys(samples) as OperationName[]).filter(
  (name) => operations[name].api === 'ledger' && !/^get\w+(Activity|Publication)$/.test(name),
);

export function startLoad(operators: Operators, seed: number): Load {
  const memories = TENANTS.map((tenant) => new Memory(tenant));
  const over = new AbortController();
  const running = memories.flatMap((own, index) => {
    const other = memories[1 - index] ?? own;
    const keys = keysOf(seed, own.tenant);
    const world = worldOfTenant({ operators, own, nextKey: keys });
    return Array.from({ length: OPERATORS_PER_TENANT }, async (_, number) => {
      const { uniform: draw } = seededDraws(seed * 1_000 + index * 100 + number);
      const desk: Desk = { operators, own, other, world, draw, nextKey: keys };
      try {
        while (!over.signal.aborted) await wantOne(desk);
      } catch (error) {
        own.complaints.push(String(error));
      }
    });
  });
  return {
    memories,
    answered: () => memories.reduce((sum, { answered }) => sum + answered, 0),
    stop: async () => {
      over.abort();
      await Promise.all(running);
    },
  };
}

interface Desk {
  readonly operators: Operators;
  readonly own: Memory;
  readonly other: Memory;
  readonly world: World;
  readonly nextKey: () => string;
  draw(this: void): number;
}

function keysOf(seed: number, tenant: string): () => string {
  let count = 0;
  return () => `soak-${seed}-${tenant}-${String((count += 1)).padStart(6, '0')}`;
}

async function wantOne(desk: Desk): Promise<void> {
  const { operators, own, world, draw, nextKey } = desk;
  const sample = draw() < SAMPLES_SHARE ? pick(draw, sampled) : undefined;
  const plan: Plan | Intent =
    sample === undefined ? choose(desk) : { operation: sample, ...(await samples[sample](world)) };
  const known = 'tenant' in plan ? (plan as Intent) : undefined;
  const intent: Intent = known ?? {
    ...intended(own.tenant, plan, nextKey()),
    ...(sample !== undefined && { isSample: true }),
  };
  own.note(intent, await perform(operators, intent));
}

function intended(tenant: string, plan: Plan, key: string): Intent {
  return { who: holderOf(plan.operation), ...plan, tenant, key };
}

// What samples need before, they ask for as the same operators do.
function worldOfTenant({ operators, own, nextKey }: Pick<Desk, 'operators' | 'own' | 'nextKey'>) {
  return worldOf(async (operation, request = {}) => {
    const plan = { ...intended(own.tenant, { operation, ...request }, nextKey()), isSample: true };
    const answer: Answer = await perform(operators, plan);
    own.note(plan, answer);
    if (answer.status >= 300) throw new Error(`${operation}: ${answer.status} ${answer.text}`);
    return answer.body as unknown;
  });
}
