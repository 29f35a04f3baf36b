import { buildIdGenerator } from '../../../../functions/ledger/store/ids.ts';
import type { Scenario } from './deployed-scenario.ts';

/**
 * Calls the task for a batch that does not exist. Before it is refused, it reads its receipt: an earlier try may have
 * written it.
 */
export function refuseTask(name: string): Scenario {
  return async ({ stack, tenant }) => {
    const batchId = buildIdGenerator(8)(new Date())('bat');
    const failure = { Error: 'BatchFailure', Cause: '{"errorMessage":"late"}' };
    const refused = stack.local.functions.invoke(`test-${name}`, { tenant, batchId, failure });
    await refused.catch(() => undefined);
  };
}
