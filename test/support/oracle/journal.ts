// The oracle's rules for journal entries: when one is valid, and how it changes the accounts
// (docs/contract.md, Journal entries).
import { parseMinorUnits, sumAmounts } from './histories/amounts.ts';
import { postAll } from './posting.ts';
import { readBaseCurrency } from './general-ledger/entry-controls.ts';
import { requireKnown, refuseWhen } from './oracle-refusal.ts';
import type { OracleRule } from './oracle-rule.ts';
import type {
  OracleBody,
  OracleEntry,
  OracleLedgerLine,
  OraclePosting,
  TenantState,
} from './histories/oracle-state.ts';

export interface EntryBody {
  readonly ledger_lines: readonly OracleLedgerLine[];
  readonly account_postings?: readonly OraclePosting[];
  readonly description?: string;
  readonly currency?: string;
  readonly effective_date?: string;
  readonly entry_type?: 'POSTING' | 'OPENING_BALANCE';
}

/** Refuses an entry that is invalid in itself. */
export function checkEntry({
  ledger_lines: lines,
  account_postings: postings = [],
  currency: named,
}: EntryBody) {
  const currencies = new Set(postings.map(({ currency }) => currency));
  if (named !== undefined) currencies.add(named);
  refuseWhen(currencies.size > 1, 'mixed_currencies');
  const debits = lines.map(({ debit_amount: amount = '0.00' }) => parseMinorUnits(amount));
  const credits = lines.map(({ credit_amount: amount = '0.00' }) => parseMinorUnits(amount));
  const isOneSided = lines.every((_, at) => (debits[at] === 0n) !== (credits[at] === 0n));
  refuseWhen(!isOneSided, 'invalid_ledger_line');
  refuseWhen(sumAmounts(debits) !== sumAmounts(credits), 'unbalanced');
  refuseWhen(
    postings.some(({ amount }) => parseMinorUnits(amount) === 0n),
    'invalid_amount',
  );
}

/** The lines without amounts of zero. */
function toLines(lines: readonly OracleLedgerLine[]): OracleLedgerLine[] {
  return lines.map(({ account_code, debit_amount, credit_amount }) =>
    debit_amount !== undefined && parseMinorUnits(debit_amount) > 0n
      ? { account_code, debit_amount }
      : { account_code, ...(credit_amount !== undefined && { credit_amount }) },
  );
}

/** The posted members of a submitted entry. */
export function toDraft({
  ledger_lines: lines,
  account_postings: postings = [],
  currency: named,
}: EntryBody) {
  const currency = postings[0]?.currency ?? named;
  return {
    lines: toLines(lines),
    postings,
    ...(currency !== undefined && { currency }),
  };
}

function toDrafts({ settings }: TenantState, entries: readonly EntryBody[]) {
  const base = readBaseCurrency(settings);
  return entries.map((entry) => ({
    ...(base !== undefined && { currency: base }),
    ...toDraft(entry),
    type: entry.entry_type ?? 'POSTING',
    ...(entry.effective_date !== undefined && { effectiveDate: entry.effective_date }),
    ...(entry.description !== undefined && { description: entry.description }),
  }));
}

const postJournalEntry: OracleRule = {
  status: 201,
  check: (body) => checkEntry(body as unknown as EntryBody),
  carryOut: (state, sent, { answer }) => {
    const drafts = toDrafts(state, [sent.body as EntryBody]);
    const { bodies, state: after } = postAll(state, drafts, {
      sent,
      facts: [answer.body as OracleBody],
    });
    return { body: bodies[0], state: after };
  },
};

const readEntries = (body: unknown) => (body as { entries: readonly EntryBody[] }).entries;

const postJournalEntries: OracleRule = {
  status: 201,
  check: (body) => readEntries(body).forEach(checkEntry),
  carryOut: (state, sent, { answer }) => {
    const { items: facts = [] } = answer.body as { items?: readonly OracleBody[] };
    const drafts = toDrafts(state, readEntries(sent.body));
    const { bodies, state: after } = postAll(state, drafts, { sent, facts });
    return { body: { items: bodies }, state: after };
  },
};

const getJournalEntry: OracleRule = {
  status: 200,
  carryOut: (state, { path }) => {
    const entry = requireKnown(state.journal, path['journalEntryId'], 'journal_entry_not_found');
    return { body: buildMarkedBody(entry), state };
  },
};

/** The entry with its reversal. */
export function buildMarkedBody({ body, reversedBy }: OracleEntry): OracleBody {
  return { ...body, ...(reversedBy !== undefined && { reversed_by: reversedBy }) };
}

export const journalRules = { postJournalEntry, postJournalEntries, getJournalEntry };
