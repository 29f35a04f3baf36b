// The operations that can be put under control, with their names.
import type { Control, ControlledOperation } from '../../../../../client/client.ts';
import { actionText } from '../../inbox/messages.ts';

// The compiler shows an operation that is missing.
const OPERATIONS: Readonly<Record<ControlledOperation, true>> = {
  postJournalEntry: true,
  postJournalEntries: true,
  createAccount: true,
  createLoan: true,
  postLoanTransaction: true,
  executeWorkflow: true,
  upsertProduct: true,
  generateProductConfiguration: true,
  createRule: true,
  seedDefaultRules: true,
  updateRule: true,
  deleteRule: true,
  createSchema: true,
  importSchema: true,
  createBusinessRegistrationSchema: true,
  createWorkflow: true,
  createLoanApprovalNotificationWorkflow: true,
  createMonthlyFeeChargeWorkflow: true,
  upsertGeneralLedgerAccount: true,
  updateGeneralLedgerSettings: true,
  submitLegacyImport: true,
  createWebhook: true,
  replaceWebhook: true,
};

export const CONTROLLED_OPERATIONS = Object.keys(OPERATIONS) as readonly ControlledOperation[];

export function nameOperation(operation: Control['operation']): string {
  return actionText(operation);
}
