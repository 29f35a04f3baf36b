// Posts entries on the accounts of the state, in order.
import { formatAmount, parseMinorUnits, sumAmounts } from './histories/amounts.ts';
import { findAccountingDay, refuseUncontrolled } from './general-ledger/entry-controls.ts';
import { requireKnown, refuseWhen } from './oracle-refusal.ts';
import { requireFreshId, requireNotBefore } from './oracle-rule.ts';
import { toCanonicalText, putRecord } from './histories/oracle-state.ts';
import type {
  OracleAccount,
  SentRequest,
  OracleBody,
  TenantState,
  OracleEntry,
  OracleLedgerLine,
  OraclePosting,
} from './histories/oracle-state.ts';

export interface OracleDraft {
  readonly type: string;
  readonly lines: readonly OracleLedgerLine[];
  readonly postings: readonly OraclePosting[];
  readonly currency?: string;
  /** The day that a posting names. */
  readonly effectiveDate?: string;
  readonly description?: string;
  /** Its references to other records. */
  readonly links?: OracleBody;
  readonly isOfLoan?: boolean;
}

interface EntryFacts {
  readonly id?: string;
  readonly posted_at?: string;
  readonly ledger_lines?: readonly OracleLedgerLine[];
  readonly account_postings?: readonly { readonly entry_id?: string }[];
}

export interface OraclePostingContext {
  readonly sent: SentRequest;
  /** The entries as the product returned them. */
  readonly facts: readonly EntryFacts[];
  /** Whether only the final balances must be covered. */
  readonly isNet?: boolean;
  /** The posting time of all the entries must be later than this. */
  readonly after?: string;
}

const DIGITS_MAX = 10n ** 38n;

/** The state with the entries, and the entries as the API returns them; or a refusal. */
export function postAll(
  state: TenantState,
  drafts: readonly OracleDraft[],
  posting: OraclePostingContext,
) {
  for (const { account_id: id } of drafts.flatMap(({ postings }) => postings)) {
    requireKnown(state.accounts, id, 'account_not_found');
  }
  const newest = findNewestTime(state, drafts, posting.after);
  let after = state;
  const bodies: OracleBody[] = [];
  drafts.forEach((draft, index) => {
    const posted = postOne(after, draft, {
      ...posting,
      facts: posting.facts[index] ?? {},
      after: newest,
    });
    after = posted.state;
    bodies.push(posted.body);
  });
  for (const [id, account] of after.accounts) {
    const before = state.accounts.get(id)?.balance ?? 0n;
    refuseWhen(account.balance < 0n && account.balance < before, 'insufficient_funds');
  }
  refuseUncontrolled(state, drafts, posting.sent.at);
  refuseLoose(state, drafts);
  return { state: after, bodies };
}

// Entries that are posted together have one time, which is later than all before on their accounts.
function findNewestTime(state: TenantState, drafts: readonly OracleDraft[], after = ''): string {
  const posted = drafts
    .flatMap(({ postings }) => postings)
    .map(({ account_id }) => state.accounts.get(account_id)?.entries.at(-1)?.['posted_at']);
  return [after, ...posted.map((time) => String(time ?? ''))].sort().at(-1) ?? '';
}

/** Refuses drafts that do not move the control accounts as their postings do, if that is enforced. */
export function refuseLoose({ settings }: TenantState, drafts: readonly OracleDraft[]): void {
  const isLoose = drafts.some(
    (draft) => draft.type !== 'REVERSAL' && buildControlDifferences(draft)['control_differences'],
  );
  refuseWhen(settings.control_accounts === 'ENFORCED' && isLoose, 'control_account_mismatch');
}

type SinglePosting = Omit<OraclePostingContext, 'facts'> & { readonly facts: EntryFacts };

function postOne(
  state: TenantState,
  draft: OracleDraft,
  posting: SinglePosting,
): { state: TenantState; body: OracleBody } {
  const { sent, facts } = posting;
  const id = requireFreshId(facts.id, 'jrn', state.journal);
  const times = draft.postings.map(
    ({ account_id }) => state.accounts.get(account_id)?.changedAt ?? '',
  );
  const postedAt = requireLater(
    posting.after,
    requireNotBefore(facts.posted_at, times.sort().at(-1) ?? ''),
  );
  const transaction = draft.isOfLoan === true && { transaction_id: id.replace('jrn_', 'txn_') };
  const { accounts, postings } = postOnAccounts(state, draft, { posting, id, postedAt });
  const body = {
    id,
    entry_type: draft.type,
    ledger_lines: sortLike(facts.ledger_lines, draft.lines),
    account_postings: postings,
    ...(draft.currency !== undefined && { currency: draft.currency }),
    ...(draft.description !== undefined && { description: draft.description }),
    effective_date: findEffectiveDate(state, draft, postedAt),
    ...draft.links,
    ...transaction,
    ...buildControlDifferences(draft),
    posted_by: sent.subject,
    correlation_id: sent.correlationId,
    posted_at: postedAt,
  };
  const entry: OracleEntry = {
    id,
    type: draft.type,
    lines: draft.lines,
    postings: draft.postings,
    ...(transaction && { transactionId: transaction.transaction_id }),
    body,
  };
  return { state: { ...state, accounts, journal: putRecord(state.journal, id, entry) }, body };
}

