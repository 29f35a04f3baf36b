// What an approved adjustment posts: what undoes its target and, for a correction, what takes its place.
import type { NewAdjustment, Target } from './adjustment-targets.ts';
import { draftOf } from './journal.ts';
import { lentOn, withTransaction } from './loan-amounts.ts';
import type { Lent } from './loan-amounts.ts';
import { loanDraft } from './loan-entries.ts';
import { postAll } from './posting.ts';
import type { Draft } from './posting.ts';
import { isSettled } from './loans.ts';
import { known, refuseWhen } from './refused.ts';
import { put } from './histories/world.ts';
import type {
  Asked,
  Body,
  Books,
  Exchange,
  JournalEntry,
  Loan,
  Request,
  Transaction,
} from './histories/world.ts';

export interface Decision {
  readonly request: Request;
  readonly target: Target;
}

/** The books with it, what the request then says of it, and the journal entries; or a no. */
export function post(books: Books, decision: Decision, asked: Asked, { entries: facts }: Exchange) {
  const { entry, transaction } = decision.target;
  const loan = transaction && known(books.loans, transaction.loanId, 'loan_not_found');
  const lent = lentOf(decision);
  const changed = loan && lentOn(loan, lent);
  if (loan && changed && isSettled(loan) && !isSettled(changed)) refuseClosed(books, loan);
  const drafts = draftsOf(decision, loan);
  const posting = { asked, facts, isNet: true, ...(loan && { after: loan.updatedAt }) };
  const { books: posted, bodies } = postAll(books, drafts, posting);
  const [reversal, replacement] = bodies;
  const marked = { ...entry, reversedBy: String(reversal?.['id']) };
  const after = { ...posted, journal: put(posted.journal, entry.id, marked) };
  return {
    bodies,
    posted:
      changed && transaction ? withLent(after, { changed, transaction, lent, bodies }) : after,
    facts: { ...linkTo('reversal', reversal), ...linkTo('replacement', replacement) },
  };
}

// A loan that is owed again needs its account, whether something is posted on it or not.
function refuseClosed({ accounts }: Books, { accountId }: Loan): void {
  refuseWhen(accounts.get(accountId)?.status === 'CLOSED', 'account_not_active');
}

// Journal entries, and transactions where the target is one.
function linkTo(name: string, entry: Body | undefined): Body {
  return {
    [`${name}_journal_entry_id`]: entry?.['id'],
    [`${name}_transaction_id`]: entry?.['transaction_id'],
  };
}

// What is posted on the loan: the target the other way round and, for a correction, another one.
function lentOf({ request, target: { transaction } }: Decision): Lent[] {
  if (!transaction) return [];
  const { lending } = (request.body as unknown as NewAdjustment).correction ?? {};
  const { type } = transaction.lent;
  return [{ ...transaction.lent, isReversal: true }, ...(lending ? [{ ...lending, type }] : [])];
}

interface LentTo {
  readonly changed: Loan;
  readonly transaction: Transaction;
  readonly lent: readonly Lent[];
  readonly bodies: readonly Body[];
}

function withLent(books: Books, { changed, transaction, lent, bodies }: LentTo): Books {
  const reversedBy = String(bodies[0]?.['transaction_id']);
  const marked = put(books.transactions, transaction.id, { ...transaction, reversedBy });
  return lent.reduce(
    (before, one, at) => {
      const name = one.isReversal === true ? 'reverses_transaction_id' : 'replaces_transaction_id';
      const links = { [name]: transaction.id };
      return withTransaction(before, changed, one, { entry: bodies[at] ?? {}, links }).books;
    },
    { ...books, transactions: marked },
  );
}

function draftsOf({ request, target: { entry, transaction } }: Decision, loan?: Loan): Draft[] {
  const { reason: description, correction } = request.body as unknown as NewAdjustment;
  const links = { adjustment_request_id: request.id };
  const reversal = {
    ...turnedRound(entry),
    ...(loan && { currency: loan.currency, isOfLoan: true }),
    type: 'REVERSAL',
    description,
    links: { ...links, reverses_journal_entry_id: entry.id },
  };
  const { journal, lending } = correction ?? {};
  const ofLoan =
    loan && transaction && lending && loanDraft(loan, { ...lending, type: transaction.lent.type });
  const wanted = ofLoan ?? (journal && draftOf(journal));
  if (!wanted) return [reversal];
  const replaces = { ...links, replaces_journal_entry_id: entry.id };
  return [reversal, { ...wanted, type: 'CORRECTION', description, links: replaces }];
}

/** What undoes the entry: every line and every posting the other way round. */
function turnedRound({ lines, postings }: JournalEntry) {
  const [first] = postings;
  return {
    lines: lines.map(({ account_code, debit_amount, credit_amount }) => ({
      account_code,
      ...(credit_amount !== undefined && { debit_amount: credit_amount }),
      ...(debit_amount !== undefined && { credit_amount: debit_amount }),
    })),
    postings: postings.map((posting) => ({
      ...posting,
      direction: posting.direction === 'DEBIT' ? ('CREDIT' as const) : ('DEBIT' as const),
    })),
    ...(first && { currency: first.currency }),
  };
}
