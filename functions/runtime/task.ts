// The pipeline that every task of a state machine runs in. A task may be called again, after a crash
// or a lost answer, with the same input: it must then come to the same end.
import type { Context } from 'aws-lambda';
import { withRetries } from '../ledger/store/retries.ts';
import { runIdempotently, replayOnReceipt } from '../ledger/commit/receipts.ts';
import type { CommittedAnswer } from '../ledger/commit/receipts.ts';
import { requireMutationSession } from '../ledger/commit/session.ts';
import type { Session } from '../ledger/commit/session.ts';
import { openStore } from '../ledger/store/store.ts';
import { readLedgerEnvironment } from './environment.ts';
import { computeFingerprint } from './json.ts';
import { recordTask, recordTaskFailure } from './telemetry.ts';

/** What every task of a batch is told. */
export interface BatchInput {
  readonly tenant: string;
  readonly batchId: string;
}

export interface BatchTaskContext<Input> {
  readonly input: Input;
  /** Reads in the name of the batch's tenant. */
  readonly session: Session;
  readonly remainingMs: () => number;
  /** Changes the books once, whatever happens: as a request does, under a key of the work's own. */
  readonly once: CommitOnce;
}

/** `attempt` reads, decides and commits with the session given; it runs anew after a lost race. */
export type CommitOnce = (
  key: string,
  attempt: (session: Session, now: Date) => Promise<CommittedAnswer>,
) => Promise<CommittedAnswer>;

// Nobody waits for an answer, and a page of a thousand records may take a while.
export const TASK_TIME_BUDGET = {
  maxAttempts: 5,
  requestHandler: {
    connectionTimeout: 1_000,
    requestTimeout: 20_000,
    throwOnRequestTimeout: true,
  },
};

/** Who acts where no operator does. */
const ACTOR = 'countinghouse';

/** Makes the Lambda handler of a task. What it throws fails the task, which is then tried again. */
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
      read: new Map(),
      returned: new Map(),
      moved: new Set(),
    };
    const remainingMs = () => context.getRemainingTimeInMillis();
    try {
      const once: CommitOnce = (key, attempt) => commitOnce({ session, context, key }, attempt);
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

// No client can use such a key: it holds a character that theirs may not.
function commitOnce(
  { session, context, key }: { session: Session; context: Context; key: string },
  attempt: Parameters<CommitOnce>[1],
): Promise<CommittedAnswer> {
  const own: Session = { ...session, idempotencyKey: `!${key}` };
  const fingerprint = computeFingerprint('TASK', key, null);
  return runIdempotently(requireMutationSession(own), { fingerprint, context }, () =>
    withRetries(
      (count) => {
        own.read.clear();
        if (count !== 2) own.returned.clear();
        return replayOnReceipt(() => attempt(own, new Date()));
      },
      () => context.getRemainingTimeInMillis(),
    ),
  );
}
