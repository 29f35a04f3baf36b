// Derives the records that a tenant must have, from the acknowledged requests and their answers alone.
import { parseMinorUnits } from './amounts.ts';
import type { AnswerBody } from './intended-request.ts';
import { isApprovedEntry, isChangeRequest } from './observations.ts';
import type { Observations } from './observations.ts';

/** How an entry changes the balance of an account; a negative amount lowers it. */
export interface BalanceMovement {
  readonly account: string;
  readonly amount: bigint;
}

export interface ExpectedRecords {
  /** The movements, by journal entry. */
  readonly entries: ReadonlyMap<string, readonly BalanceMovement[]>;
  /** The loan, by transaction. */
  readonly transactions: ReadonlyMap<string, string>;
  readonly accounts: ReadonlySet<string>;
  readonly loans: ReadonlySet<string>;
  /** The last answer about each lifecycle request and each adjustment request. */
  readonly lifecycle: ReadonlyMap<string, AnswerBody>;
  readonly adjustments: ReadonlyMap<string, AnswerBody>;
  readonly ledgerRequests: ReadonlyMap<string, AnswerBody>;
  readonly changes: ReadonlyMap<string, AnswerBody>;
  /** The number of publications, by product. */
  readonly products: ReadonlyMap<string, number>;
  /** The product, by rule. */
  readonly rules: ReadonlyMap<string, string>;
  readonly schemas: ReadonlySet<string>;
  readonly workflows: ReadonlySet<string>;
  /** The workflow, by execution. */
  readonly executions: ReadonlyMap<string, string>;
  readonly batches: ReadonlySet<string>;
}

class RecordCollector implements ExpectedRecords {
  readonly entries = new Map<string, readonly BalanceMovement[]>();
  readonly transactions = new Map<string, string>();
  readonly accounts = new Set<string>();
  readonly loans = new Set<string>();
  readonly lifecycle = new Map<string, AnswerBody>();
  readonly adjustments = new Map<string, AnswerBody>();
  readonly ledgerRequests = new Map<string, AnswerBody>();
  readonly changes = new Map<string, AnswerBody>();
  readonly products = new Map<string, number>();
  readonly rules = new Map<string, string>();
  readonly schemas = new Set<string>();
  readonly workflows = new Set<string>();
  readonly executions = new Map<string, string>();
  readonly batches = new Set<string>();
  /** The account for disbursements and repayments, by loan. */
  readonly loanAccounts = new Map<string, string>();
  /** The type, by transaction. */
  readonly types = new Map<string, string>();
}

type AnswerRecorder = (
  records: RecordCollector,
  acknowledged: { request: AnswerBody; body: AnswerBody; path: AnswerBody },
) => void;

const recordPublication: AnswerRecorder = ({ products }, { body }) => {
  for (const { id } of body.products ?? [body]) products.set(id, (products.get(id) ?? 0) + 1);
};
const recordSchema: AnswerRecorder = ({ schemas }, { body }) => schemas.add(body.id);
const recordWorkflow: AnswerRecorder = ({ workflows }, { body }) => workflows.add(body.id);
const recordBatch: AnswerRecorder = ({ batches }, { body }) => batches.add(body.batchId);
const recordLifecycleRequest: AnswerRecorder = (records, { body }) =>
  records.lifecycle.set(body.id, body);
const recordLedgerRequest: AnswerRecorder = ({ ledgerRequests }, { body }) => {
  if (body.kind !== undefined) ledgerRequests.set(body.id, body);
};
const recordAdjustment: AnswerRecorder = (records, { body }) =>
  records.adjustments.set(body.id, body);

const recordChange: AnswerRecorder = ({ changes, entries }, { body }) => {
  changes.set(body.id, body);
  if (isApprovedEntry(body)) entries.set(body.result.id, toMovements(body.request.body));
};

