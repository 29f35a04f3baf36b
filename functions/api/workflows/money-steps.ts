// The steps that move money: the same decisions as those of the operations of the same purpose.
import { postJournalEntry } from '../../../schemas/generated/operations/post-journal-entry.ts';
import { postLoanTransaction } from '../../../schemas/generated/operations/post-loan-transaction.ts';
import { draftEntries } from '../../domain/journal/entry-draft.ts';
import type { JournalEntry } from '../../domain/journal/journal.ts';
import { noAccount } from '../../domain/accounts/accounts.ts';
import { draftLoanTransaction } from '../../domain/loans/transactions.ts';
import { currencyOf } from '../../domain/values/money.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import type { Data } from '../../domain/workflows/evaluation.ts';
import { toJournalEntryView } from '../../views/journal-entry.ts';
import { toLoanView, toTransactionView } from '../../views/loan.ts';
import type { OpenBooks } from './open-books.ts';
import { amountIn, bodyFor, optionalTextIn, textIn } from './step-parameters.ts';

/** POST_JOURNAL_ENTRY: the parameters are the body of postJournalEntry. */
export async function postEntryStep(books: OpenBooks, parameters: Data): Promise<Data> {
  const [draft] = draftEntries([bodyFor(postJournalEntry, parameters)], ['']);
  if (!draft) throw new Error('no entry was drafted');
  return entryOutput(await books.post(draft));
}

/**
 * CHARGE_FEE: `account_id`, `amount` and, if not as usual, `currency`, `income_account_code`,
 * `deposits_account_code`, `reference` and `description`.
 */
export async function chargeFeeStep(books: OpenBooks, parameters: Data): Promise<Data> {
  const id = textIn(parameters, 'account_id');
  const state = await books.account(id);
  if (!state) throw new Refusal('account_not_found', noAccount(id));
  const amount = amountIn(parameters, 'amount');
  const currency = optionalTextIn(parameters, 'currency') ?? currencyOf(state.balance);
  const deposits = optionalTextIn(parameters, 'deposits_account_code');
  const income = optionalTextIn(parameters, 'income_account_code');
  const { customer_deposits, fee_income } = (await books.termsOf(state.productId)).ledgerAccounts;
  return postEntryStep(books, {
    description: optionalTextIn(parameters, 'description') ?? 'Fee',
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
        reference: optionalTextIn(parameters, 'reference') ?? 'Fee',
      },
    ],
  });
}

/** POST_LOAN_TRANSACTION: `loan_id` and the body of postLoanTransaction. */
export async function postLoanStep(books: OpenBooks, parameters: Data): Promise<Data> {
  const loanId = textIn(parameters, 'loan_id');
  const { loan_id: _, ...asked } = parameters;
  const body = bodyFor(postLoanTransaction, asked);
  const draft = draftLoanTransaction(body.type, body);
  const { transaction, loan } = await books.postOnLoan(loanId, draft);
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

function entryOutput(entry: JournalEntry): Data {
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
