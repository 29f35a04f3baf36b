// Every journal entry equals the answer in the receipt of its request, and every journal entry in a
// receipt exists.
import { readCurrency, formatMoney } from '../../domain/values/money.ts';
import type { JournalEntry } from '../../domain/journal/journal.ts';
import { readRecord } from '../../ledger/store/table-scans.ts';
import { fromJournalItem } from '../../ledger/journal/items.ts';
import { keys } from '../../ledger/store/keys.ts';
import { readStoredEvents } from '../../ledger/commit/receipt-events.ts';
import type { StoredEvent } from '../../ledger/commit/receipt-events.ts';
import type { VerificationRun, StoredRecord } from '../check.ts';
import { NO_RECORD } from '../difference.ts';
import { buildPairingCheck } from '../fact-pairing.ts';
import type { Fact } from '../fact-pairing.ts';

const POSTED = 'journal_entry.posted';

export const receipts = buildPairingCheck({
  name: 'receipts',
  record: { kinds: ['JRN'], listFacts: toJournalEntryFacts },
  witness: { kinds: ['RCP'], listFacts: toReceiptFacts },
});

function toJournalEntryFacts({ item }: StoredRecord): Fact[] {
  const entry = fromJournalItem(item);
  const { id } = entry;
  return [
    {
      name: id,
      since: id,
      kind: 'journal_entry',
      id,
      place: item,
      claims: toEntryTexts(entry),
      alone: { field: 'receipt', stored: NO_RECORD, derived: `a receipt with one event ${POSTED}` },
    },
  ];
}

async function toReceiptFacts(
  { tenant, item }: StoredRecord,
  audit: VerificationRun,
): Promise<Fact[]> {
  const facts: Fact[] = [];
  for (const event of readStoredEvents(item).filter(({ type }) => type === POSTED)) {
    const { aggregateId: id } = event;
    facts.push({
      name: id,
      since: id,
      kind: 'receipt',
      id: item.PK.split('#').slice(3).join('#'),
      place: item,
      claims: readEventAnswer(event) ?? (await readStoredEntry(audit, tenant, id)),
      alone: {
        field: 'events',
        stored: id,
        derived: 'a journal entry that exists and has no other receipt',
      },
    });
  }
  return facts;
}

// The answer of a request may lack the journal entry; then only its existence is checked.
async function readStoredEntry(audit: VerificationRun, tenant: string, id: string) {
  const stored = await readRecord(audit.store, keys.journalEntry(tenant, id));
  return stored ? toEntryTexts(fromJournalItem(stored)) : {};
}

// As the API returns it. Listed by name: old answers lack the members that were added later.
interface AnsweredEntry {
  readonly id: string;
  readonly ledger_lines: readonly Record<string, string>[];
  readonly account_postings: readonly Record<string, string>[];
  readonly [member: string]: unknown;
}

const MEMBERS = [
  'entry_type',
  'currency',
  'description',
  'effective_date',
  'workflow_execution_id',
  'posted_by',
  'correlation_id',
  'posted_at',
] as const;

const POSTING_MEMBERS = [
  'entry_id',
  'account_id',
  'direction',
  'amount',
  'currency',
  'reference',
  'balance_after',
];

function readEventAnswer({
  aggregateId,
  payload,
}: StoredEvent): Record<string, string> | undefined {
  const answer = payload as Partial<AnsweredEntry> | undefined;
  if (answer?.id !== aggregateId || !answer.ledger_lines) return undefined;
  return toComparableTexts({ account_postings: [], ledger_lines: [], id: aggregateId, ...answer });
}

const LINE_MEMBERS = ['account_code', 'debit_amount', 'credit_amount'];

function toComparableTexts(answer: AnsweredEntry): Record<string, string> {
  const words: Record<string, string> = {};
  for (const name of MEMBERS) words[name] = String(answer[name] ?? NO_RECORD);
  words['ledger_lines'] = formatMembers(answer.ledger_lines, LINE_MEMBERS);
  words['account_postings'] = formatMembers(answer.account_postings, POSTING_MEMBERS);
  return words;
}

// The same text for the same members in any order; absent members stay absent.
function formatMembers(
  list: readonly Record<string, string>[],
  members: readonly string[],
): string {
  return JSON.stringify(list, [...members]);
}

function toEntryTexts(entry: JournalEntry): Record<string, string> {
  return toComparableTexts({
    id: entry.id,
    entry_type: entry.entryType,
    currency: entry.currency,
    description: entry.description,
    effective_date: entry.effectiveDate,
    workflow_execution_id: entry.workflowExecutionId,
    posted_by: entry.postedBy,
    correlation_id: entry.correlationId,
    posted_at: entry.postedAt,
    ledger_lines: entry.ledgerLines.map(({ accountCode, side, amount }) => ({
      account_code: accountCode,
      [side === 'DEBIT' ? 'debit_amount' : 'credit_amount']: formatMoney(amount),
    })),
    account_postings: entry.postings.map((posting) => ({
      entry_id: posting.entryId,
      account_id: posting.accountId,
      direction: posting.direction,
      amount: formatMoney(posting.amount),
      currency: readCurrency(posting.amount),
      ...(posting.reference !== undefined && { reference: posting.reference }),
      balance_after: formatMoney(posting.balanceAfter),
    })),
  });
}
