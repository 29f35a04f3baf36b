// Finds the receipts that are not in the log yet.
//
// Those later than the newest leaf are not, by definition. Of the time before, the feed is counted: where it
// has another number of receipts than the log has leaves of them, the two are compared one by one. Leaves whose receipts
// a restore has lost do not count: as many late receipts would not be found. That finds what committed
// later than its time says, whatever the reason: a slow transaction, an index that lagged, a clock that
// stepped (ADR 103).
import { parseReceiptEntry } from '../domain/evidence/receipt-entry.ts';
import type { LogHead } from '../domain/sealing/log-head.ts';
import {
  countSealedReceipts,
  fromMinuteNumber,
  readMinute,
  toMinuteNumber,
} from '../domain/sealing/sealed-minutes.ts';
import type { SealedMinute } from '../domain/sealing/sealed-minutes.ts';
import { computeReceiptId } from '../ledger/commit/receipt-feed.ts';
import { countFeed, listFeed } from '../ledger/evidence/feed.ts';
import type { FeedEntry } from '../ledger/evidence/feed.ts';
import { listSealedMinutes, readFirstMinute } from '../ledger/evidence/minutes.ts';
import { formatKey } from '../ledger/store/keys.ts';
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

export interface LateReceiptSearch {
  /** From this time on; undefined for all. */
  readonly since: string | undefined;
  /** About how many are listed at most. */
  readonly limit: number;
  /** The keys of receipts that are left out. */
  readonly skipped?: ReadonlySet<string>;
}

/** Receipts that the log lacks although it has newer ones. Throws a ChangedLogError. */
export async function listLateReceipts(
  log: EvidenceLog,
  head: LogHead,
  { since, limit, skipped = new Set() }: LateReceiptSearch,
): Promise<FeedEntry[]> {
  const to = toMinuteNumber(readMinute(head.newest));
  const from = toMinuteNumber(readMinute(since ?? (await findOldest(log, head))));
  const found: FeedEntry[] = [];
  for (const [first, last] of splitTime(from, to)) {
    if (found.length >= limit) break;
    const minutes = await readSearchedMinutes(log, head, [first, last]);
    const search = new LateSearch(log, head, minutes, { limit: limit - found.length, skipped });
    await search.inspect(first, last);
    found.push(...search.found);
  }
  return found;
}

const HOUR_MINUTES = 60;
const MONTH_MINUTES = 30 * 24 * HOUR_MINUTES;

// Where many receipts came late, each batch must not count all the time after its own again, and a log of years
// has more minutes than fit into memory.
function* splitTime(from: number, to: number): Generator<[first: number, last: number]> {
  let width = HOUR_MINUTES;
  for (let first = from; first <= to;) {
    yield [first, Math.min(first + width - 1, to)];
    first += width;
    width = Math.min(2 * width, MONTH_MINUTES);
  }
}

async function readSearchedMinutes(
  { store, tenant }: EvidenceLog,
  head: LogHead,
  [first, last]: readonly [first: number, last: number],
): Promise<SealedMinute[]> {
  const range = { from: fromMinuteNumber(first), to: fromMinuteNumber(last) };
  const minutes = await listSealedMinutes(store, tenant, range);
  const isChanged = minutes.some(({ ranges }) => ranges.some(([, end]) => end > head.size));
  if (isChanged) throw new ChangedLogError(tenant);
  return minutes;
}

// A log starts with the oldest receipt that was found then; a late one may be older.
async function findOldest({ store, tenant }: EvidenceLog, head: LogHead): Promise<string> {
  const all = { from: BEGINNING, to: head.newest };
  const [oldest] = await listFeed(store, tenant, all, 1);
  const first = await readFirstMinute(store, tenant);
  const times = [oldest?.at, first?.minute].filter((time) => time !== undefined);
  return times.toSorted()[0] ?? head.newest;
}

class LateSearch {
  readonly found: FeedEntry[] = [];
  readonly #log: EvidenceLog;
  readonly #head: LogHead;
  readonly #minutes: readonly SealedMinute[];
  readonly #limit: number;
  readonly #skipped: ReadonlySet<string>;

  constructor(
    log: EvidenceLog,
    head: LogHead,
    minutes: readonly SealedMinute[],
    { limit, skipped }: Required<Omit<LateReceiptSearch, 'since'>>,
  ) {
    this.#log = log;
    this.#head = head;
    this.#minutes = minutes;
    this.#limit = limit;
    this.#skipped = skipped;
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
    return within.reduce((sum, minute) => sum + countSealedReceipts(minute), 0);
  }

  async #compareMinute(number: number): Promise<FeedEntry[]> {
    const { store, tenant } = this.#log;
    const range = this.#buildRange(number, number);
    const entries = await listFeed(store, tenant, range);
    const sealed = await this.#readSealedIds(fromMinuteNumber(number));
    return entries.filter(
      ({ key }) => !this.#skipped.has(formatKey(key)) && !sealed.has(computeReceiptId(key)),
    );
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
