// Compares the records of minutes of a log with what its leaves determine.
import { readLogHead } from '../../functions/ledger/evidence/head.ts';
import { listMinutePages } from '../../functions/ledger/evidence/minutes.ts';
import type { RepairedMinute } from '../../functions/ledger/evidence/state-repair.ts';
import type { SealedMinute, SealedRange } from '../../functions/domain/sealing/sealed-minutes.ts';
import type { EvidenceLog } from '../../functions/evidence/evidence-log.ts';

/**
 * Lists what to write, and without ranges what to delete, for a log of this size. Both sides are in the order of time.
 * Leaves that sealing has added since the log was read do not count.
 */
export async function compareMinutes(
  log: Omit<EvidenceLog, 'bucket'>,
  size: number,
  derived: Iterator<SealedMinute>,
): Promise<RepairedMinute[]> {
  const changed: RepairedMinute[] = [];
  let next = derived.next();
  for await (const page of listMinutePages(log.store, log.tenant)) {
    for (const stored of await withoutNewLeaves(log, size, page)) {
      for (; !next.done && next.value.minute < stored.minute; next = derived.next()) {
        changed.push(next.value);
      }
      if (next.done || next.value.minute > stored.minute) {
        changed.push({ minute: stored.minute });
        continue;
      }
      if (!isAlike(stored, next.value)) changed.push(next.value);
      next = derived.next();
    }
  }
  for (; !next.done; next = derived.next()) changed.push(next.value);
  return changed;
}

// The state of the log covers them. What it does not cover was there before, and is of no leaf.
async function withoutNewLeaves(
  { store, tenant }: Omit<EvidenceLog, 'bucket'>,
  size: number,
  minutes: readonly SealedMinute[],
): Promise<SealedMinute[]> {
  const end = Math.max(...minutes.flatMap(({ ranges }) => ranges.map(([, last]) => last)));
  const { size: present = 0 } = (end > size && (await readLogHead(store, tenant))) || {};
  if (present <= size) return [...minutes];
  return minutes.flatMap(({ ranges, ...minute }) => {
    const known = ranges.flatMap(([start, last]): SealedRange[] => {
      if (last > present) return [[start, last]];
      return start < size ? [[start, Math.min(last, size)]] : [];
    });
    return known.length > 0 ? [{ ...minute, ranges: known }] : [];
  });
}

// Ranges that meet may stay apart, but one that is out of order must end where the order does.
function isAlike(stored: SealedMinute, derived: SealedMinute): boolean {
  const starts = new Set(stored.ranges.map(([start]) => start));
  return (
    stored.lost === derived.lost &&
    derived.ranges.every(([start]) => starts.has(start)) &&
    JSON.stringify(joinRanges(stored)) === JSON.stringify(joinRanges(derived))
  );
}

function joinRanges({ ranges }: SealedMinute): SealedRange[] {
  const joined: SealedRange[] = [];
  for (const [start, end] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = joined.at(-1);
    if (last?.[1] === start) joined[joined.length - 1] = [last[0], end];
    else joined.push([start, end]);
  }
  return joined;
}
