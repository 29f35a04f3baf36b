// What must stand in a tenant's books, worked out from what was asked for and acknowledged alone.
import { minorOf } from './amounts.ts';
import type { Body } from './intent.ts';
import type { Memory } from './faults/memory.ts';

/** What an entry adds to the balance of an account; below zero it takes away. */
interface Movement {
  readonly account: string;
  readonly amount: bigint;
}

export interface ExpectedBooks {
  /** By journal entry. */
  readonly entries: ReadonlyMap<string, readonly Movement[]>;
  /** By transaction: its loan. */
  readonly transactions: ReadonlyMap<string, string>;
  readonly accounts: ReadonlySet<string>;
  readonly loans: ReadonlySet<string>;
  /** The last answer on each request that two operators decide. */
  readonly lifecycle: ReadonlyMap<string, Body>;
  readonly adjustments: ReadonlyMap<string, Body>;
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

class Books implements ExpectedBooks {
  readonly entries = new Map<string, readonly Movement[]>();
  readonly transactions = new Map<string, string>();
  readonly accounts = new Set<string>();
  readonly loans = new Set<string>();
  readonly lifecycle = new Map<string, Body>();
  readonly adjustments = new Map<string, Body>();
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

type Learn = (books: Books, acknowledged: { asked: Body; body: Body; path: Body }) => void;

const publish: Learn = ({ products }, { body }) => {
  for (const { id } of body.products ?? [body]) products.set(id, (products.get(id) ?? 0) + 1);
};
const describe: Learn = ({ schemas }, { body }) => schemas.add(body.id);
const design: Learn = ({ workflows }, { body }) => workflows.add(body.id);
const start: Learn = ({ batches }, { body }) => batches.add(body.batchId);
const lifecycle: Learn = (books, { body }) => books.lifecycle.set(body.id, body);
const adjustment: Learn = (books, { body }) => books.adjustments.set(body.id, body);

const learned: Readonly<Record<string, Learn>> = {
  createAccount: ({ accounts }, { body }) => accounts.add(body.id),
  postJournalEntry: ({ entries }, { asked, body }) => entries.set(body.id, movementsOf(asked)),
  postJournalEntries: ({ entries }, { asked, body }) =>
    body.items.forEach((item: Body, index: number) =>
      entries.set(item.id, movementsOf(asked.entries[index])),
    ),
  createLoan: (books, { asked, body }) => {
    books.loans.add(body.id);
    books.loanAccounts.set(body.id, asked.account_id);
  },
  postLoanTransaction: (books, { asked, body, path }) => {
    books.entries.set(body.journal_entry_id, lendingOf(books, path.loanId, asked.type, asked));
    books.transactions.set(body.id, path.loanId);
    books.types.set(body.id, asked.type);
  },
  submitAccountStatusTransition: lifecycle,
  approveAccountLifecycleRequest: lifecycle,
  rejectAccountLifecycleRequest: lifecycle,
  submitFinancialAdjustmentRequest: adjustment,
  rejectFinancialAdjustmentRequest: adjustment,
  approveFinancialAdjustmentRequest: (books, told) => {
    adjustment(books, told);
    if (told.body.status === 'APPLIED') adjust(books, told.body);
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
  upsertProduct: publish,
  generateProductConfiguration: publish,
  createRule: ({ rules }, { body }) => rules.set(body.id, body.product_id),
  seedDefaultRules: ({ rules }, { body }) =>
    body.forEach(({ id, product_id }: Body) => rules.set(id, product_id)),
  deleteRule: ({ rules }, { path }) => rules.delete(path.ruleId),
  createSchema: describe,
  importSchema: describe,
  createBusinessRegistrationSchema: describe,
  createWorkflow: design,
  createLoanApprovalNotificationWorkflow: design,
  createMonthlyFeeChargeWorkflow: design,
  requestRegulatoryExport: start,
  submitLegacyImport: start,
};

export function expectedBooks({ acknowledged }: Memory): ExpectedBooks {
  const books = new Books();
  // Whoever builds on a record has its answer before: the order of the answers is one of causes.
  for (const { intent, answer } of acknowledged) {
    const { operation, body: asked, path } = intent;
    learned[operation]?.(books, { asked, body: answer.body, path });
  }
  return books;
}

function movementsOf({ account_postings: postings }: Body): Movement[] {
  return postings.map(({ account_id: account, direction, amount }: Body) => ({
    account,
    amount: direction === 'CREDIT' ? minorOf(amount) : -minorOf(amount),
  }));
}

function lendingOf(books: Books, loan: string, type: string, { amount }: Body): Movement[] {
  const account = books.loanAccounts.get(loan) ?? '';
  if (type === 'DISBURSEMENT') return [{ account, amount: minorOf(amount) }];
  return type === 'REPAYMENT' ? [{ account, amount: -minorOf(amount) }] : [];
}

// The request repeats the correction as it was asked for.
function adjust(books: Books, request: Body): void {
  const target = books.entries.get(request.target_journal_entry_id) ?? [];
  const back = target.map(({ account, amount }) => ({ account, amount: -amount }));
  books.entries.set(request.reversal_journal_entry_id, back);
  const { target_loan_id: loan, target_transaction_id: transaction } = request;
  const type = books.types.get(transaction) ?? '';
  if (loan !== undefined) books.transactions.set(request.reversal_transaction_id, loan);
  if (request.correction === undefined) return;
  const { journal, lending } = request.correction;
  const instead = journal ? movementsOf(journal) : lendingOf(books, loan, type, lending);
  books.entries.set(request.replacement_journal_entry_id, instead);
  if (loan === undefined) return;
  books.transactions.set(request.replacement_transaction_id, loan);
  books.types.set(request.replacement_transaction_id, type);
}
