// Finds the receipts that are not in the log yet.
//
// Those later than the newest leaf are not, by definition. Of the time before, the feed is counted: where it
// has more receipts than the log has leaves, the two are compared one by one. That finds what committed
// later than its time says, whatever the reason: a slow transaction, an index that lagged, a clock that
// stepped (ADR 103).
import { parseReceiptEntry } from '../domain/evidence/receipt-entry.ts';
import type { LogHead } from '../domain/sealing/log-head.ts';
import {
  countLeaves,
  fromMinuteNumber,
  readMinute,
  toMinuteNumber,
} from '../domain/sealing/sealed-minutes.ts';
import type { SealedMinute } from '../domain/sealing/sealed-minutes.ts';
import { computeReceiptId } from '../ledger/commit/receipt-feed.ts';
import { countFeed, listFeed } from '../ledger/evidence/feed.ts';
import type { FeedEntry } from '../ledger/evidence/feed.ts';
import { listSealedMinutes } from '../ledger/evidence/minutes.ts';
import { buildKeyAfter } from '../ledger/store/merged-lists.ts';
import { ChangedLogError } from './changed-log-error.ts';
import type { EvidenceLog } from './evidence-log.ts';
import { readEntries } from './read-tiles.ts';

/** How far back each run searches late receipts; a thorough one finds those that come even later. */
export const LATE_MS = 15 * 60_000;

/** Smaller than every time. */
const BEGINNING = '0';

/** Receipts later than all leaves, the oldest first, about `limit` of them. */
export async function listFreshReceipts(
  { store, tenant }: EvidenceLog,
  head: LogHead | undefined,
  upTo: string,
  limit: number,
): Promise<FeedEntry[]> {
  const newest = head?.newest ?? BEGINNING;
  if (newest >= upTo) return [];
  return listFeed(store, tenant, { from: buildKeyAfter(newest), to: upTo }, limit);
}

/**
 * Receipts that the log lacks although it has newer ones, about `limit` of them: from a time on, or all if it
 * is undefined. Throws a ChangedLogError.
 */
export async function listLateReceipts(
  log: EvidenceLog,
  head: LogHead,
  since: string | undefined,
  limit: number,
): Promise<FeedEntry[]> {
  const { store, tenant } = log;
  const to = readMinute(head.newest);
  const start = readMinute(since ?? BEGINNING);
  if (start > to) return [];
  const minutes = await listSealedMinutes(store, tenant, { from: start, to });
  const isChanged = minutes.some(({ ranges }) => ranges.some(([, end]) => end > head.size));
  if (isChanged) throw new ChangedLogError(tenant);
  const from = since === undefined ? await findOldest(log, head, minutes) : start;
  const search = new LateSearch(log, head, minutes, limit);
  await search.inspect(toMinuteNumber(from), toMinuteNumber(to));
  return search.found;
}

// A log starts with the oldest receipt that was found then; a late one may be older.
async function findOldest(
  { store, tenant }: EvidenceLog,
  { newest }: LogHead,
  minutes: readonly SealedMinute[],
): Promise<string> {
  const [oldest] = await listFeed(store, tenant, { from: BEGINNING, to: newest }, 1);
  const found = readMinute(oldest?.at ?? newest);
  const first = minutes[0]?.minute ?? found;
  return first < found ? first : found;
}

class LateSearch {
  readonly found: FeedEntry[] = [];
  readonly #log: EvidenceLog;
  readonly #head: LogHead;
  readonly #minutes: readonly SealedMinute[];
  readonly #limit: number;

  constructor(log: EvidenceLog, head: LogHead, minutes: readonly SealedMinute[], limit: number) {
    this.#log = log;
    this.#head = head;
    this.#minutes = minutes;
    this.#limit = limit;
  }

  /** Halves the time until it is a minute whose receipts and leaves differ in number. */
  async inspect(from: number, to: number): Promise<void> {
    if (this.found.length >= this.#limit) return;
    const { store, tenant } = this.#log;
    const stored = await countFeed(store, tenant, this.#buildRange(from, to));
    if (stored === this.#countSealed(from, to)) return;
    if (from === to) {
      this.found.push(...(await this.#compareMinute(from)));
      return;
    }
    const middle = Math.floor((from + to) / 2);
    await this.inspect(from, middle);
    await this.inspect(middle + 1, to);
  }

  #buildRange(from: number, to: number) {
    const end = `${fromMinuteNumber(to)}:59.999Z`;
    const { newest } = this.#head;
    return { from: fromMinuteNumber(from), to: end < newest ? end : newest };
  }

  #countSealed(from: number, to: number): number {
    const [first, last] = [fromMinuteNumber(from), fromMinuteNumber(to)];
    const within = this.#minutes.filter(({ minute }) => minute >= first && minute <= last);
    return within.reduce((sum, minute) => sum + countLeaves(minute), 0);
  }

  async #compareMinute(number: number): Promise<FeedEntry[]> {
    const { store, tenant } = this.#log;
    const range = this.#buildRange(number, number);
    const entries = await listFeed(store, tenant, range);
    const sealed = await this.#readSealedIds(fromMinuteNumber(number));
    return entries.filter(({ key }) => !sealed.has(computeReceiptId(key)));
  }

  async #readSealedIds(minute: string): Promise<Set<string>> {
    const { size } = this.#head;
    const ranges = this.#minutes.find((one) => one.minute === minute)?.ranges ?? [];
    const ids = new Set<string>();
    for (const [start, end] of ranges) {
      for await (const { entry } of readEntries(this.#log, { start, end, size })) {
        ids.add(parseReceiptEntry(entry).receipt_id);
      }
    }
    return ids;
  }
}
