// Builds the entries of receipts for the log. An entry follows from the receipt and the journal entries that
// its mutation wrote, neither of which ever changes.
import { buildEntryStatement, computeEntryDigest } from '../domain/evidence/entry-digest.ts';
import { buildReceiptEntry } from '../domain/evidence/receipt-entry.ts';
import { readAnswerText } from '../ledger/commit/receipt-events.ts';
import { readReceiptEvents } from '../ledger/commit/receipt-feed.ts';
import type { ReceiptEvents } from '../ledger/commit/receipt-feed.ts';
import { fromChainedItem } from '../ledger/journal/items.ts';
import { hex, readCount, readText } from '../ledger/store/attributes.ts';
import { batchGet } from '../ledger/store/batch-get.ts';
import type { Item } from '../ledger/store/item.ts';
import { keys } from '../ledger/store/keys.ts';
import type { Key } from '../ledger/store/keys.ts';
import type { Store } from '../ledger/store/store.ts';

/** A leaf of the log before it has an index. */
export interface SealedReceipt {
  readonly receiptId: string;
  readonly at: string;
  readonly entry: Buffer;
}

/** A receipt that cannot be read, with the reason: it is damaged, and no leaf can be made of it. */
export interface UnreadableReceipt {
  readonly key: Key;
  readonly error: unknown;
}

export interface ReceiptEntries {
  readonly sealed: readonly SealedReceipt[];
  readonly unreadable: readonly UnreadableReceipt[];
}

/** Builds the entries of some receipts of one tenant: one request for each hundred of their journal entries. */
export async function buildReceiptEntries(
  store: Store,
  receipts: readonly Item[],
): Promise<ReceiptEntries> {
  const read = receipts.map(readReceipt);
  const ids = read.flatMap(({ events }) => (events ? listJournalEntries(events) : []));
  const items = await batchGet(
    store,
    store.ledgerTable,
    ids.map(({ key }) => key),
  );
  const journal = new Map(items.map((item) => [item.SK, item]));
  const sealed: SealedReceipt[] = [];
  const unreadable: UnreadableReceipt[] = [];
  for (const { receipt, events, error } of read) {
    try {
      if (!events) throw error;
      const digestOf = (id: string) => computeStoredDigest(id, journal.get(id));
      sealed.push(buildReceiptEntryWith(receipt, digestOf, events));
    } catch (reason) {
      unreadable.push({ key: { PK: receipt.PK, SK: receipt.SK }, error: reason });
    }
  }
  return { sealed, unreadable };
}

interface ReadReceipt {
  readonly receipt: Item;
  readonly events?: ReceiptEvents;
  readonly error?: unknown;
}

function readReceipt(receipt: Item): ReadReceipt {
  try {
    return { receipt, events: readReceiptEvents(receipt) };
  } catch (error) {
    return { receipt, error };
  }
}

function listJournalEntries({ tenant, events }: ReceiptEvents) {
  return events
    .filter(({ type }) => type === 'journal_entry.posted')
    .map(({ aggregateId: id }) => ({ id, key: keys.journalEntry(tenant, id) }));
}

/** Builds the entry of a receipt; `digestOf` returns the digest of a journal entry. Throws if it is damaged. */
export function buildReceiptEntryWith(
  receipt: Item,
  digestOf: (journalEntryId: string) => string,
  read: ReceiptEvents = readReceiptEvents(receipt),
): SealedReceipt {
  const { receiptId, occurredAt: at } = read;
  const adoptedAt =
    receipt['adopted_at'] === undefined ? undefined : readText(receipt, 'adopted_at');
  for (const time of [at, adoptedAt ?? at]) requireTime(time);
  const entry = buildReceiptEntry({
    receiptId,
    at,
    operation: read.operation,
    actor: read.actor,
    correlationId: read.correlationId,
    fingerprint: readText(receipt, 'fingerprint'),
    status: readCount(receipt, 'status'),
    answer: readAnswerText(receipt),
    events: read.events,
    journalEntries: listJournalEntries(read).map(({ id }) => {
      return { id, digest: digestOf(id) };
    }),
    digest: hex(receipt, 'digest'),
    salt: Buffer.from(hex(receipt, 'salt'), 'hex'),
    adoptedAt,
  });
  return { receiptId, at, entry };
}

// A leaf stays for good, and no audit could read one whose time does not exist.
function requireTime(text: string): void {
  const time = Date.parse(text);
  if (Number.isNaN(time) || new Date(time).toISOString() !== text) {
    throw new RangeError(`${text} is not the time of a receipt.`);
  }
}

/** The digest of a stored journal entry; throws if there is none or it is damaged. */
export function computeStoredDigest(id: string, item: Item | undefined): string {
  if (!item) throw new Error(`There is no journal entry ${id}.`);
  const { entry, hashes } = fromChainedItem(item);
  return computeEntryDigest(buildEntryStatement(entry, hashes));
}
