// The operations that an approval may have to carry out. Each is loaded when a request of it is approved.
import type { controllableOperations } from '../../../schemas/generated/controllable-operations.ts';
import type { OperationHandler } from '../../runtime/operation.ts';

type ControlledOperation = keyof typeof controllableOperations | 'replaceControls';

type LoadHandler = () => Promise<{ readonly handler: OperationHandler }>;

const handlers: Readonly<Record<ControlledOperation, LoadHandler>> = {
  createAccount: () => import('../accounts/create-account.ts'),
  postJournalEntry: () => import('../journal/post-journal-entry.ts'),
  postJournalEntries: () => import('../journal/post-journal-entries.ts'),
  createLoan: () => import('../loans/create-loan.ts'),
  postLoanTransaction: () => import('../loans/post-loan-transaction.ts'),
  executeWorkflow: () => import('../workflows/execute-workflow.ts'),
  upsertProduct: () => import('../products/upsert-product.ts'),
  generateProductConfiguration: () => import('../products/generate-product-configuration.ts'),
  createRule: () => import('../products/create-rule.ts'),
  seedDefaultRules: () => import('../products/seed-default-rules.ts'),
  updateRule: () => import('../products/update-rule.ts'),
  deleteRule: () => import('../products/delete-rule.ts'),
  createSchema: () => import('../schemas/create-schema.ts'),
  importSchema: () => import('../schemas/import-schema.ts'),
  createBusinessRegistrationSchema: () =>
    import('../schemas/create-business-registration-schema.ts'),
  createWorkflow: () => import('../workflows/create-workflow.ts'),
  createLoanApprovalNotificationWorkflow: () =>
    import('../workflows/create-loan-approval-notification-workflow.ts'),
  createMonthlyFeeChargeWorkflow: () =>
    import('../workflows/create-monthly-fee-charge-workflow.ts'),
  upsertGeneralLedgerAccount: () => import('../general-ledger/upsert-general-ledger-account.ts'),
  updateGeneralLedgerSettings: () => import('../general-ledger/update-general-ledger-settings.ts'),
  submitLegacyImport: () => import('../batches/submit-legacy-import.ts'),
  createWebhook: () => import('../webhooks/create-webhook.ts'),
  replaceWebhook: () => import('../webhooks/replace-webhook.ts'),
  replaceControls: () => import('./replace-controls.ts'),
};

/** Loads the handler of an operation that a change request names. */
export async function loadOperation(name: string): Promise<OperationHandler> {
  const load = Object.hasOwn(handlers, name) ? handlers[name as ControlledOperation] : undefined;
  if (!load) throw new Error(`${name} cannot be put under control`);
  return (await load()).handler;
}
