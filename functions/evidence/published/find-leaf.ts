// Finds the leaf of a receipt by time: an index of the identifiers would cost a write for each receipt. The
// state of the log says which leaves are of which minute, and each of their ranges is in the order of time.
import { parseReceiptEntry } from '../../domain/evidence/receipt-entry.ts';
import type { ReceiptEntry } from '../../domain/evidence/receipt-entry.ts';
import { TILE_WIDTH } from '../../domain/evidence/tiles.ts';
import {
  fromMinuteNumber,
  readMinute,
  toMinuteNumber,
} from '../../domain/sealing/sealed-minutes.ts';
import type { SealedMinute } from '../../domain/sealing/sealed-minutes.ts';
import { readSealedMinutes } from '../../ledger/evidence/minutes.ts';
import { readEntryBundle, requireEntry } from '../read-tiles.ts';
import type { EntryBundle } from '../read-tiles.ts';
import type { ReadableLog } from './published-log.ts';

/** A leaf of a published log. */
export interface FoundLeaf {
  readonly index: number;
  readonly entry: Buffer;
}

export interface LeafSearch {
  /** The first time that the receipt may have, and the last one. */
  readonly from: string;
  readonly to: string;
  readonly isSought: (entry: ReceiptEntry) => boolean;
}

/**
 * Finds the first leaf that is sought; undefined if the published log has none. One request for the minutes, and
 * one for each bundle of entries that the search reads: by bisection within each range, then through the period.
 */
export async function findLeaf(
  log: ReadableLog,
  search: LeafSearch,
): Promise<FoundLeaf | undefined> {
  const { store, tenant, size } = log;
  const minutes = await readSealedMinutes(store, tenant, listMinutes(search));
  const ranges = minutes.flatMap((minute) => minute.ranges);
  const entries = new EntryReader(log);
  for (const [start, end] of ranges.toSorted(([one], [other]) => one - other)) {
    // A minute also counts the leaves of a batch that is not published.
    const found = await searchRange(entries, [start, Math.min(end, size)], search);
    if (found) return found;
  }
  return undefined;
}

function listMinutes({ from, to }: LeafSearch): string[] {
  const first = toMinuteNumber(readMinute(from));
  const count = toMinuteNumber(readMinute(to)) - first + 1;
  return Array.from({ length: count }, (_, at) => fromMinuteNumber(first + at));
}

async function searchRange(
  entries: EntryReader,
  [start, end]: SealedMinute['ranges'][number],
  { from, to, isSought }: LeafSearch,
): Promise<FoundLeaf | undefined> {
  let [low, high] = [start, end];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await entries.read(middle)).parsed.at < from) low = middle + 1;
    else high = middle;
  }
  for (let index = low; index < end; index += 1) {
    const { entry, parsed } = await entries.read(index);
    if (parsed.at > to) return undefined;
    if (isSought(parsed)) return { index, entry };
  }
  return undefined;
}

interface ReadEntry {
  readonly entry: Buffer;
  readonly parsed: ReceiptEntry;
}

/** Reads each bundle once. */
class EntryReader {
  readonly #log: ReadableLog;
  readonly #bundles = new Map<number, EntryBundle>();

  constructor(log: ReadableLog) {
    this.#log = log;
  }

  async read(index: number): Promise<ReadEntry> {
    const number = Math.floor(index / TILE_WIDTH);
    const bundle =
      this.#bundles.get(number) ?? (await readEntryBundle(this.#log, index, this.#log.size));
    this.#bundles.set(number, bundle);
    const entry = requireEntry(bundle, index);
    return { entry, parsed: parseReceiptEntry(entry) };
  }
}
