// The evidence log has a leaf for each receipt and no other, and both say the same; and the records of
// minutes lead to every leaf. Sealing may continue all the while: a log is compared up to the size that its state has
// when it is read.
import { parseReceiptEntry } from '../../domain/evidence/receipt-entry.ts';
import type { ReceiptEntry } from '../../domain/evidence/receipt-entry.ts';
import { countPublished } from '../../domain/sealing/log-head.ts';
import type { LogHead } from '../../domain/sealing/log-head.ts';
import { readMinute } from '../../domain/sealing/sealed-minutes.ts';
import { buildReceiptEntryWith } from '../../evidence/receipt-entries.ts';
import { logHeadFields } from '../../ledger/evidence/items.ts';
import { evidenceKeys } from '../../ledger/evidence/keys.ts';
import { RECORD_KINDS } from '../../ledger/record-kinds.ts';
import type { StoredRecord, VerificationCheck, VerificationRun } from '../check.ts';
import { NO_RECORD } from '../difference.ts';
import { buildPairingCheck } from '../fact-pairing.ts';
import type { Fact } from '../fact-pairing.ts';
import { readIdempotencyKey } from '../records/record-names.ts';
import { readLeaves, readSoundHead, toReceiptClaims } from './log-leaves.ts';
import { buildLeafRunFact, listStoredRuns, listUnloggedRuns } from './minute-facts.ts';
import type { MinuteRun } from './minute-facts.ts';

const NAME = 'evidence';
const RECORDS = ['RCP', 'LGM', 'LOG'] as const;

export const evidence: VerificationCheck = {
  name: NAME,
  begin: (audit, input) => {
    const heads = new Map<string, Promise<LogHead | undefined>>();
    const pairing = buildPairingCheck({
      name: NAME,
      record: {
        kinds: RECORDS,
        listFacts: (record) => (audit.evidence ? listRecordFacts(record, audit, heads) : []),
      },
      witness: {
        kinds: ['LOG'],
        listFacts: ({ tenant, item }) => listLeafFacts(tenant, logHeadFields.fromItem(item), audit),
        listPresentFacts: (tenant) => listPresentLeafFacts(tenant, audit),
      },
    });
    return pairing.begin(audit, input);
  },
};

type KnownHeads = Map<string, Promise<LogHead | undefined>>;

function listRecordFacts(
  record: StoredRecord,
  audit: VerificationRun,
  heads: KnownHeads,
): Iterable<Fact> | Promise<Iterable<Fact>> | AsyncIterable<Fact> {
  const { kind, tenant, item } = record;
  if (kind === 'RCP') return listReceiptFacts(record, audit);
  if (kind === 'LGM') return listMinuteFacts(record, audit, heads);
  return listStoredRuns(audit.store, tenant, logHeadFields.fromItem(item));
}

// The minutes of a log are read together with its state.
async function listMinuteFacts(
  { tenant, item }: StoredRecord,
  { store }: VerificationRun,
  heads: KnownHeads,
): Promise<Fact[]> {
  const known = heads.get(tenant) ?? readSoundHead(store, tenant);
  heads.set(tenant, known);
  return (await known) ? [] : listUnloggedRuns(tenant, item);
}

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

async function* listLeafFacts(
  tenant: string,
  head: LogHead,
  audit: VerificationRun,
): AsyncGenerator<Fact> {
  const { evidence: bucket } = audit;
  if (!bucket) return;
  const size = countPublished(head);
  let run: MinuteRun | undefined;
  for await (const { index, entry } of readLeaves({ bucket, tenant }, size)) {
    if (isDue(entry, audit)) yield buildLeafFact(tenant, index, entry);
    const minute = readMinute(entry.at);
    if (run && run.minute !== minute) yield buildLeafRunFact(tenant, run);
    const start: number = run?.minute === minute ? run.start : index;
    run = { minute, start, end: index + 1 };
  }
  if (run) yield buildLeafRunFact(tenant, run);
}

async function* listPresentLeafFacts(tenant: string, audit: VerificationRun): AsyncGenerator<Fact> {
  const head = await readSoundHead(audit.store, tenant);
  if (head) yield* listLeafFacts(tenant, head, audit);
}

function buildLeafFact(tenant: string, index: number, entry: ReceiptEntry): Fact {
  const derived = 'a receipt that exists, and has no other leaf';
  return {
    name: `receipt ${entry.receipt_id}`,
    since: entry.at,
    kind: RECORD_KINDS.LOG.noun,
    id: entry.receipt_id,
    place: evidenceKeys.head(tenant),
    claims: toReceiptClaims(entry),
    alone: { field: 'leaf', stored: `leaf ${index}`, derived },
  };
}
