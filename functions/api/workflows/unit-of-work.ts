// The unit of work of one execution: the state that its steps read and change in memory. Each step sees
// the changes of the steps before it, and one commit writes all of them.
import type { Account, AccountState } from '../../domain/accounts/accounts.ts';
import { listRuledAccounts, refuseTooManyWrites } from '../../domain/journal/entry-draft.ts';
import type { EntryDraft } from '../../domain/journal/entry-draft.ts';
import type { JournalEntry } from '../../domain/journal/journal.ts';
import { buildLoanEntryDraft, toLoanTransaction } from '../../domain/journal/loan-entries.ts';
import { applyLoanEffect, computeEffect } from '../../domain/loans/loan-effects.ts';
import type { LoanTransaction, LoanTransactionDraft } from '../../domain/loans/transactions.ts';
import { computeNextMoment } from '../../domain/loans/loans.ts';
import type { Loan } from '../../domain/loans/loans.ts';
import { applyLoanChanges } from '../../domain/loans/open-loans.ts';
import type { OpenLoanCount } from '../../domain/loans/open-loans.ts';
import { DEFAULT_TERMS } from '../../domain/products/products.ts';
import type { ProductTerms } from '../../domain/products/products.ts';
import type { Write } from '../../ledger/commit/commit.ts';
import { buildIdGenerator } from '../../ledger/store/ids.ts';
import { readLoanToPost } from '../../ledger/loans/reads.ts';
import { buildLoanWrites } from '../../ledger/loans/writes.ts';
import { readAccountToDecide, readAndBuildRecountWrites } from '../../ledger/loans/open-loans.ts';
import { readAccountsToPost } from '../../ledger/accounts/reads.ts';
import { readProductRules } from '../../ledger/products/rule-cache.ts';
import type { EventDraft } from '../../ledger/commit/receipt-events.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { buildPostingWrites } from '../../ledger/journal/writes.ts';
import { buildPostedEvent } from '../../events/journal-entry.ts';
import { evaluateAndPost } from '../journal/post-drafts.ts';
import { buildLoanTransactionEvent } from '../../events/loan-transaction.ts';

export class UnitOfWork {
  readonly session: Session;
  readonly executionId: string;
  /** Writes of requests and other records, besides accounts, loans and the journal. */
  readonly recordWrites: Write[] = [];
  readonly events: EventDraft[] = [];
  readonly #idsAt: ReturnType<typeof buildIdGenerator>;
  readonly #accountsBefore = new Map<string, AccountState>();
  readonly #accounts = new Map<string, AccountState>();
  readonly #loansBefore = new Map<string, Loan>();
  readonly #loans = new Map<string, Loan>();
  readonly #drafts: EntryDraft[] = [];
  readonly #entries: JournalEntry[] = [];
  #evaluations = 0;
  #at: Date;

  constructor(session: Session, executionId: string, now: Date) {
    this.session = session;
    this.executionId = executionId;
    this.#at = now;
    this.#idsAt = buildRequestIds(session.store.shards);
  }

  /** The time of the last change, or of the execution. */
  get now(): Date {
    return this.#at;
  }

  /** A new identifier with the current time. */
  newId(prefix: 'lcr' | 'far'): string {
    return this.#idsAt(this.#at)(prefix);
  }

  /** The current state of the account; undefined if it does not exist. */
  async account(id: string): Promise<AccountState | undefined> {
    await this.#readAccounts([id]);
    return this.#accounts.get(id);
  }

  /** The account as stored, and its current state with its open loans. Refuses with account_not_found. */
  async readAccountToDecide(
    id: string,
  ): Promise<{ stored: Account; standing: { account: Account; openLoans: OpenLoanCount } }> {
    const { account: stored, openLoans } = await readAccountToDecide(this.session, id);
    const account = { ...stored, state: this.#accounts.get(id) ?? stored.state };
    const changes = this.#changedLoans().filter(({ after }) => after.terms.accountId === id);
    return { stored, standing: { account, openLoans: applyLoanChanges(openLoans, changes) } };
  }

  /** Posts a journal entry. Refuses as postEntries does. */
  async post(draft: EntryDraft): Promise<JournalEntry> {
    const { entry, ruleEvents } = await this.#recordPosting(draft);
    this.events.push(buildPostedEvent(entry), ...ruleEvents);
    return entry;
  }

  /** Posts a transaction on a loan. Refuses as postLoanTransaction does. */
  async postOnLoan(
    loanId: string,
    draft: LoanTransactionDraft,
  ): Promise<{ transaction: LoanTransaction; loan: Loan }> {
    const before = await this.#loan(loanId);
    const changed = applyLoanEffect(before, computeEffect(draft), draft.type);
    this.#at = computeNextMoment(before, this.#at);
    const { ledgerAccounts } = await this.readProductTerms(before.terms.productId);
    const { entry, ruleEvents } = await this.#recordPosting(
      buildLoanEntryDraft(before, draft, ledgerAccounts),
      before,
    );
    const transaction = toLoanTransaction(entry);
    if (!transaction) throw new Error('no transaction was posted');
    const loan = { ...changed, state: { ...changed.state, updatedAt: entry.postedAt } };
    this.#loans.set(loanId, loan);
    this.events.push(
      buildLoanTransactionEvent(transaction, loan),
      buildPostedEvent(entry),
      ...ruleEvents,
    );
    return { transaction, loan };
  }

