// The steps that move money. They make the same decisions as the corresponding operations.
import { postJournalEntry } from '../../../schemas/generated/operations/post-journal-entry.ts';
import { postLoanTransaction } from '../../../schemas/generated/operations/post-loan-transaction.ts';
import { draftEntries } from '../../domain/journal/entry-draft.ts';
import type { JournalEntry } from '../../domain/journal/journal.ts';
import { describeMissingAccount } from '../../domain/accounts/accounts.ts';
import { draftLoanTransaction } from '../../domain/loans/transactions.ts';
import { readCurrency } from '../../domain/values/money.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import type { WorkflowData } from '../../domain/workflows/evaluation.ts';
import { toJournalEntryView } from '../../views/journal-entry.ts';
import { toLoanView, toTransactionView } from '../../views/loan.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import {
  requireAmountParameter,
  parseStepBody,
  readTextParameter,
  requireTextParameter,
} from './step-parameters.ts';

/** POST_JOURNAL_ENTRY: the parameters are the body of postJournalEntry. */
export async function postEntryStep(
  unitOfWork: UnitOfWork,
  parameters: WorkflowData,
): Promise<WorkflowData> {
  const [draft] = draftEntries([parseStepBody(postJournalEntry, parameters)], ['']);
  if (!draft) throw new Error('no entry was drafted');
  return toEntryOutput(await unitOfWork.post(draft));
}

/**
 * CHARGE_FEE: `account_id`, `amount` and, to override the defaults, `currency`, `income_account_code`,
 * `deposits_account_code`, `reference` and `description`.
 */
export async function chargeFeeStep(
  unitOfWork: UnitOfWork,
  parameters: WorkflowData,
): Promise<WorkflowData> {
  const id = requireTextParameter(parameters, 'account_id');
  const state = await unitOfWork.account(id);
  if (!state) throw new Refusal('account_not_found', describeMissingAccount(id));
  const amount = requireAmountParameter(parameters, 'amount');
  const currency = readTextParameter(parameters, 'currency') ?? readCurrency(state.balance);
  const deposits = readTextParameter(parameters, 'deposits_account_code');
  const income = readTextParameter(parameters, 'income_account_code');
  const { customer_deposits, fee_income } = (await unitOfWork.readProductTerms(state.productId))
    .ledgerAccounts;
  return postEntryStep(unitOfWork, {
    description: readTextParameter(parameters, 'description') ?? 'Fee',
    ledger_lines: [
      { account_code: deposits ?? customer_deposits, debit_amount: amount },
      { account_code: income ?? fee_income, credit_amount: amount },
    ],
    account_postings: [
      {
        account_id: id,
        direction: 'DEBIT',
        amount,
        currency,
        reference: readTextParameter(parameters, 'reference') ?? 'Fee',
      },
    ],
  });
}

/** POST_LOAN_TRANSACTION: `loan_id` and the body of postLoanTransaction. */
export async function postLoanStep(
  unitOfWork: UnitOfWork,
  parameters: WorkflowData,
): Promise<WorkflowData> {
  const loanId = requireTextParameter(parameters, 'loan_id');
  const { loan_id: _, ...bodyParameters } = parameters;
  const body = parseStepBody(postLoanTransaction, bodyParameters);
  const draft = draftLoanTransaction(body.type, body);
  const { transaction, loan } = await unitOfWork.postOnLoan(loanId, draft);
  const { journal_entry_id, type, amount, currency } = toTransactionView(transaction);
  const { status } = toLoanView(loan);
  return {
    transaction_id: transaction.id,
    journal_entry_id,
    loan_id: loanId,
    loan_status: status,
    type,
    amount,
    currency,
  };
}

function toEntryOutput(entry: JournalEntry): WorkflowData {
  const { account_postings: postings, posted_at } = toJournalEntryView(entry);
  return {
    journal_entry_id: entry.id,
    account_postings: postings.map(({ account_id, direction, amount, currency, ...posted }) => ({
      account_id,
      direction,
      amount,
      currency,
      balance_after: posted.balance_after,
    })),
    posted_at,
  };
}