const answerRecorders: Readonly<Record<string, AnswerRecorder>> = {
  createAccount: ({ accounts }, { body }) => accounts.add(body.id),
  postJournalEntry: ({ entries }, { request, body }) => entries.set(body.id, toMovements(request)),
  postJournalEntries: ({ entries }, { request, body }) =>
    body.items.forEach((item: AnswerBody, index: number) =>
      entries.set(item.id, toMovements(request.entries[index])),
    ),
  createLoan: (records, { request, body }) => {
    records.loans.add(body.id);
    records.loanAccounts.set(body.id, request.account_id);
  },
  postLoanTransaction: (records, { request, body, path }) => {
    records.entries.set(
      body.journal_entry_id,
      toLoanMovements(records, path.loanId, request.type, request),
    );
    records.transactions.set(body.id, path.loanId);
    records.types.set(body.id, request.type);
  },
  submitAccountStatusTransition: recordLifecycleRequest,
  approveAccountLifecycleRequest: recordLifecycleRequest,
  rejectAccountLifecycleRequest: recordLifecycleRequest,
  withdrawAccountLifecycleRequest: recordLifecycleRequest,
  submitFinancialAdjustmentRequest: recordAdjustment,
  rejectFinancialAdjustmentRequest: recordAdjustment,
  withdrawFinancialAdjustmentRequest: recordAdjustment,
  approveFinancialAdjustmentRequest: (records, answer) => {
    recordAdjustment(records, answer);
    if (answer.body.status === 'APPLIED') applyAdjustment(records, answer.body);
  },
  updateGeneralLedgerSettings: recordLedgerRequest,
  closeGeneralLedgerPeriod: recordLedgerRequest,
  reopenGeneralLedgerPeriod: recordLedgerRequest,
  closeGeneralLedgerYear: recordLedgerRequest,
  approveGeneralLedgerRequest: recordLedgerRequest,
  rejectGeneralLedgerRequest: recordLedgerRequest,
  withdrawGeneralLedgerRequest: recordLedgerRequest,
  executeWorkflow: (records, { request, body }) => {
    records.executions.set(body.id, body.workflow_id);
    for (const { action, output } of body.steps) {
      if (action !== 'CHARGE_FEE') continue;
      // The sample's workflow charges one cent.
      records.entries.set(output.journal_entry_id, [
        { account: request.context.account_id, amount: -1n },
      ]);
    }
  },
  upsertProduct: recordPublication,
  generateProductConfiguration: recordPublication,
  createRule: ({ rules }, { body }) => rules.set(body.id, body.product_id),
  seedDefaultRules: ({ rules }, { body }) =>
    body.forEach(({ id, product_id }: AnswerBody) => rules.set(id, product_id)),
  deleteRule: ({ rules }, { path }) => rules.delete(path.ruleId),
  createSchema: recordSchema,
  importSchema: recordSchema,
  createBusinessRegistrationSchema: recordSchema,
  createWorkflow: recordWorkflow,
  createLoanApprovalNotificationWorkflow: recordWorkflow,
  createMonthlyFeeChargeWorkflow: recordWorkflow,
  requestRegulatoryExport: recordBatch,
  submitLegacyImport: recordBatch,
};

export function deriveExpectedRecords({ acknowledged }: Observations): ExpectedRecords {
  const records = new RecordCollector();
  // Answers come in the order of cause and effect: a request that depends on a record follows the answer that
  // created the record.
  for (const { intent, answer } of acknowledged) {
    const { operation, body: request, path } = intent;
    const { body } = answer;
    const record = isChangeRequest(body) ? recordChange : answerRecorders[operation];
    record?.(records, { request, body, path });
  }
  return records;
}

function toMovements({ account_postings: postings }: AnswerBody): BalanceMovement[] {
  return postings.map(({ account_id: account, direction, amount }: AnswerBody) => ({
    account,
    amount: direction === 'CREDIT' ? parseMinorUnits(amount) : -parseMinorUnits(amount),
  }));
}

function toLoanMovements(
  records: RecordCollector,
  loan: string,
  type: string,
  { amount }: AnswerBody,
): BalanceMovement[] {
  const account = records.loanAccounts.get(loan) ?? '';
  if (type === 'DISBURSEMENT') return [{ account, amount: parseMinorUnits(amount) }];
  return type === 'REPAYMENT' ? [{ account, amount: -parseMinorUnits(amount) }] : [];
}

// An adjustment request contains the correction exactly as the maker submitted it.
function applyAdjustment(records: RecordCollector, request: AnswerBody): void {
  const target = records.entries.get(request.target_journal_entry_id) ?? [];
  const reversal = target.map(({ account, amount }) => ({ account, amount: -amount }));
  records.entries.set(request.reversal_journal_entry_id, reversal);
  const { target_loan_id: loan, target_transaction_id: transaction } = request;
  const type = records.types.get(transaction) ?? '';
  if (loan !== undefined) records.transactions.set(request.reversal_transaction_id, loan);
  if (request.correction === undefined) return;
  const { journal, lending } = request.correction;
  const replacement = journal
    ? toMovements(journal)
    : toLoanMovements(records, loan, type, lending);
  records.entries.set(request.replacement_journal_entry_id, replacement);
  if (loan === undefined) return;
  records.transactions.set(request.replacement_transaction_id, loan);
  records.types.set(request.replacement_transaction_id, type);
}
