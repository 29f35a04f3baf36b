// The pipeline of a rebuild's tasks. After a crash or a lost answer the state machine may call a task
// again, even concurrently: each step is safe to repeat.
import type { Context } from 'aws-lambda';
import type { ProjectionGeneration } from '../../ledger/store/keys.ts';
import { openStore } from '../../ledger/store/store.ts';
import type { Store } from '../../ledger/store/store.ts';
import { readLedgerEnvironment } from '../../runtime/environment.ts';
import { TASK_TIME_BUDGET } from '../../runtime/task.ts';
import { recordTask, recordTaskFailure } from '../../runtime/telemetry.ts';

/** Enough time for one page of receipts or of the projections. */
const RESERVE_MS = 60_000;

/** Builds the Lambda handler of a task. An error fails the task, which the state machine then retries. */
export function rebuildTask<Input extends Pick<ProjectionGeneration, 'projection'>, Output>(
  name: string,
  run: (store: Store, input: Input, hasTime: () => boolean) => Promise<Output>,
): (input: Input, context: Context) => Promise<Output> {
  const store = openStore(readLedgerEnvironment(), TASK_TIME_BUDGET);
  return async (input, context) => {
    const { projection } = input;
    const startedAt = performance.now();
    const hasTime = () => context.getRemainingTimeInMillis() > RESERVE_MS;
    try {
      const output = await run(store, input, hasTime);
      recordTask({ name, projection, milliseconds: performance.now() - startedAt });
      return output;
    } catch (error) {
      recordTaskFailure({ name, projection, error });
      throw error;
    }
  };
}
