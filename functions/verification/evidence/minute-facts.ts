// The records of minutes lead to every leaf of a log, and to no other.
import { countPublished } from '../../domain/sealing/log-head.ts';
import type { LogHead } from '../../domain/sealing/log-head.ts';
import type { SealedMinute } from '../../domain/sealing/sealed-minutes.ts';
import { sealedMinuteFields } from '../../ledger/evidence/items.ts';
import { evidenceKeys } from '../../ledger/evidence/keys.ts';
import { listMinuteItemPages } from '../../ledger/evidence/minutes.ts';
import { RECORD_KINDS } from '../../ledger/record-kinds.ts';
import type { Item } from '../../ledger/store/item.ts';
import type { Store } from '../../ledger/store/store.ts';
import { NO_RECORD } from '../difference.ts';
import type { Fact } from '../fact-pairing.ts';
import { readIfSound } from '../records/unreadable.ts';
import { readSoundHead } from './log-leaves.ts';

/** Leaves of one minute that follow each other. */
export interface MinuteRun {
  readonly minute: string;
  readonly start: number;
  readonly end: number;
}

/**
 * What the records of minutes state of the published leaves of a log. They are read after its state, so that they have
 * all of these leaves, and perhaps later ones, which the next run compares.
 */
export async function* listStoredRuns(
  store: Store,
  tenant: string,
  head: LogHead,
): AsyncGenerator<Fact> {
  const published = countPublished(head);
  let { size } = head;
  for await (const page of listMinuteItemPages(store, tenant)) {
    const runs = page.flatMap((item) => listRunsOf(item));
    if (runs.some(({ end }) => end > size)) size = (await readSoundHead(store, tenant))?.size ?? 0;
    for (const run of runs) {
      const isOfNoLeaf = run.end > size;
      const end = isOfNoLeaf ? run.end : Math.min(run.end, published);
      if (isOfNoLeaf || run.start < published) yield buildStoredFact(tenant, { ...run, end });
    }
  }
}

/** What a record states of a minute of a tenant that has no log. */
export function listUnloggedRuns(tenant: string, item: Item): Fact[] {
  return listRunsOf(item).map((run) => buildStoredFact(tenant, run));
}

/** What leaves state that follow each other and are of one minute. */
export function buildLeafRunFact(tenant: string, run: MinuteRun): Fact {
  const derived = `a range with the leaves ${run.start} to ${run.end}`;
  return buildFact(tenant, run, { field: 'ranges', stored: NO_RECORD, derived });
}

function buildStoredFact(tenant: string, run: MinuteRun): Fact {
  const alone = { field: 'ranges', stored: 'leaves', derived: 'leaves of that minute' };
  return buildFact(tenant, run, alone);
}

function buildFact(tenant: string, { minute, start, end }: MinuteRun, alone: Fact['alone']): Fact {
  return {
    name: `minute ${minute} ${start}`,
    since: `${minute}:00.000Z`,
    kind: RECORD_KINDS.LGM.noun,
    id: minute,
    place: evidenceKeys.minute(tenant, minute),
    claims: { ranges: `${start} to ${end}` },
    alone,
  };
}

// The check of the form reports a record that cannot be read.
function listRunsOf(item: Item): MinuteRun[] {
  const stored = readIfSound(() => sealedMinuteFields.fromItem(item));
  return stored ? joinRanges(stored) : [];
}

function joinRanges({ minute, ranges }: SealedMinute): MinuteRun[] {
  const runs: MinuteRun[] = [];
  for (const [start, end] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = runs.at(-1);
    if (last?.end === start) runs[runs.length - 1] = { ...last, end };
    else runs.push({ minute, start, end });
  }
  return runs;
}
