// The steps that all postings share: read, apply product rules, decide, write.
import {
  denominateEntry,
  listRuledAccounts,
  refuseTooManyWrites,
} from '../../domain/journal/entry-draft.ts';
import type { EntryDraft } from '../../domain/journal/entry-draft.ts';
import { listAccountCodes } from '../../domain/journal/entry-controls.ts';
import { postEntries, refuseUnknownAccounts } from '../../domain/journal/journal.ts';
import type { JournalEntry, PostedEntries, PostingContext } from '../../domain/journal/journal.ts';
import type { AccountState } from '../../domain/accounts/accounts.ts';
import type { Loan } from '../../domain/loans/loans.ts';
import { applyProductRules } from '../../domain/rules/rule-evaluation.ts';
import { DEFAULT_TERMS } from '../../domain/products/products.ts';
import type { Write } from '../../ledger/commit/commit.ts';
import { buildIdGenerator } from '../../ledger/store/ids.ts';
import { readProductRules } from '../../ledger/products/rule-cache.ts';
import { readCachedSettings } from '../../ledger/general-ledger/settings.ts';
import { readControlCodes } from '../../ledger/general-ledger/control-codes.ts';
import { readGeneralLedgerTerms } from '../../ledger/general-ledger/terms.ts';
import { readAccountsToPost } from '../../ledger/accounts/reads.ts';
import type { EventDraft } from '../../ledger/commit/receipt-events.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { buildPostingWrites } from '../../ledger/journal/writes.ts';
import { buildRuleEvents } from '../../events/journal-entry.ts';

/** What product rules can refer to besides the entry itself. */
export interface PostingSubject {
  /** The loan whose transaction is posted. */
  readonly loan?: Loan;
  /** The `context` of conditions; by default the operation and its actor. */
  readonly context?: Readonly<Record<string, unknown>>;
  /** How often rules were evaluated in the earlier steps of a workflow. */
  readonly earlierEvaluations?: number;
}

/** The time of the posting and the generator of its identifiers. */
export type PostingClock = Pick<PostingContext, 'now' | 'idsAt'>;

export interface EvaluatedPosting {
  readonly posted: PostedEntries;
  /** The events that matching rules emit. */
  readonly ruleEvents: readonly EventDraft[];
  /** How often a rule was evaluated, at most. */
  readonly evaluations: number;
}

/**
 * Posts the drafts on the given accounts, with those of their loans, subject to the rules of the products: one
 * request for each product that is not in the cache. Refuses with account_not_found, policy_denied, too_many_writes
 * (with the fees that rules add), and as postEntries does.
 */
export async function evaluateAndPost(
  session: Session,
  drafts: readonly EntryDraft[],
  accounts: ReadonlyMap<string, AccountState>,
  { now, idsAt: newIds, loan, context, earlierEvaluations = 0 }: PostingClock & PostingSubject,
): Promise<EvaluatedPosting> {
  refuseUnknownAccounts(drafts, accounts);
  const { actor: postedBy, correlationId, operation } = session;
  const products = [...accounts.values()].map(({ productId }) => productId);
  const ids = loan ? [...products, loan.terms.productId] : products;
  const [rulesById, { baseCurrency, timeZone, failingRules }, controlCodes] = await Promise.all([
    readProductRules(session, ids, now),
    readCachedSettings(session, now),
    readControlCodes(session, now),
  ]);
  const denominated = drafts.map((draft) => denominateEntry(draft, baseCurrency));
  const judged = applyProductRules(denominated, accounts, rulesById, {
    now,
    timeZone,
    context: context ?? { operation, actor: postedBy },
    earlierEvaluations,
    failingRules,
    reportFailure: session.reportRuleFailure,
    ...(loan && { loan }),
  });
  if (judged.drafts !== denominated) refuseTooManyWrites(judged.drafts, ['receipt']);
  const termsOf = (productId: string) => rulesById.get(productId)?.terms ?? DEFAULT_TERMS;
  const generalLedger = await readGeneralLedgerTerms(session, listAccountCodes(judged.drafts), now);
  const moment = {
    now,
    idsAt: newIds,
    postedBy,
    correlationId,
    termsOf,
    generalLedger,
    controlCodes,
    ...(loan && { loanProductId: loan.terms.productId }),
  };
  const posted = postEntries(judged.drafts, selectPosted(judged.drafts, accounts), moment);
  const ruleEvents = buildRuleEvents(posted.entries, judged.triggered);
  return { posted, ruleEvents, evaluations: judged.evaluations };
}

// An account that the drafts do not post on does not decide the time of the posting.
function selectPosted(
  drafts: readonly EntryDraft[],
  accounts: ReadonlyMap<string, AccountState>,
): Map<string, AccountState> {
  const ids = new Set(drafts.flatMap(({ postings }) => postings.map(({ accountId }) => accountId)));
  return new Map([...accounts].filter(([id]) => ids.has(id)));
}

export interface DraftPosting {
  readonly entries: readonly JournalEntry[];
  readonly writes: Write[];
  readonly ruleEvents: readonly EventDraft[];
}

/**
 * The posted entries and the writes that post them: two requests to the store with the commit, and
 * those of evaluateAndPost. Refuses as evaluateAndPost does, and with entry_too_large.
 */
export async function postDrafts(
  session: Session,
  drafts: readonly EntryDraft[],
  now: Date,
  about: PostingSubject = {},
): Promise<DraftPosting> {
  const accounts = await readAccountsToPost(session, drafts.flatMap(listRuledAccounts));
  const moment = { now, idsAt: buildIdGenerator(session.store.shards) };
  const { posted, ruleEvents: events } = await evaluateAndPost(session, drafts, accounts, {
    ...moment,
    ...about,
  });
  const writes = buildPostingWrites(session, accounts, posted);
  return { entries: posted.entries, writes, ruleEvents: events };
}
