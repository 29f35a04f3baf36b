// Finds the leaf of a receipt, by its own id or by that of a journal entry. Refuses for what does not exist, and
// for what is not sealed yet.
import { JOURNAL_ENTRY_RECORD, parseReceiptEntry } from '../../domain/evidence/receipt-entry.ts';
import type { ReceiptEntry } from '../../domain/evidence/receipt-entry.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { addMs } from '../../domain/values/times.ts';
import { readAuditEvents } from '../../ledger/audit-events/reads.ts';
import { computeReceiptId } from '../../ledger/commit/receipt-feed.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { listFeed } from '../../ledger/evidence/feed.ts';
import { readJournalEntry } from '../../ledger/journal/reads.ts';
import { readEntries } from '../read-tiles.ts';
import { findLeaf } from './find-leaf.ts';
import type { FoundLeaf, LeafSearch } from './find-leaf.ts';
import type { ReadableLog } from './published-log.ts';

/**
 * The time of a receipt is that of its commit, moments after that of its entry. An entry is never earlier than
 * one before it on an account, so where clocks differ its time can also be later than that of its receipt.
 */
const AFTER_MS = 60_000;
const BEFORE_MS = 120_000;

/** More audit events than an entry has until its posting. */
const TRAIL_MAX = 100;

/**
 * Finds the leaf of the receipt that has posted an entry. Refuses with journal_entry_not_found,
 * evidence_not_sealed or, for an entry from before there was a log, evidence_not_found.
 */
export async function findEntryLeaf(
  session: Session,
  log: ReadableLog,
  id: string,
): Promise<FoundLeaf> {
  const { postedAt } = (await readJournalEntry(session, id)).entry;
  const entry = { id, postedAt };
  const leaf = (await searchEntryLeaf(log, entry)) ?? (await followTrail(session, log, entry));
  if (leaf) return leaf;
  if ((await readFirstTime(log)) <= addMs(postedAt, AFTER_MS)) return refuseUnsealed(id);
  throw new Refusal('evidence_not_found', `${id} was posted before there was an evidence log.`);
}

interface SoughtEntry {
  readonly id: string;
  readonly postedAt: string;
}

/** Finds the leaf of the receipt that has posted an entry; undefined if there is none of about that time. */
export async function searchEntryLeaf(
  log: ReadableLog,
  { id, postedAt }: SoughtEntry,
): Promise<FoundLeaf | undefined> {
  const isSought = buildRecordSearch(id);
  return (
    (await findLeaf(log, { from: postedAt, to: addMs(postedAt, AFTER_MS), isSought })) ??
    (await findLeaf(log, { from: addMs(postedAt, -BEFORE_MS), to: postedAt, isSought }))
  );
}

function buildRecordSearch(id: string): LeafSearch['isSought'] {
  return ({ records }) =>
    records.some((record) => record.type === JOURNAL_ENTRY_RECORD && record.id === id);
}

// After a clock was set back, an entry on an account with later ones has a time far from that of its receipt, which the
// audit trail states. Two requests, and those of a search for each time that it states.
async function followTrail(
  session: Session,
  log: ReadableLog,
  { id, postedAt }: SoughtEntry,
): Promise<FoundLeaf | undefined> {
  const trail = { subject: id, to: addMs(postedAt, AFTER_MS) };
  const { events } = await readAuditEvents(session, trail, TRAIL_MAX);
  const isSought = buildRecordSearch(id);
  for (const { at, eventTypes } of events) {
    if (!eventTypes.includes('journal_entry.posted')) continue;
    const leaf = await findLeaf(log, { from: at, to: at, isSought });
    if (leaf) return leaf;
  }
  return undefined;
}

// A log starts with the oldest receipt that was found when it was first sealed.
async function readFirstTime(log: ReadableLog): Promise<string> {
  for await (const { entry } of readEntries(log, { start: 0, end: 1, size: log.size })) {
    return parseReceiptEntry(entry).at;
  }
  throw new RangeError('The log has no leaf.');
}

/** Finds the leaf of a receipt by id and time. Refuses with receipt_not_found or evidence_not_sealed. */
export async function findReceiptLeaf(
  log: ReadableLog,
  id: string,
  at: string,
): Promise<FoundLeaf> {
  const isSought = ({ receipt_id: receiptId }: ReceiptEntry) => receiptId === id;
  const leaf = await findLeaf(log, { from: at, to: at, isSought });
  if (leaf) return leaf;
  const receipts = await listFeed(log.store, log.tenant, { from: at, to: at });
  if (receipts.some(({ key }) => computeReceiptId(key) === id)) return refuseUnsealed(id);
  const detail = `There is no receipt ${id.slice(0, 64)} of ${at}, the time that its audit event would state.`;
  throw new Refusal('receipt_not_found', detail);
}

function refuseUnsealed(id: string): never {
  throw new Refusal('evidence_not_sealed', `No checkpoint of the evidence log covers ${id} yet.`);
}
