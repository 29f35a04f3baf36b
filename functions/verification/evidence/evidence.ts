// The evidence log has a leaf for each receipt and no other, and both say the same; and the records of
// minutes lead to every leaf.
import { parseReceiptEntry } from '../../domain/evidence/receipt-entry.ts';
import type { ReceiptEntry } from '../../domain/evidence/receipt-entry.ts';
import { countPublished } from '../../domain/sealing/log-head.ts';
import { readMinute } from '../../domain/sealing/sealed-minutes.ts';
import { buildReceiptEntryWith } from '../../evidence/receipt-entries.ts';
import { logHeadFields, sealedMinuteFields } from '../../ledger/evidence/items.ts';
import { evidenceKeys } from '../../ledger/evidence/keys.ts';
import { RECORD_KINDS } from '../../ledger/record-kinds.ts';
import type { StoredRecord, VerificationRun } from '../check.ts';
import { NO_RECORD } from '../difference.ts';
import { buildPairingCheck } from '../fact-pairing.ts';
import type { Fact } from '../fact-pairing.ts';
import { readIdempotencyKey } from '../records/record-names.ts';
import { readLeaves, toReceiptClaims } from './log-leaves.ts';

export const evidence = buildPairingCheck({
  name: 'evidence',
  record: {
    kinds: ['RCP', 'LGM'],
    listFacts: (record, audit) => {
      if (!audit.evidence) return [];
      return record.kind === 'RCP'
        ? listReceiptFacts(record, audit)
        : listMinuteFacts(record, audit);
    },
  },
  witness: { kinds: ['LOG'], listFacts: listLeafFacts },
});

// Receipts of earlier versions have no salt, and are in no log until they are adopted (adoption.ts).
function listReceiptFacts({ item }: StoredRecord, audit: VerificationRun): Fact[] {
  if (item['salt'] === undefined) return [];
  // The digests of journal entries are not compared here, so any will do.
  const { receiptId, at, entry } = buildReceiptEntryWith(item, () => '0'.repeat(64));
  const parsed = parseReceiptEntry(entry);
  if (!isDue(parsed, audit)) return [];
  const fact = {
    name: `receipt ${receiptId}`,
    since: at,
    kind: RECORD_KINDS.RCP.noun,
    id: readIdempotencyKey(item),
    place: item,
    claims: toReceiptClaims(parsed),
    alone: { field: 'leaf', stored: NO_RECORD, derived: 'a leaf in the evidence log' },
  };
  return [fact];
}

/** Years of receipts are adopted at once, and sealed in hours. */
const ADOPTION_MS = 24 * 60 * 60_000;

function isDue({ at, adopted_at: adoptedAt }: ReceiptEntry, audit: VerificationRun): boolean {
  if (adoptedAt === undefined) return audit.isDueInLog(at);
  return audit.isDueInLog(new Date(Date.parse(adoptedAt) + ADOPTION_MS).toISOString());
}

/** Leaves of one minute that follow each other. */
interface MinuteRun {
  readonly minute: string;
  readonly start: number;
  readonly end: number;
}

function listMinuteFacts({ item }: StoredRecord, audit: VerificationRun): Fact[] {
  const { minute, ranges } = sealedMinuteFields.fromItem(item);
  const runs: MinuteRun[] = [];
  for (const [start, end] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = runs.at(-1);
    if (last?.end === start) runs[runs.length - 1] = { ...last, end };
    else runs.push({ minute, start, end });
  }
  const alone = { field: 'ranges', stored: 'leaves', derived: 'leaves of that minute' };
  return runs.flatMap((run) => listRunFacts(run, { place: item, alone }, audit));
}

function listRunFacts(
  { minute, start, end }: MinuteRun,
  about: Pick<Fact, 'place' | 'alone'>,
  audit: VerificationRun,
): Fact[] {
  const since = `${minute}:00.000Z`;
  if (!audit.isDueInLog(since)) return [];
  const kind = RECORD_KINDS.LGM.noun;
  const claims = { ranges: `${start} to ${end}` };
  return [{ name: `minute ${minute} ${start}`, since, kind, id: minute, claims, ...about }];
}

async function* listLeafFacts(
  { tenant, item }: StoredRecord,
  audit: VerificationRun,
): AsyncGenerator<Fact> {
  const { evidence: bucket } = audit;
  if (!bucket) return;
  const size = countPublished(logHeadFields.fromItem(item));
  let run: MinuteRun | undefined;
  for await (const { index, entry } of readLeaves({ bucket, tenant }, size)) {
    yield* listReceiptLeafFacts(entry, index, item, audit);
    const minute = readMinute(entry.at);
    if (run && run.minute !== minute) yield* listRunOfLeaves(tenant, run, audit);
    const start: number = run?.minute === minute ? run.start : index;
    run = { minute, start, end: index + 1 };
  }
  if (run) yield* listRunOfLeaves(tenant, run, audit);
}

function listRunOfLeaves(tenant: string, run: MinuteRun, audit: VerificationRun): Fact[] {
  const derived = `a range with the leaves ${run.start} to ${run.end}`;
  const place = evidenceKeys.minute(tenant, run.minute);
  return listRunFacts(
    run,
    { place, alone: { field: 'ranges', stored: NO_RECORD, derived } },
    audit,
  );
}

function listReceiptLeafFacts(
  entry: ReceiptEntry,
  index: number,
  item: StoredRecord['item'],
  audit: VerificationRun,
): Fact[] {
  if (!isDue(entry, audit)) return [];
  const derived = 'a receipt that exists, and has no other leaf';
  const fact = {
    name: `receipt ${entry.receipt_id}`,
    since: entry.at,
    kind: RECORD_KINDS.LOG.noun,
    id: entry.receipt_id,
    place: item,
    claims: toReceiptClaims(entry),
    alone: { field: 'leaf', stored: `leaf ${index}`, derived },
  };
  return [fact];
}
