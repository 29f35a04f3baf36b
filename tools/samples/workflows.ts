// Samples of workflows and their executions.
import type { OperationName } from '../../functions/operations/operations.ts';
import { sharedAccount } from './accounts.ts';
import { made, pageOf } from './sample.ts';
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

function sharedExecution(world: World): Promise<string> {
  return world.once('execution', async () =>
    made(world, 'executeWorkflow', await executing(world)),
  );
}

const ofWorkflow: Sample = async (world) => ({ path: { workflowId: await sharedWorkflow(world) } });

export const workflowSamples = {
  listWorkflows: pageOf(sharedWorkflow),
  createWorkflow: () => ({ body: feeWorkflow }),
  listWorkflowsByTrigger: async (world) => ({
    path: { trigger: TRIGGER },
    ...(await pageOf(sharedWorkflow)(world)),
  }),
  createLoanApprovalNotificationWorkflow: () => ({}),
  createMonthlyFeeChargeWorkflow: () => ({}),
  getWorkflow: ofWorkflow,
  executeWorkflow: executing,
  listWorkflowExecutions: async (world) => ({
    path: { workflowId: await sharedWorkflow(world) },
    ...(await pageOf(sharedExecution)(world)),
  }),
  getWorkflowExecution: async (world) => ({
    path: { executionId: await sharedExecution(world) },
  }),
} satisfies Partial<Record<OperationName, Sample>>;
