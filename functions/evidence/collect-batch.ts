// Collects the next batch of a log: which receipts, and their entries in order.
import type { LogHead } from '../domain/sealing/log-head.ts';
import { readMinute } from '../domain/sealing/sealed-minutes.ts';
import { BATCH_MINUTES_MAX } from '../ledger/evidence/head.ts';
import { listFeed, readFedReceipts } from '../ledger/evidence/feed.ts';
import type { FeedEntry } from '../ledger/evidence/feed.ts';
import { formatKey } from '../ledger/store/keys.ts';
import type { EvidenceLog } from './evidence-log.ts';
import { buildReceiptEntries } from './receipt-entries.ts';
import type { SealedReceipt, UnreadableReceipt } from './receipt-entries.ts';
import { listFreshReceipts, listLateReceipts } from './unsealed-receipts.ts';

/** The receipts that are read at once; each may have several hundred kilobytes. */
const CHUNK = 100;

export interface BatchSearch {
  /** The settled time: receipts up to it are collected. */
  readonly upTo: string;
  /** Since when late receipts are searched; undefined for all, `none` for no search. */
  readonly late: { readonly since: string | undefined } | 'none';
  /** About how many receipts a batch has at most. */
  readonly batchSize: number;
  /** About how many bytes its entries have at most. */
  readonly batchBytes: number;
  /** The keys of receipts that this run has found unreadable: they take no room of the others. */
  readonly skipped: ReadonlySet<string>;
}

export interface CollectedBatch {
  /** The leaves, in their order. */
  readonly sealed: readonly SealedReceipt[];
  /** Receipts of which no leaf could be made. */
  readonly unreadable: readonly UnreadableReceipt[];
  /** The search of the next batch: from where this one has left late receipts, if it has. */
  readonly late: BatchSearch['late'];
}

/** Collects the next receipts of the tenant that are not in its log. */
export async function collectBatch(
  log: EvidenceLog,
  head: LogHead | undefined,
  { upTo, late, batchSize, batchBytes, skipped }: BatchSearch,
): Promise<CollectedBatch> {
  const found =
    head === undefined || late === 'none'
      ? []
      : await listLateReceipts(log, head, { since: late.since, limit: batchSize, skipped });
  const room = batchSize - found.length;
  const isLeft = ({ key }: FeedEntry) => !skipped.has(formatKey(key));
  const listed = room > 0 ? await listFreshReceipts(log, head, upTo, room + skipped.size) : [];
  const fresh = listed.filter(isLeft).slice(0, room);
  const whole = room > 0 ? await endBetweenTimes(log, fresh, room) : [];
  const limited = limitMinutes([...found, ...whole.filter(isLeft)]);
  const { read, ...batch } = await readBatch(log, limited, batchBytes);
  const isAll = read >= found.length && found.length < batchSize;
  // The minute of the last one may have more of them.
  const last = found[Math.min(read, found.length) - 1];
  return { ...batch, late: isAll ? 'none' : { since: last?.at } };
}

// Receipts with the time of the last one may be missing in a list that is full. They would come late, so the
// batch ends before that time, or has all of it.
async function endBetweenTimes(
  { store, tenant }: EvidenceLog,
  entries: readonly FeedEntry[],
  limit: number,
): Promise<readonly FeedEntry[]> {
  const end = entries.at(-1)?.at;
  if (end === undefined || entries.length < limit) return entries;
  const before = entries.filter(({ at }) => at !== end);
  return before.length > 0 ? before : listFeed(store, tenant, { from: end, to: end });
}

function limitMinutes(entries: readonly FeedEntry[]): FeedEntry[] {
  const minutes = new Set<string>();
  return entries.filter(({ at }) => {
    const minute = readMinute(at);
    if (minutes.size < BATCH_MINUTES_MAX) minutes.add(minute);
    return minutes.has(minute);
  });
}

// Ends between two times as well when the entries are large.
async function readBatch({ store }: EvidenceLog, entries: readonly FeedEntry[], bytesMax: number) {
  const sealed: SealedReceipt[] = [];
  const unreadable: UnreadableReceipt[] = [];
  let bytes = 0;
  let read = 0;
  while (read < entries.length) {
    const isOver = bytes >= bytesMax && entries[read]?.at !== entries[read - 1]?.at;
    if (isOver) break;
    const receipts = await readFedReceipts(store, entries.slice(read, read + CHUNK));
    const built = await buildReceiptEntries(store, receipts);
    sealed.push(...built.sealed);
    unreadable.push(...built.unreadable);
    bytes += built.sealed.reduce((sum, { entry }) => sum + entry.byteLength, 0);
    read = Math.min(read + CHUNK, entries.length);
  }
  return { sealed: sealed.toSorted(compareReceipts), unreadable, read };
}

function compareReceipts(one: SealedReceipt, other: SealedReceipt): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1;
  return one.receiptId < other.receiptId ? -1 : 1;
}
