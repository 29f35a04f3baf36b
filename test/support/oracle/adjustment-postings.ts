// The postings of an approved adjustment: the reversal of its target and, for a correction, the
// replacement.
import type { AdjustmentBody, AdjustedEntry } from './adjustment-targets.ts';
import { toDraft } from './journal.ts';
import { applyEffects, putTransaction } from './loan-amounts.ts';
import type { OracleLoanEffect } from './loan-amounts.ts';
import { buildLoanDraft } from './loan-entries.ts';
import { findClosedPeriod } from './general-ledger/entry-controls.ts';
import { postAll } from './posting.ts';
import type { OracleDraft } from './posting.ts';
import { isSettled } from './loans.ts';
import { requireKnown, refuseWhen } from './oracle-refusal.ts';
import { putRecord } from './histories/oracle-state.ts';
import type {
  SentRequest,
  OracleBody,
  TenantState,
  OracleExchange,
  OracleEntry,
  OracleLoan,
  OracleRequest,
  OracleTransaction,
} from './histories/oracle-state.ts';

export interface AdjustmentDecision {
  readonly request: OracleRequest;
  readonly target: AdjustedEntry;
}

/**
 * The next state of the ledger, the members of the decided request, and the journal entries; or a
 * refusal.
 */
export function postAdjustment(
  state: TenantState,
  decision: AdjustmentDecision,
  sent: SentRequest,
  { entries: facts }: OracleExchange,
) {
  const { entry, transaction } = decision.target;
  const loan = transaction && requireKnown(state.loans, transaction.loanId, 'loan_not_found');
  const effects = listLoanEffects(decision);
  const changed = loan && applyEffects(loan, effects);
  if (loan && changed && isSettled(loan) && !isSettled(changed)) refuseClosed(state, loan);
  const drafts = buildDrafts(decision, loan).map((draft) => namePeriod(state, draft, entry));
  const posting = { sent, facts, isNet: true, ...(loan && { after: loan.updatedAt }) };
  const { state: posted, bodies } = postAll(state, drafts, posting);
  const [reversal, replacement] = bodies;
  const marked = { ...entry, reversedBy: String(reversal?.['id']) };
  const after = { ...posted, journal: putRecord(posted.journal, entry.id, marked) };
  return {
    bodies,
    posted:
      changed && transaction
        ? applyLoanAdjustment(after, { loan: changed, transaction, effects, bodies })
        : after,
    facts: { ...buildLink('reversal', reversal), ...buildLink('replacement', replacement) },
  };
}

// A loan that becomes outstanding again needs its account, even if nothing is posted on it.
function refuseClosed({ accounts }: TenantState, { accountId }: OracleLoan): void {
  refuseWhen(accounts.get(accountId)?.status === 'CLOSED', 'account_not_active');
}

// The members that refer to the posted journal entry and, for a transaction, to the posted transaction.
function buildLink(name: string, entry: OracleBody | undefined): OracleBody {
  return {
    [`${name}_journal_entry_id`]: entry?.['id'],
    [`${name}_transaction_id`]: entry?.['transaction_id'],
  };
}

// The transactions on the loan: the reversal of the target and, for a correction, the replacement.
function listLoanEffects({
  request,
  target: { transaction },
}: AdjustmentDecision): OracleLoanEffect[] {
  if (!transaction) return [];
  const { lending } = (request.body as unknown as AdjustmentBody).correction ?? {};
  const { type } = transaction.effect;
  return [{ ...transaction.effect, isReversal: true }, ...(lending ? [{ ...lending, type }] : [])];
}

interface LoanAdjustment {
  readonly loan: OracleLoan;
  readonly transaction: OracleTransaction;
  readonly effects: readonly OracleLoanEffect[];
  readonly bodies: readonly OracleBody[];
}

function applyLoanAdjustment(
  state: TenantState,
  { loan: changed, transaction, effects, bodies }: LoanAdjustment,
): TenantState {
  const reversedBy = String(bodies[0]?.['transaction_id']);
  const marked = putRecord(state.transactions, transaction.id, { ...transaction, reversedBy });
  return effects.reduce(
    (before, effect, index) => {
      const name =
        effect.isReversal === true ? 'reverses_transaction_id' : 'replaces_transaction_id';
      const links = { [name]: transaction.id };
      return putTransaction(before, changed, effect, { entry: bodies[index] ?? {}, links }).state;
    },
    { ...state, transactions: marked },
  );
}

/** The entries of an adjustment are of today; of a closed period, they name it. */
function namePeriod({ settings }: TenantState, draft: OracleDraft, { body }: OracleEntry) {
  const adjusts_period = findClosedPeriod(settings, String(body['effective_date']));
  return { ...draft, links: { ...draft.links, adjusts_period } };
}

/** The entries that the approval posts. */
export function buildDrafts(
  { request, target: { entry, transaction } }: AdjustmentDecision,
  loan?: OracleLoan,
): OracleDraft[] {
  const { reason: description, correction } = request.body as unknown as AdjustmentBody;
  const links = { adjustment_request_id: request.id };
  const reversal = {
    ...reverseEntry(entry),
    ...(loan && { currency: loan.currency, isOfLoan: true }),
    type: 'REVERSAL',
    description,
    links: { ...links, reverses_journal_entry_id: entry.id },
  };
  const { journal, lending } = correction ?? {};
  const loanDraft =
    loan &&
    transaction &&
    lending &&
    buildLoanDraft(loan, { ...lending, type: transaction.effect.type });
  const replacement = loanDraft ?? (journal && { ...readCurrency(entry), ...toDraft(journal) });
  if (!replacement) return [reversal];
  const replaces = { ...links, replaces_journal_entry_id: entry.id };
  return [reversal, { ...replacement, type: 'CORRECTION', description, links: replaces }];
}

/** An adjustment without postings is in the currency of the entry. */
function readCurrency({ body: { currency } }: OracleEntry): { currency?: string } {
  return typeof currency === 'string' ? { currency } : {};
}

/** The reversal of the entry: every line and every posting with the other side. */
function reverseEntry(entry: OracleEntry) {
  const { lines, postings } = entry;
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
    ...readCurrency(entry),
  };
}
