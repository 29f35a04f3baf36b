// Workflows and their executions.
import { CHANGES_CONFIGURATION, MOVES_MONEY } from './row.ts';
import type { Operation } from './row.ts';

// prettier-ignore
export const workflows = {
  listWorkflows: {
    route: 'GET /api/workflows', api: 'ledger', area: 'workflows', permission: 'finance.read', success: 200, idempotent: false,
    list: 'array', uses: ['ledger:Query'], refuses: ['invalid_cursor'],
    summary: 'List the workflows of the tenant, oldest first.',
  },
  createWorkflow: {
    ...CHANGES_CONFIGURATION, route: 'POST /api/workflows', api: 'ledger', area: 'workflows', permission: 'configuration.write', success: 201, idempotent: true,
    locates: 'getWorkflow', uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:PutItem'], refuses: ['invalid_workflow', 'invalid_expression'],
    summary: 'Define a workflow: steps that take effect together or not at all.',
  },
  listWorkflowsByTrigger: {
    route: 'GET /api/workflows/trigger/{trigger}', api: 'ledger', area: 'workflows', permission: 'finance.read', success: 200, idempotent: false,
    list: 'array', uses: ['ledger:Query'], refuses: ['invalid_cursor'],
    summary: 'List the workflows with a trigger, oldest first.',
  },
  createLoanApprovalNotificationWorkflow: {
    ...CHANGES_CONFIGURATION, route: 'POST /api/workflows/presets/loan-approval-notification', api: 'ledger', area: 'workflows', permission: 'configuration.write', success: 201, idempotent: true,
    locates: 'getWorkflow', uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['preset_exists'],
    summary: 'Define the preset workflow that notifies subscribers of an approved loan.',
  },
  createMonthlyFeeChargeWorkflow: {
    ...CHANGES_CONFIGURATION, route: 'POST /api/workflows/presets/monthly-fee-charge', api: 'ledger', area: 'workflows', permission: 'configuration.write', success: 201, idempotent: true,
    locates: 'getWorkflow', uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['preset_exists'],
    summary: 'Define the preset workflow that charges a monthly fee.',
  },
  getWorkflow: {
    route: 'GET /api/workflows/{workflowId}', api: 'ledger', area: 'workflows', permission: 'finance.read', success: 200, idempotent: false,
    uses: ['ledger:GetItem'], refuses: ['workflow_not_found'],
    summary: 'Read a workflow.',
  },
  executeWorkflow: {
    ...MOVES_MONEY, route: 'POST /api/workflows/{workflowId}/execute', api: 'ledger', area: 'workflows', permission: 'finance.write', success: 201, idempotent: true,
    locates: 'getWorkflowExecution', uses: ['ledger:BatchGetItem', 'ledger:Query', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['too_many_writes', 'entry_too_large', 'workflow_not_found', 'step_failed'],
    summary: 'Execute a workflow: its steps take effect in one transaction, or not at all.',
  },
  listWorkflowExecutions: {
    route: 'GET /api/workflows/{workflowId}/executions', api: 'ledger', area: 'workflows', permission: 'finance.read', success: 200, idempotent: false,
    list: 'page', uses: ['ledger:Query', 'ledger:GetItem'], refuses: ['invalid_cursor', 'workflow_not_found'],
    summary: 'List the executions of a workflow, newest first.',
  },
  getWorkflowExecution: {
    route: 'GET /api/workflow-executions/{executionId}', api: 'ledger', area: 'workflows', permission: 'finance.read', success: 200, idempotent: false,
    uses: ['ledger:GetItem'], refuses: ['execution_not_found'],
    summary: 'Read an execution of a workflow.',
  },
} as const satisfies Record<string, Operation>;
