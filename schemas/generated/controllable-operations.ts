// Generated from the table of operations by `npm run generate`. Do not edit.

/** The operations that controls may name, with the variables of their conditions. */
export const controllableOperations = {
  createAccount: ['product'],
  postJournalEntry: ['amount', 'currency', 'account', 'product'],
  postJournalEntries: ['amount', 'currency', 'account', 'product'],
  updateGeneralLedgerSettings: [],
  upsertGeneralLedgerAccount: [],
  createLoan: ['amount', 'currency', 'account', 'product'],
  postLoanTransaction: ['amount', 'currency', 'account', 'product'],
  createSchema: [],
  importSchema: [],
  createBusinessRegistrationSchema: [],
  upsertProduct: ['product'],
  generateProductConfiguration: ['product'],
  createRule: ['product'],
  seedDefaultRules: ['product'],
  updateRule: ['product'],
  deleteRule: ['product'],
  createWorkflow: [],
  createLoanApprovalNotificationWorkflow: [],
  createMonthlyFeeChargeWorkflow: [],
  executeWorkflow: ['amount', 'currency', 'account', 'product'],
  submitLegacyImport: [],
  createWebhook: [],
  replaceWebhook: [],
} as const;
