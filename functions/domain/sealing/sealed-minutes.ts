// Which leaves of a log have receipts of which minute. The leaves of a log are roughly in the order of time,
// and these records say exactly where those of a minute are.

/** Leaves from an index to before another, in the order of the times and identifiers of their receipts. */
export type SealedRange = readonly [start: number, end: number];

export interface SealedMinute {
  /** `2026-11-23T06:39`. */
  readonly minute: string;
  /** Late receipts make a range of their own. */
  readonly ranges: readonly SealedRange[];
  /** How many of these leaves are of receipts that a restore of the tables has lost; absent without any. */
  readonly lost?: number;
}

const MINUTE_CHARACTERS = 'YYYY-MM-DDTHH:MM'.length;
const MINUTE_MS = 60_000;

/** The minute of a time, as `SealedMinute` writes it. */
export function readMinute(time: string): string {
  return time.slice(0, MINUTE_CHARACTERS);
}

/** The number of a minute since 1970. */
export function toMinuteNumber(minute: string): number {
  return Date.parse(`${minute}:00.000Z`) / MINUTE_MS;
}

/** The minute of that number. */
export function fromMinuteNumber(number: number): string {
  return readMinute(new Date(number * MINUTE_MS).toISOString());
}

/** The number of leaves of a minute. */
export function countLeaves({ ranges }: Pick<SealedMinute, 'ranges'>): number {
  return ranges.reduce((sum, [start, end]) => sum + end - start, 0);
}

/** The number of receipts that a minute with these leaves still has in the tables. */
export function countSealedReceipts(minute: Pick<SealedMinute, 'ranges' | 'lost'>): number {
  return countLeaves(minute) - (minute.lost ?? 0);
}

/** A leaf that is appended. */
export interface NewLeaf {
  readonly index: number;
  /** The time of its receipt. */
  readonly at: string;
}

/**
 * Adds the leaves of a batch, in their order, to the minutes that exist. `newest` is the newest time in the
 * log before: a leaf with a later time continues the range before it.
 */
export function addLeaves(
  existing: readonly SealedMinute[],
  leaves: readonly NewLeaf[],
  newest: string,
): SealedMinute[] {
  const [first] = leaves;
  const ranges = new Map(existing.map((one) => [one.minute, [...one.ranges]]));
  const lost = new Map(existing.map((one) => [one.minute, one.lost]));
  const changed = new Set<string>();
  for (const { index, at } of leaves) {
    const minute = readMinute(at);
    const own = ranges.get(minute) ?? [];
    const last = own.at(-1);
    const isContinued = last?.[1] === index && (at > newest || index !== first?.index);
    if (last && isContinued) own[own.length - 1] = [last[0], index + 1];
    else own.push([index, index + 1]);
    ranges.set(minute, own);
    changed.add(minute);
  }
  return [...changed].map((minute) => {
    const before = lost.get(minute);
    return {
      minute,
      ranges: ranges.get(minute) ?? [],
      ...(before !== undefined && { lost: before }),
    };
  });
}
