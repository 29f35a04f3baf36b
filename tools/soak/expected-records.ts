// What must stand in a tenant's books, worked out from what was asked for and acknowledged alone.
import { parseMinorUnits } from './amounts.ts';
import type { AnswerBody } from './intended-request.ts';
import type { Observations } from './faults/observations.ts';

/** What an entry adds to the balance of an account; below zero it takes away. */
interface BalanceMovement {
  readonly account: string;
  readonly amount: bigint;
}

export interface ExpectedRecords {
  /** By journal entry. */
  readonly entries: ReadonlyMap<string, readonly BalanceMovement[]>;
  /** By transaction: its loan. */
  readonly transactions: ReadonlyMap<string, string>;
  readonly accounts: ReadonlySet<string>;
  readonly loans: ReadonlySet<string>;
  /** The last answer on each request that two operators decide. */
  readonly lifecycle: ReadonlyMap<string, AnswerBody>;
  readonly adjustments: ReadonlyMap<string, AnswerBody>;
  /** How often each product was published. */
  readonly products: ReadonlyMap<string, number>;
  /** By rule: its product. */
  readonly rules: ReadonlyMap<string, string>;
  readonly schemas: ReadonlySet<string>;
  readonly workflows: ReadonlySet<string>;
  /** By execution: its workflow. */
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
  readonly products = new Map<string, number>();
  readonly rules = new Map<string, string>();
  readonly schemas = new Set<string>();
  readonly workflows = new Set<string>();
  readonly executions = new Map<string, string>();
  readonly batches = new Set<string>();
  /** By loan: where it is paid out and repaid. */
  readonly loanAccounts = new Map<string, string>();
  /** By transaction. */
  readonly types = new Map<string, string>();
}

type AnswerRecorder = (
  books: RecordCollector,
  acknowledged: { asked: AnswerBody; body: AnswerBody; path: AnswerBody },
) => void;

const recordPublication: AnswerRecorder = ({ products }, { body }) => {
  for (const { id } of body.products ?? [body]) products.set(id, (products.get(id) ?? 0) + 1);
};
const recordSchema: AnswerRecorder = ({ schemas }, { body }) => schemas.add(body.id);
const recordWorkflow: AnswerRecorder = ({ workflows }, { body }) => workflows.add(body.id);
const recordBatch: AnswerRecorder = ({ batches }, { body }) => batches.add(body.batchId);
const recordLifecycleRequest: AnswerRecorder = (books, { body }) =>
  books.lifecycle.set(body.id, body);
const recordAdjustment: AnswerRecorder = (books, { body }) => books.adjustments.set(body.id, body);

const answerRecorders: Readonly<Record<string, AnswerRecorder>> = {
  createAccount: ({ accounts }, { body }) => accounts.add(body.id),
  postJournalEntry: ({ entries }, { asked, body }) => entries.set(body.id, toMovements(asked)),
  postJournalEntries: ({ entries }, { asked, body }) =>
    body.items.forEach((item: AnswerBody, index: number) =>
      entries.set(item.id, toMovements(asked.entries[index])),
    ),
  createLoan: (books, { asked, body }) => {
    books.loans.add(body.id);
    books.loanAccounts.set(body.id, asked.account_id);
  },
  postLoanTransaction: (books, { asked, body, path }) => {
    books.entries.set(
      body.journal_entry_id,
      toLoanMovements(books, path.loanId, asked.type, asked),
    );
    books.transactions.set(body.id, path.loanId);
    books.types.set(body.id, asked.type);
  },
  submitAccountStatusTransition: recordLifecycleRequest,
  approveAccountLifecycleRequest: recordLifecycleRequest,
  rejectAccountLifecycleRequest: recordLifecycleRequest,
  submitFinancialAdjustmentRequest: recordAdjustment,
  rejectFinancialAdjustmentRequest: recordAdjustment,
  approveFinancialAdjustmentRequest: (books, answer) => {
    recordAdjustment(books, answer);
    if (answer.body.status === 'APPLIED') applyAdjustment(books, answer.body);
  },
  executeWorkflow: (books, { asked, body }) => {
    books.executions.set(body.id, body.workflow_id);
    for (const { action, output } of body.steps) {
      if (action !== 'CHARGE_FEE') continue;
      // The one cent that the sample's workflow charges.
      books.entries.set(output.journal_entry_id, [
        { account: asked.context.account_id, amount: -1n },
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
  const books = new RecordCollector();
  // A request that depends on a record follows the answer that created it, so the order of the
  // answers respects cause and effect.
  for (const { intent, answer } of acknowledged) {
    const { operation, body: asked, path } = intent;
    answerRecorders[operation]?.(books, { asked, body: answer.body, path });
  }
  return books;
}

function toMovements({ account_postings: postings }: AnswerBody): BalanceMovement[] {
  return postings.map(({ account_id: account, direction, amount }: AnswerBody) => ({
    account,
    amount: direction === 'CREDIT' ? parseMinorUnits(amount) : -parseMinorUnits(amount),
  }));
}

function toLoanMovements(
  books: RecordCollector,
  loan: string,
  type: string,
  { amount }: AnswerBody,
): BalanceMovement[] {
  const account = books.loanAccounts.get(loan) ?? '';
  if (type === 'DISBURSEMENT') return [{ account, amount: parseMinorUnits(amount) }];
  return type === 'REPAYMENT' ? [{ account, amount: -parseMinorUnits(amount) }] : [];
}

// The request repeats the correction as it was asked for.
function applyAdjustment(books: RecordCollector, request: AnswerBody): void {
  const target = books.entries.get(request.target_journal_entry_id) ?? [];
  const back = target.map(({ account, amount }) => ({ account, amount: -amount }));
  books.entries.set(request.reversal_journal_entry_id, back);
  const { target_loan_id: loan, target_transaction_id: transaction } = request;
  const type = books.types.get(transaction) ?? '';
  if (loan !== undefined) books.transactions.set(request.reversal_transaction_id, loan);
  if (request.correction === undefined) return;
  const { journal, lending } = request.correction;
  const instead = journal ? toMovements(journal) : toLoanMovements(books, loan, type, lending);
  books.entries.set(request.replacement_journal_entry_id, instead);
  if (loan === undefined) return;
  books.transactions.set(request.replacement_transaction_id, loan);
  books.types.set(request.replacement_transaction_id, type);
}