function findEffectiveDate({ settings }: TenantState, draft: OracleDraft, postedAt: string) {
  const isTime = !Number.isNaN(Date.parse(postedAt));
  return draft.effectiveDate ?? (isTime ? findAccountingDay(settings, postedAt) : postedAt);
}

const DEPOSITS = 'CUSTOMER_DEPOSITS';
const RECEIVABLES = ['FEES_RECEIVABLE', 'INTEREST_RECEIVABLE', 'LOANS_RECEIVABLE'];

// Without products, one code controls all accounts. The lines of a loan are those of docs/loans.md, so
// only other entries can differ from the outstanding amounts.
function buildControlDifferences({ lines, postings, isOfLoan = false }: OracleDraft): OracleBody {
  const net = (amounts: readonly { readonly isCredit: boolean; readonly amount: string }[]) =>
    sumAmounts(
      amounts.map(({ isCredit, amount }) => parseMinorUnits(amount) * (isCredit ? 1n : -1n)),
    );
  const posted = postings.map(({ direction, amount }) => ({
    isCredit: direction === 'CREDIT',
    amount,
  }));
  const differences = [DEPOSITS, ...(isOfLoan ? [] : RECEIVABLES)].flatMap((code) => {
    const expected = code === DEPOSITS ? net(posted) : 0n;
    const own = lines.filter(({ account_code }) => account_code === code);
    const credits = own.map(({ credit_amount: amount = '0.00' }) => ({ isCredit: true, amount }));
    const debits = own.map(({ debit_amount: amount = '0.00' }) => ({ isCredit: false, amount }));
    const found = net([...credits, ...debits]);
    const amounts = { expected: formatAmount(expected), found: formatAmount(found) };
    return expected === found ? [] : [{ account_code: code, ...amounts }];
  });
  return differences.length > 0 ? { control_differences: differences } : {};
}

function requireLater(time: string | undefined, postedAt: string): string {
  return time === undefined || postedAt > time ? postedAt : `later than ${time}`;
}

/** The lines, in the order of the actual ones: the lines of an entry have no order. */
export function sortLike(
  actual: readonly OracleLedgerLine[] | undefined,
  lines: readonly OracleLedgerLine[],
): readonly OracleLedgerLine[] {
  const toText = (unordered: readonly OracleLedgerLine[]) =>
    unordered.map(toCanonicalText).sort().join();
  return actual && toText(actual) === toText(lines) ? actual : lines;
}

interface EntryLocation {
  readonly posting: SinglePosting;
  readonly id: string;
  readonly postedAt: string;
}

function postOnAccounts(
  state: TenantState,
  draft: OracleDraft,
  { posting, id, postedAt }: EntryLocation,
) {
  let accounts = state.accounts;
  const postings = draft.postings.map((draftPosting, index): OracleBody => {
    const before = requireKnown(accounts, draftPosting.account_id, 'account_not_found');
    const balance = computeBalance(before, draftPosting, draft.type, posting.isNet === true);
    const entry_id = requireFreshId(
      posting.facts.account_postings?.[index]?.entry_id,
      'ent',
      new Map(),
    );
    const posted = {
      ...draftPosting,
      posting_key: `${id}#${index + 1}`,
      balance_after: formatAmount(balance),
    };
    const entry = {
      ...posted,
      id: entry_id,
      journal_entry_id: id,
      ...(draft.isOfLoan === true && { transaction_id: id.replace('jrn_', 'txn_') }),
      entry_type: draft.type,
      posted_at: postedAt,
    };
    accounts = putRecord(accounts, before.id, {
      ...before,
      balance,
      version: before.version + 1,
      changedAt: postedAt,
      isExact: true,
      entries: [...before.entries, entry],
    });
    return { entry_id, ...posted };
  });
  return { accounts, postings };
}

function computeBalance(
  { currency, status, balance, entries }: OracleAccount,
  posting: OraclePosting,
  type: string,
  isNet: boolean,
): bigint {
  refuseWhen(posting.currency !== currency, 'currency_mismatch');
  refuseWhen(status !== 'ACTIVE', 'account_not_active');
  refuseWhen(type === 'OPENING_BALANCE' && entries.length > 0, 'opening_balance_not_first');
  const isCredit = posting.direction === 'CREDIT';
  const after =
    balance + (isCredit ? parseMinorUnits(posting.amount) : -parseMinorUnits(posting.amount));
  refuseWhen(after >= DIGITS_MAX || after <= -DIGITS_MAX, 'balance_out_of_range');
  refuseWhen(!isNet && !isCredit && after < 0n, 'insufficient_funds');
  return after;
}
