import { createLoanApprovalNotificationWorkflow } from '../../../schemas/generated/operations/create-loan-approval-notification-workflow.ts';
import { operation } from '../../runtime/operation.ts';
import { commitPreset } from './commit-workflow.ts';

export const handler = operation(createLoanApprovalNotificationWorkflow, ({ session, now }) =>
  commitPreset(session, 'loan-approval-notification', now),
);
