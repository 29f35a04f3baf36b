// Every journal entry stands in the receipt of the request that posted it, word for word, and a
// receipt tells of no journal entry that there is not.
import { currencyOf, formatMoney } from '../../domain/values/money.ts';
import type { JournalEntry } from '../../domain/journal/journal.ts';
import { readRecord } from '../../ledger/store/table-scans.ts';
import { fromJournalItem } from '../../ledger/journal/items.ts';
import { keys } from '../../ledger/store/keys.ts';
import { eventsOf } from '../../ledger/commit/receipt-events.ts';
import type { StoredEvent } from '../../ledger/commit/receipt-events.ts';
import type { Audit, StoredRecord } from '../check.ts';
import { NOTHING } from '../difference.ts';
import { pairingCheck } from '../pairing.ts';
import type { Testimony } from '../pairing.ts';

const POSTED = 'journal_entry.posted';

export const receipts = pairingCheck({
  name: 'receipts',
  record: { kinds: ['JRN'], testimonies: ofJournalEntry },
  witness: { kinds: ['RCP'], testimonies: ofReceipt },
});

function ofJournalEntry({ item }: StoredRecord): Testimony[] {
  const entry = fromJournalItem(item);
  const { id } = entry;
  return [
    {
      name: id,
      since: id,
      kind: 'journal_entry',
      id,
      place: item,
      says: wordsOf(entry),
      alone: { field: 'receipt', stored: NOTHING, derived: `a receipt with one event ${POSTED}` },
    },
  ];
}

async function ofReceipt({ tenant, item }: StoredRecord, audit: Audit): Promise<Testimony[]> {
  const testimonies: Testimony[] = [];
  for (const event of eventsOf(item).filter(({ type }) => type === POSTED)) {
    const { aggregateId: id } = event;
    testimonies.push({
      name: id,
      since: id,
      kind: 'receipt',
      id: item.PK.split('#').slice(3).join('#'),
      place: item,
      says: answerOf(event) ?? (await storedOf(audit, tenant, id)),
      alone: {
        field: 'events',
        stored: id,
        derived: 'a journal entry that exists and has no other receipt',
      },
    });
  }
  return testimonies;
}

// A request may post without answering with the journal entry; then only its existence is borne out.
async function storedOf(audit: Audit, tenant: string, id: string) {
  const stored = await readRecord(audit.store, keys.journalEntry(tenant, id));
  return stored ? wordsOf(fromJournalItem(stored)) : {};
}

// As the API answers it. Named one by one: a member that the API gains later is not in old answers.
interface Answered {
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

function answerOf({ aggregateId, payload }: StoredEvent): Record<string, string> | undefined {
  const answer = payload as Partial<Answered> | undefined;
  if (answer?.id !== aggregateId || !answer.ledger_lines) return undefined;
  return wordsIn({ account_postings: [], ledger_lines: [], id: aggregateId, ...answer });
}

const LINE_MEMBERS = ['account_code', 'debit_amount', 'credit_amount'];

function wordsIn(answer: Answered): Record<string, string> {
  const words: Record<string, string> = {};
  for (const name of MEMBERS) words[name] = String(answer[name] ?? NOTHING);
  words['ledger_lines'] = textOf(answer.ledger_lines, LINE_MEMBERS);
  words['account_postings'] = textOf(answer.account_postings, POSTING_MEMBERS);
  return words;
}

// One text for the same members in whatever order they were written; what is absent stays absent.
function textOf(list: readonly Record<string, string>[], members: readonly string[]): string {
  return JSON.stringify(list, [...members]);
}

function wordsOf(entry: JournalEntry): Record<string, string> {
  return wordsIn({
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
      currency: currencyOf(posting.amount),
      ...(posting.reference !== undefined && { reference: posting.reference }),
      balance_after: formatMoney(posting.balanceAfter),
    })),
  });
}
