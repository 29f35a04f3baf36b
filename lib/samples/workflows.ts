// Samples of workflows and their executions.
import type { OperationName } from '../../functions/operations.ts';
import { sharedAccount } from './accounts.ts';
import { made } from './sample.ts';
import type { Sample, World } from './sample.ts';

const TRIGGER = 'ACCOUNT_REVIEWED';

const feeWorkflow = {
  name: 'Review fee',
  trigger: TRIGGER,
  steps: [
    {
      order: 1,
      name: 'Charge the fee',
      action: 'CHARGE_FEE',
      parameters: { account_id: '${context.account_id}', amount: '0.01' },
    },
    { order: 2, name: 'Tell', action: 'SEND_NOTIFICATION', parameters: { template: 'review' } },
  ],
};

function sharedWorkflow(world: World): Promise<string> {
  return world.once('workflow', () => made(world, 'createWorkflow', { body: feeWorkflow }));
}

async function executing(world: World) {
  return {
    path: { workflowId: await sharedWorkflow(world) },
    body: { context: { account_id: await sharedAccount(world) } },
  };
}

const ofWorkflow: Sample = async (world) => ({ path: { workflowId: await sharedWorkflow(world) } });

export const workflowSamples = {
  listWorkflows: () => ({ query: { limit: '20' } }),
  createWorkflow: () => ({ body: feeWorkflow }),
  listWorkflowsByTrigger: () => ({ path: { trigger: TRIGGER } }),
  createLoanApprovalNotificationWorkflow: () => ({}),
  createMonthlyFeeChargeWorkflow: () => ({}),
  getWorkflow: ofWorkflow,
  executeWorkflow: executing,
  listWorkflowExecutions: ofWorkflow,
  getWorkflowExecution: async (world) => ({
    path: {
      executionId: await world.once('execution', async () =>
        made(world, 'executeWorkflow', await executing(world)),
      ),
    },
  }),
} satisfies Partial<Record<OperationName, Sample>>;
