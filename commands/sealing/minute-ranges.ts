// The records of minutes as the leaves of a log determine them, in 24 bytes for each range of leaves.
import {
  fromMinuteNumber,
  readMinute,
  toMinuteNumber,
} from '../../functions/domain/sealing/sealed-minutes.ts';
import type { SealedMinute, SealedRange } from '../../functions/domain/sealing/sealed-minutes.ts';

/** What orders the leaves of a range. */
export interface TimedLeaf {
  readonly index: number;
  readonly at: string;
  readonly receiptId: string;
}

export class MinuteRanges {
  readonly #minutes: number[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  #last: TimedLeaf | undefined;

  /** Adds the next leaf. */
  add(leaf: TimedLeaf): void {
    const minute = toMinuteNumber(readMinute(leaf.at));
    const isContinued = this.#minutes.at(-1) === minute && this.#last && isBefore(this.#last, leaf);
    if (isContinued) {
      this.#ends[this.#ends.length - 1] = leaf.index + 1;
    } else {
      this.#minutes.push(minute);
      this.#starts.push(leaf.index);
      this.#ends.push(leaf.index + 1);
    }
    this.#last = leaf;
  }

  /** The records in the order of time, with the number of lost receipts of each minute that has any. */
  *list(lost: ReadonlyMap<string, number>): Generator<SealedMinute> {
    const order = Uint32Array.from(this.#minutes.keys()).sort(
      (one, other) => this.#minuteOf(one) - this.#minuteOf(other) || one - other,
    );
    let ranges: SealedRange[] = [];
    for (const [position, at] of order.entries()) {
      ranges.push([this.#starts[at] ?? 0, this.#ends[at] ?? 0]);
      const number = this.#minuteOf(at);
      const next = order[position + 1];
      if (next !== undefined && this.#minuteOf(next) === number) continue;
      const minute = fromMinuteNumber(number);
      const count = lost.get(minute);
      yield { minute, ranges, ...(count !== undefined && { lost: count }) };
      ranges = [];
    }
  }

  #minuteOf(at: number): number {
    return this.#minutes[at] ?? 0;
  }
}

// A search within a range relies on the order of its leaves.
function isBefore(one: TimedLeaf, other: TimedLeaf): boolean {
  return one.at < other.at || (one.at === other.at && one.receiptId < other.receiptId);
}
