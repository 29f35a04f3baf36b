// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/create-loan-approval-notification-workflow.js';
import type { CreateLoanApprovalNotificationWorkflowRequest } from '../types.ts';

export const createLoanApprovalNotificationWorkflow: Contract<CreateLoanApprovalNotificationWorkflowRequest> = {
  name: 'createLoanApprovalNotificationWorkflow',
  row: {"route":"POST /api/workflows/presets/loan-approval-notification","permission":"configuration.write","success":201,"idempotent":true,"location":"/api/workflows/{workflowId}","deferredLocations":{"chg":"/api/change-requests/{requestId}"},"control":"OPTIONAL"},
  parameters,
  body,
  bodyFaults,
};
