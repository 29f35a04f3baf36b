// What each operation really asks of the tables is exactly what its row grants it: nothing less, or
// it would fail on AWS, and nothing more.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { operations } from '../../functions/operations.ts';
import type { OperationName } from '../../functions/operations.ts';
import { asked } from '../support/adjustments.ts';
import { exportRequest } from '../support/batches.ts';
import { exported, startExports } from '../support/exports.ts';
import type { TestExports } from '../support/exports.ts';
import { importRequest } from '../support/imports.ts';
import { submitted } from '../support/lifecycle.ts';
import { credit, debit, openAccount } from '../support/ledger.ts';
import type { CallOptions } from '../support/ledger.ts';
import { agreeLoan, disbursement, fee, newLoan } from '../support/loans.ts';
import { entity } from '../support/schemas.ts';
import { letTimePass } from '../support/later.ts';
import { createdRule as created, publish, rule } from '../support/products.ts';
import { defined, execute, workflowOf } from '../support/workflows.ts';

let ledger: TestExports;
let account: string;
let entry: string;
// Of the two freezes the second one to be approved fails, the third time nothing is left to decide.
let requests: string[];
let rejected: string;
// Of the two reversals the second one to be approved fails.
let adjustments: string[];
let withdrawn: string;
let loan: string;
let transaction: string;
let schemaId: string;
let workflowId: string;
let executionId: string;
let batch: string;
beforeAll(async () => {
  ledger = await startExports();
  account = await openAccount(ledger);
  const posted = await ledger.call('postJournalEntry', { body: credit(account, '1.00') });
  entry = posted.body.id;
  const other = await openAccount(ledger);
  const [one, two] = [await submitted(ledger, other), await submitted(ledger, other)];
  requests = [one, two, one];
  rejected = await submitted(ledger, other);
  const mistake = { body: credit(await openAccount(ledger), '1.00') };
  const target = (await ledger.call('postJournalEntry', mistake)).body.id;
  const [first, second] = [await asked(ledger, target), await asked(ledger, target)];
  adjustments = [first, second, first];
  withdrawn = await asked(ledger, target);
  loan = (await agreeLoan(ledger)).id;
  const path = { loanId: loan };
  const accrued = await ledger.call('postLoanTransaction', { path, body: fee('1.00') });
  transaction = accrued.body.id;
  schemaId = (await ledger.call('createSchema', { body: entity('known') })).body.id;
  const charge = { account_id: account, amount: '${context.amount}' };
  workflowId = await defined(ledger, { action: 'CHARGE_FEE', parameters: charge });
  executionId = (await execute(ledger, workflowId, { amount: '0.01' })).body.id;
  batch = (await exported(ledger)).batch.batchId;
  await publish(ledger, 'known');
  await ledger.call('generateProductConfiguration', { body: { jurisdiction: 'EU' } });
  for (const id of ['one', 'two']) await created(ledger, 'known', { id });
});
afterAll(() => ledger.stop());