  /** The terms of a product. */
  async readProductTerms(productId: string): Promise<ProductTerms> {
    const rulesById = await readProductRules(this.session, [productId], this.#at);
    return rulesById.get(productId)?.terms ?? DEFAULT_TERMS;
  }

  /** The writes of all steps. */
  async writes(): Promise<Write[]> {
    const { session } = this;
    const entries = this.#entries;
    const accounts = [...this.#accounts.values()].filter(
      ({ id, version }) => version !== this.#accountsBefore.get(id)?.version,
    );
    const transactions = entries.flatMap((entry) => toLoanTransaction(entry) ?? []);
    const changes = this.#changedLoans();
    const loans = changes.flatMap(({ before, after }) => {
      const mine = transactions.filter(({ loanId }) => loanId === after.terms.id);
      return buildLoanWrites(session, before, after, mine);
    });
    const counted = await readAndBuildRecountWrites(session, changes);
    const posted = buildPostingWrites(session, this.#accountsBefore, { entries, accounts });
    return [...posted, ...loans, ...counted, ...this.recordWrites];
  }

  #changedLoans(): { before: Loan; after: Loan }[] {
    return [...this.#loans].map(([id, after]) => ({
      before: this.#loansBefore.get(id) ?? after,
      after,
    }));
  }

  async #recordPosting(
    draft: EntryDraft,
    loan?: Loan,
  ): Promise<{ entry: JournalEntry; ruleEvents: readonly EventDraft[] }> {
    this.#drafts.push(draft);
    // Rules are not evaluated on more postings than one transaction holds.
    if (this.#evaluations > 0) refuseTooManyWrites(this.#drafts, ['receipt', 'execution']);
    const ids = listRuledAccounts(draft);
    await this.#readAccounts(ids);
    const links = { ...draft.links, workflowExecutionId: this.executionId };
    const { posted, ruleEvents, evaluations } = await evaluateAndPost(
      this.session,
      [{ ...draft, links }],
      this.#listAccounts(ids),
      {
        now: this.#at,
        idsAt: this.#idsAt,
        earlierEvaluations: this.#evaluations,
        ...(loan && { loan }),
      },
    );
    this.#evaluations += evaluations;
    const [entry] = posted.entries;
    if (!entry) throw new Error('no journal entry was posted');
    for (const state of posted.accounts) this.#accounts.set(state.id, state);
    this.#entries.push(entry);
    this.#at = new Date(entry.postedAt);
    return { entry, ruleEvents };
  }

  #listAccounts(ids: readonly string[]): Map<string, AccountState> {
    const states = ids.flatMap((id) => this.#accounts.get(id) ?? []);
    return new Map(states.map((state) => [state.id, state]));
  }

  async #readAccounts(ids: readonly string[]): Promise<void> {
    const unread = ids.filter((id) => !this.#accounts.has(id));
    if (unread.length === 0) return;
    for (const [id, state] of await readAccountsToPost(this.session, unread)) {
      this.#accountsBefore.set(id, state);
      this.#accounts.set(id, state);
    }
  }

  async #loan(id: string): Promise<Loan> {
    const known = this.#loans.get(id);
    if (known) return known;
    const loan = await readLoanToPost(this.session, id);
    this.#loansBefore.set(id, loan);
    return loan;
  }
}

/** Like buildIdGenerator, and identifiers of the same millisecond sort in the order of generation. */
function buildRequestIds(shards: number): ReturnType<typeof buildIdGenerator> {
  const makers = new Map<number, ReturnType<ReturnType<typeof buildIdGenerator>>>();
  return (at) => {
    const known = makers.get(at.getTime());
    if (known) return known;
    const maker = buildIdGenerator(shards)(at);
    makers.set(at.getTime(), maker);
    return maker;
  };
}
