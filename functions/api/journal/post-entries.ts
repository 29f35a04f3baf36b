// What every way to post has in common: read, judge, decide, write.
import { refuseTooManyWrites } from '../../domain/entry-draft.ts';
import type { EntryDraft } from '../../domain/entry-draft.ts';
import { postEntries, postingKey, refuseUnknownAccounts } from '../../domain/journal.ts';
import type { JournalEntry } from '../../domain/journal.ts';
import type { Loan } from '../../domain/loans.ts';
import { applyPolicies } from '../../domain/policy.ts';
import type { Triggered } from '../../domain/policy.ts';
import { defaultTerms } from '../../domain/products.ts';
import type { Write } from '../../ledger/commit.ts';
import { idsAt } from '../../ledger/ids.ts';
import { readPolicies } from '../../ledger/product-policies.ts';
import { readAccountsToPost } from '../../ledger/reads.ts';
import type { EventDraft } from '../../ledger/receipt-events.ts';
import type { Session } from '../../ledger/session.ts';
import { postingWrites } from '../../ledger/writes.ts';
import { journalEntryView } from './journal-entry-view.ts';

/** What rules may know of a posting beside the entry itself. */
export interface About {
  /** The loan whose transaction is posted. */
  readonly loan?: Loan;
  /** The `context` of conditions; of the operation and its caller without. */
  readonly context?: Readonly<Record<string, unknown>>;
}

export interface PostedDrafts {
  readonly entries: readonly JournalEntry[];
  readonly writes: Write[];
  /** What rules that matched have to tell. */
  readonly policyEvents: readonly EventDraft[];
}

/**
 * The posted entries and the writes that post them; two requests to the store with the commit, and
 * one for each product that was not read within the last seconds. Refuses: account_not_found,
 * policy_denied, too_many_writes (with the fees that rules add), and as postEntries does.
 */
export async function postDrafts(
  session: Session,
  drafts: readonly EntryDraft[],
  now: Date,
  { loan, context }: About = {},
): Promise<PostedDrafts> {
  const ids = drafts.flatMap(({ postings }) => postings.map(({ accountId }) => accountId));
  const accounts = await readAccountsToPost(session, ids);
  refuseUnknownAccounts(drafts, accounts);
  const { actor: postedBy, correlationId, store, operation } = session;
  const products = [...accounts.values()].map(({ productId }) => productId);
  const policies = await readPolicies(
    session,
    loan ? [...products, loan.terms.productId] : products,
    now,
  );
  const known = { now, context: context ?? { operation, actor: postedBy }, ...(loan && { loan }) };
  const judged = applyPolicies(drafts, accounts, policies, known);
  if (judged.drafts !== drafts) refuseTooManyWrites(judged.drafts, ['receipt']);
  const posted = postEntries(judged.drafts, accounts, {
    now,
    postedBy,
    correlationId,
    idsAt: idsAt(store.shards),
    termsOf: (productId) => policies.get(productId)?.terms ?? defaultTerms,
  });
  return {
    entries: posted.entries,
    writes: postingWrites(session, accounts, posted),
    policyEvents: policyEvents(posted.entries, judged.triggered),
  };
}

/** The event of a posted entry; without a place in the answer it carries the entry itself. */
export function postedEvent(entry: JournalEntry, payloadAt?: string): EventDraft {
  const head = { type: 'journal_entry.posted', aggregateId: entry.id, version: 1 };
  return payloadAt === undefined
    ? { ...head, payload: journalEntryView(entry) }
    : { ...head, payloadAt };
}

// The journal entry is the aggregate; each match within the request has a version of its own.
function policyEvents(
  entries: readonly JournalEntry[],
  triggered: readonly Triggered[],
): EventDraft[] {
  return triggered.map(({ rule, subject, entry, position, accountId }, index) => {
    const { id, lending, transactionId } = entries[entry] as JournalEntry;
    return {
      type: 'policy.rule_matched',
      aggregateId: id,
      version: index + 1,
      payload: {
        rule_id: rule.id,
        product_id: rule.productId,
        subject,
        action: rule.action,
        journal_entry_id: id,
        ...(position !== undefined && { posting_key: postingKey(id, position) }),
        ...(accountId !== undefined && { account_id: accountId }),
        ...(lending && { loan_id: lending.loanId, transaction_id: transactionId }),
      },
    };
  });
}
