// Samples of workflows and their executions.
import type { OperationName } from '../../functions/operations/operations.ts';
import { readSharedAccount } from './accounts.ts';
import { buildWorkflowBody } from './request-bodies.ts';
import { createSample, buildListSample } from './sample.ts';
import type { Sample, SampleContext } from './sample.ts';

const TRIGGER = 'ACCOUNT_REVIEWED';

const feeWorkflow = buildWorkflowBody(TRIGGER, [
  {
    name: 'Charge the fee',
    action: 'CHARGE_FEE',
    parameters: { account_id: '${context.account_id}', amount: '0.01' },
  },
  { name: 'Notify', action: 'SEND_NOTIFICATION', parameters: { template: 'review' } },
]);

function readSharedWorkflow(context: SampleContext): Promise<string> {
  return context.once('workflow', () =>
    createSample(context, 'createWorkflow', { body: feeWorkflow }),
  );
}

async function buildExecutionRequest(context: SampleContext) {
  return {
    path: { workflowId: await readSharedWorkflow(context) },
    body: { context: { account_id: await readSharedAccount(context) } },
  };
}

function readSharedExecution(context: SampleContext): Promise<string> {
  return context.once('execution', async () =>
    createSample(context, 'executeWorkflow', await buildExecutionRequest(context)),
  );
}

const buildWorkflowPath: Sample = async (context) => ({
  path: { workflowId: await readSharedWorkflow(context) },
});

export const workflowSamples = {
  listWorkflows: buildListSample(readSharedWorkflow),
  createWorkflow: () => ({ body: feeWorkflow }),
  listWorkflowsByTrigger: async (context) => ({
    path: { trigger: TRIGGER },
    ...(await buildListSample(readSharedWorkflow)(context)),
  }),
  createLoanApprovalNotificationWorkflow: () => ({}),
  createMonthlyFeeChargeWorkflow: () => ({}),
  getWorkflow: buildWorkflowPath,
  executeWorkflow: buildExecutionRequest,
  listWorkflowExecutions: async (context) => ({
    path: { workflowId: await readSharedWorkflow(context) },
    ...(await buildListSample(readSharedExecution)(context)),
  }),
  getWorkflowExecution: async (context) => ({
    path: { executionId: await readSharedExecution(context) },
  }),
} satisfies Partial<Record<OperationName, Sample>>;
