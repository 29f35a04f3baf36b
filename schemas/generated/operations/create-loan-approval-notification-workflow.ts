// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/create-loan-approval-notification-workflow.js';
import type { CreateLoanApprovalNotificationWorkflowRequest } from '../types.ts';

export const createLoanApprovalNotificationWorkflow: Contract<CreateLoanApprovalNotificationWorkflowRequest> = {
  name: 'createLoanApprovalNotificationWorkflow',
  parameters,
  body,
  bodyFaults,
};