// Calls that together take every way through the operation that reaches the store.
const ways: Record<OperationName, () => CallOptions[]> = {
  createAccount: () => {
    const body = { customer_id: 'c', product_id: 'p', name: 'n', currency: 'EUR' };
    const key = randomUUID();
    return [
      { key, body },
      { key, body },
    ];
  },
  listAccounts: () => [{}],
  getAccount: () => [{ path: { accountId: account } }],
  getAccountBalance: () => [{ path: { accountId: account } }],
  getAccountStatement: () => [
    { path: { accountId: account } },
    { path: { accountId: account }, query: { to: '2000-01-01T00:00:00Z' } },
  ],
  postJournalEntry: () => {
    const key = randomUUID();
    const body = credit(account, '1.00');
    return [{ key, body }, { key, body }, { body: debit(account, '999.00') }];
  },
  postJournalEntries: () => {
    const key = randomUUID();
    const body = { entries: [credit(account, '1.00')] };
    return [{ key, body }, { key, body }, { body: { entries: [debit(account, '999.00')] } }];
  },
  listJournalEntries: () => [{}],
  getJournalEntry: () => [{ path: { journalEntryId: entry } }],
  submitAccountStatusTransition: () => {
    const key = randomUUID();
    const freeze = { path: { accountId: account }, body: { transition: 'FREEZE', reason: 'why' } };
    const unfreeze = { ...freeze, body: { transition: 'UNFREEZE', reason: 'why' } };
    return [{ key, ...freeze }, { key, ...freeze }, unfreeze];
  },
  listAccountLifecycleRequests: () => {
    const queries: Record<string, string>[] = [{}, { status: 'APPLIED' }, { account_id: account }];
    return queries.map((query) => ({ query }));
  },
  getAccountLifecycleRequest: () => [{ path: { requestId: requests[0] ?? '' } }],
  approveAccountLifecycleRequest: () =>
    requests.map((requestId) => ({ subject: 'grace', path: { requestId }, body: {} })),
  rejectAccountLifecycleRequest: () => {
    const path = { requestId: rejected };
    const key = randomUUID();
    const body = { reason: 'why' };
    return [
      { key, path, body },
      { key, path, body },
      { path, body },
    ];
  },
  submitFinancialAdjustmentRequest: () => {
    const key = randomUUID();
    const reason = 'why';
    const target = { target_type: 'JOURNAL_ENTRY', target_id: entry };
    const body = { ...target, adjustment_type: 'REVERSAL', reason };
    return [{ key, body }, { key, body }, { body: { ...body, target_id: 'jrn_' } }];
  },
  listFinancialAdjustmentRequests: () => {
    const queries: Record<string, string>[] = [{}, { status: 'APPLIED' }, { target_id: entry }];
    return queries.map((query) => ({ query }));
  },
  getFinancialAdjustmentRequest: () => [{ path: { requestId: withdrawn } }],
  approveFinancialAdjustmentRequest: () =>
    adjustments.map((requestId) => ({ subject: 'grace', path: { requestId }, body: {} })),
  rejectFinancialAdjustmentRequest: () => {
    const path = { requestId: withdrawn };
    const key = randomUUID();
    const body = { reason: 'why' };
    return [
      { key, path, body },
      { key, path, body },
      { path, body },
    ];
  },
  createLoan: () => {
    const key = randomUUID();
    const body = newLoan(account);
    return [{ key, body }, { key, body }, { body: newLoan('acc_nobody') }];
  },
  listLoans: () => [{}],
  getLoan: () => [{ path: { loanId: loan } }],
  postLoanTransaction: () => {
    const key = randomUUID();
    const path = { loanId: loan };
    const body = disbursement('1.00');
    return [
      { key, path, body },
      { key, path, body },
      { path, body: disbursement('9999.00') },
    ];
  },
  listLoanTransactions: () => [
    { path: { loanId: loan } },
    { path: { loanId: loan.replace(/.{4}-(.{4})-/, '0000-$1-') } },
  ],
  getTransaction: () => [{ path: { transactionId: transaction } }],
  listSchemas: () => [{}],
  createSchema: () => [{ body: entity('fresh') }, { body: entity('known') }],
  importSchema: () => [{ body: entity('known') }],
  createBusinessRegistrationSchema: () => [{}, {}],
  getSchema: () => [{ path: { schemaId } }],
  exportSchema: () => [{ path: { schemaId } }],
  listProducts: () => [{}],
  upsertProduct: () => [{ body: { type: 'new', config: {} } }],
  getProduct: () => [{ path: { productId: 'known' } }],
  getProductConfiguration: () => [{}],
  generateProductConfiguration: () => [{ body: { jurisdiction: 'EU' } }],
  listRules: () => [{ path: { productId: 'known' } }],
  createRule: () => {
    const path = { productId: 'known' };
    return [
      { path, body: rule() },
      { path, body: rule({ id: 'one' }) },
    ];
  },
  seedDefaultRules: () => [{ path: { productId: 'known' } }],
  evaluateRules: () => [{ path: { productId: 'known' }, body: { sample: {} } }],
  updateRule: () =>
    ['one', 'none'].map((ruleId) => ({ path: { productId: 'known', ruleId }, body: {} })),
  deleteRule: () => ['two', 'none'].map((ruleId) => ({ path: { productId: 'known', ruleId } })),
  listWorkflows: () => [{}],
  createWorkflow: () => [{ body: workflowOf({ action: 'EMIT_EVENT' }) }],
  listWorkflowsByTrigger: () => [{ path: { trigger: 'TEST_TRIGGER' } }],
  createLoanApprovalNotificationWorkflow: () => [{}, {}],
  createMonthlyFeeChargeWorkflow: () => [{}, {}],
  getWorkflow: () => [{ path: { workflowId } }],
  executeWorkflow: () =>
    ['0.01', '999.00'].map((amount) => ({ path: { workflowId }, body: { context: { amount } } })),
  listWorkflowExecutions: () =>
    [workflowId, workflowId.replace(/.{4}-(.{4})-/, '0000-$1-')].map((id) => {
      return { path: { workflowId: id } };
    }),
  getWorkflowExecution: () => [{ path: { executionId } }],
  requestRegulatoryExport: () => {
    const key = randomUUID();
    const body = exportRequest();
    return [
      { key, body },
      { key, body },
    ];
  },
  submitLegacyImport: () => {
    const key = randomUUID();
    const body = importRequest('a\n', { entity_name: 'known', record_type: undefined });
    return [
      { key, body },
      { key, body },
    ];
  },
  listLegacyBatchRejections: () => [{ path: { batchId: batch } }],
  listLegacyBatches: () => [{}, { query: { status: 'FAILED' } }],
  getLegacyBatch: () => [{ path: { batchId: batch } }],
  getLegacyBatchArtifact: () => [{ path: { batchId: batch } }],
  recordExportDelivery: () => {
    const key = randomUUID();
    const path = { batchId: batch };
    const body = { authority_reference: 'x', delivered_at: '2026-11-20T09:30:00Z' };
    return [
      { key, path, body },
      { key, path, body },
      { path, body },
    ];
  },
};

test.each(Object.keys(operations) as OperationName[])(
  '%s uses what it is granted',
  async (name) => {
    const { ledger: ledgerTable, receipts } = ledger.tables;
    // What a container keeps of products is no longer good: it asks for it again.
    letTimePass(60_000);
    ledger.proxy.requests.length = 0;

    for (const options of ways[name]()) await ledger.call(name, options);

    const used = ledger.proxy.requests
      .flatMap(({ actions }) => actions)
      .map((action) => {
        const [verb = '', place = ''] = action.split(' ');
        return `${place.replace(receipts, 'receipts').replace(ledgerTable, 'ledger')}:${verb}`;
      });
    const ofTables = operations[name].uses.filter((use) => !use.startsWith('artifacts'));
    expect([...new Set(used)].sort()).toEqual([...ofTables].sort());
  },
);
