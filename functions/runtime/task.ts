// The pipeline of every task of a state machine. After a crash or a lost answer a task is called again
// with the same input, and must then have the same effect.
import type { Context } from 'aws-lambda';
import { mutate } from '../ledger/commit/mutation.ts';
import { toAnswer } from '../ledger/commit/outcome.ts';
import type { CommittedAnswer, Outcome } from '../ledger/commit/outcome.ts';
import type { Session } from '../ledger/commit/session.ts';
import { openStore } from '../ledger/store/store.ts';
import { readLedgerEnvironment } from './environment.ts';
import { computeFingerprint } from './json.ts';
import { recordTask, recordTaskFailure } from './telemetry.ts';

/** The input of every task of a batch. */
export interface BatchInput {
  readonly tenant: string;
  readonly batchId: string;
}

export interface BatchTaskContext<Input> {
  readonly input: Input;
  /** Reads for the batch's tenant. */
  readonly session: Session;
  readonly remainingMs: () => number;
  /** Commits once across retries, like a request, under an idempotency key of the task's own. */
  readonly once: CommitOnce;
}

/** `decide` reads, decides and commits with the given session; it runs again for each attempt. */
export type CommitOnce = (
  key: string,
  decide: (session: Session, now: Date) => Promise<Outcome>,
) => Promise<CommittedAnswer>;

// No caller waits for the answer, and a page of a thousand records may take a while.
export const TASK_TIME_BUDGET = {
  maxAttempts: 5,
  requestHandler: {
    connectionTimeout: 1_000,
    requestTimeout: 20_000,
    throwOnRequestTimeout: true,
  },
};

/** The author of changes that no operator makes. */
const ACTOR = 'countinghouse';

/** Makes the Lambda handler of a task. An error fails the task, and the state machine retries it. */
export function task<Input extends BatchInput, Output>(
  name: string,
  run: (task: BatchTaskContext<Input>) => Promise<Output>,
): (input: Input, context: Context) => Promise<Output> {
  const store = openStore(readLedgerEnvironment(), TASK_TIME_BUDGET);
  return async (input, context) => {
    const startedAt = performance.now();
    const session: Session = {
      store,
      tenant: input.tenant,
      actor: ACTOR,
      correlationId: input.batchId,
      operation: name,
    };
    const remainingMs = () => context.getRemainingTimeInMillis();
    try {
      const once: CommitOnce = (key, decide) => commitOnce({ session, remainingMs, key }, decide);
      const output = await run({ input, session, remainingMs, once });
      recordTask({ name, ...pickBatchInput(input), milliseconds: performance.now() - startedAt });
      return output;
    } catch (error) {
      recordTaskFailure({ name, ...pickBatchInput(input), error });
      throw error;
    }
  };
}

function pickBatchInput({ tenant, batchId }: BatchInput): BatchInput {
  return { tenant, batchId };
}

// The stored key has a character that clients' keys may not contain, so that they never collide.
async function commitOnce(
  { session, remainingMs, key }: { session: Session; remainingMs: () => number; key: string },
  decide: Parameters<CommitOnce>[1],
): Promise<CommittedAnswer> {
  const scope = { ...session, idempotencyKey: `!${key}` };
  const fingerprint = computeFingerprint('TASK', key, null);
  const outcome = await mutate({ scope, fingerprint, remainingMs }, (attempted) =>
    decide(attempted, new Date()),
  );
  return toAnswer(outcome);
}
