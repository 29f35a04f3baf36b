// Journal entries as the ledger posts them, and their receipts as the evidence log records them.
import { buildReceiptEntry } from '../../../functions/domain/evidence/receipt-entry.ts';
import {
  buildEntryStatement,
  computeEntryDigest,
} from '../../../functions/domain/evidence/entry-digest.ts';
import type { ExportedEntry } from '../../../functions/domain/exports/export-format.ts';
import type { JournalEntry } from '../../../functions/domain/journal/journal.ts';
import { money } from '../../../functions/domain/values/money.ts';
import {
  GENESIS_HASH,
  computeChainHash,
  toChainedFields,
} from '../../../functions/ledger/journal/hash-chain.ts';
import { buildIdGenerator } from '../../../functions/ledger/store/ids.ts';
import { hash } from 'node:crypto';

export interface JournalPlan {
  readonly tenant: string;
  readonly count: number;
  /** The time of the first posting. */
  readonly from: string;
  /** The time between two postings. */
  readonly stepSeconds: number;
}

const idsAt = buildIdGenerator(16);
const OPERATOR = 'op_0197a2b4-0000-4000-8000-000000000001';

/** Posts credits on one account, each with two ledger lines. */
export function buildJournal({ tenant, count, from, stepSeconds }: JournalPlan): ExportedEntry[] {
  const start = Date.parse(from);
  const accountId = idsAt(new Date(start))('acc');
  const entries = Array.from({ length: count }, (_, position) => {
    const at = new Date(start + position * stepSeconds * 1_000);
    return buildEntry({ at, accountId, number: position + 1 });
  });
  return chainEntries(tenant, entries);
}

/** Computes the hash chain of the one account of these entries. */
export function chainEntries(tenant: string, entries: readonly JournalEntry[]): ExportedEntry[] {
  let before = GENESIS_HASH;
  return entries.map((entry) => {
    const [posting] = entry.postings;
    if (!posting) throw new Error('The entry has no posting.');
    before = computeChainHash(before, toChainedFields(tenant, entry, posting, 1));
    return { entry, hashes: [before] };
  });
}

interface EntryPlan {
  readonly at: Date;
  readonly accountId: string;
  readonly number: number;
}

function buildEntry({ at, accountId, number }: EntryPlan): JournalEntry {
  const nextId = idsAt(at);
  const amount = money(BigInt(number), 'EUR');
  const id = nextId('jrn');
  return {
    id,
    entryType: 'POSTING',
    ledgerLines: [
      { accountCode: '1000', side: 'DEBIT', amount },
      { accountCode: '2000', side: 'CREDIT', amount },
    ],
    postings: [
      {
        accountId,
        direction: 'CREDIT',
        amount,
        reference: `=REF ${number}`,
        entryId: nextId('ent'),
        sequence: number,
        balanceAfter: money((BigInt(number) * BigInt(number + 1)) / 2n, 'EUR'),
      },
    ],
    currency: 'EUR',
    description: `Rent "${number}", flat\tfirst\r\nthird`,
    effectiveDate: at.toISOString().slice(0, 10),
    postedBy: OPERATOR,
    correlationId: `flow-${number}`,
    postedAt: at.toISOString(),
  };
}

/** The entry of the receipt that posted a journal entry. */
export function recordEntry({ entry, hashes }: ExportedEntry): Buffer {
  return buildReceiptEntry({
    receiptId: toReceiptId(entry.id),
    at: entry.postedAt,
    operation: 'postJournalEntry',
    actor: entry.postedBy,
    correlationId: entry.correlationId,
    fingerprint: hash('sha256', `request ${entry.id}`, 'hex'),
    status: 201,
    answer: `{"id":"${entry.id}"}`,
    events: [{ type: 'journal_entry.posted', aggregateId: entry.id, payload: { id: entry.id } }],
    journalEntries: [
      { id: entry.id, digest: computeEntryDigest(buildEntryStatement(entry, hashes)) },
    ],
    digest: hash('sha256', `receipt ${entry.id}`, 'hex').slice(0, 32),
    salt: Buffer.from(hash('sha256', `salt ${entry.id}`, 'hex').slice(0, 32), 'hex'),
  });
}

export function toReceiptId(journalEntryId: string): string {
  return `rcp_${hash('sha256', journalEntryId, 'hex').slice(0, 32)}`;
}
