// The records of uneven buckets one by one: those of the journal, then those of the general ledger, group after group.
import { isDifference } from '../../domain/projections/general-ledger.ts';
import type { ProjectedRecord } from '../../domain/projections/general-ledger.ts';
import { parseRowName } from '../../domain/projections/ledger-counters.ts';
import { buildRecordKey, fromRecordItem } from '../../ledger/projections/general-ledger-items.ts';
import { findHead } from '../../ledger/projections/lag.ts';
import { findAppliedHead, readStatus } from '../../ledger/projections/status.ts';
import type { ProjectionStatus } from '../../ledger/projections/status.ts';
import type { Item } from '../../ledger/store/item.ts';
import { requestPass } from '../check.ts';
import type { Divisions, PassInput, RecordPass, VerificationRun } from '../check.ts';
import { NO_RECORD } from '../difference.ts';
import type { Flaw } from '../difference.ts';
import { compareTexts } from '../records/member-texts.ts';
import { readIfSound } from '../records/unreadable.ts';
import type { BucketGroups } from '../tally.ts';
import { LedgerFacts } from './ledger-facts.ts';
import type { RecordFact, SavedLedgerFacts } from './ledger-facts.ts';
import { formatAmount, formatRecordId, listClaims, listJournalRecords } from './ledger-records.ts';
import type { SavedLedgerTally } from './ledger-tally.ts';
import { readRecords } from './recount.ts';
import { readServedGeneration } from './scan.ts';

export interface LedgerSource {
  readonly generation: number;
  readonly tenants: readonly string[];
}

export interface ComparisonInput extends LedgerSource {
  readonly divisions: Divisions;
  readonly groups: BucketGroups;
}

interface RecordsComparisonInput extends ComparisonInput {
  readonly facts: SavedLedgerFacts;
  /** Read after the journal and before the records: what it has applied must be in the records. */
  readonly statuses: ReadonlyMap<string, ProjectionStatus>;
}

/** Asks for a comparison of the records of the uneven buckets, if there are any. */
export function requestComparison(
  audit: VerificationRun,
  next: ComparisonInput,
): Promise<PassInput | undefined> {
  return requestPass(audit, next.groups, { step: 'journal', data: next });
}

/**
 * Reports the flaws, unless a rebuild has replaced the generation: the old one is deleted while it is read, and the next
 * run compares the new one.
 */
export async function reportFlaws(
  { audit, generation }: Pick<LedgerSource, 'generation'> & { readonly audit: VerificationRun },
  { flaws, unlisted }: Pick<SavedLedgerTally, 'flaws' | 'unlisted'>,
): Promise<void> {
  if ((await readServedGeneration(audit.store)) !== generation) return;
  for (const flaw of flaws) audit.report(flaw);
  if (unlisted > 0) {
    audit.remark(
      `${unlisted} further differences of the general ledger were found, which are not counted or listed.`,
    );
  }
}

/** Collects the records of a group of buckets as the journal states them. */
export function collectLines(audit: VerificationRun, { data }: PassInput): RecordPass {
  const input = data as ComparisonInput;
  const facts = new LedgerFacts(audit, input.groups[0]?.buckets);
  return {
    kinds: ['JRN'],
    visit: ({ tenant, item }) => {
      for (const record of listJournalRecords(item)) facts.put('witness', tenant, record);
    },
    summary: facts,
    conclude: async () => {
      const statuses = new Map<string, ProjectionStatus>();
      for (const tenant of input.tenants) {
        statuses.set(tenant, await readStatus(audit.store, tenant));
      }
      const next: RecordsComparisonInput = { ...input, facts: facts.save(), statuses };
      const held = input.groups[0]?.facts ?? 0;
      return { step: 'compare', data: next, facts: held, isHolding: true };
    },
  };
}

/** Compares them with the records of the general ledger. */
export function compareRecords(audit: VerificationRun, { data }: PassInput): RecordPass {
  const { facts: lines, statuses, ...source } = data as RecordsComparisonInput;
  const { generation, tenants, divisions, groups } = source;
  const facts = new LedgerFacts(audit, groups[0]?.buckets);
  return {
    kinds: [],
    visit: () => undefined,
    ledgerRows: {
      generation,
      tenants,
      divisions,
      visit: async (tenant, row, days) => {
        const subject = parseRowName(row.SK);
        const onRecord = (item: Item) => {
          const record = readIfSound(() => fromRecordItem(item).record);
          if (record) facts.put('record', tenant, record);
        };
        const isOver = () => audit.isOver();
        const reading = { store: audit.store, ledger: { tenant, generation }, onRecord, isOver };
        if (subject) await readRecords(reading, { ...subject, days });
      },
    },
    summary: facts,
    conclude: async () => {
      facts.add(lines);
      const flaws = facts
        .listFacts()
        .flatMap((fact) => describeFact(fact, source, statuses.get(fact.tenant)));
      await reportFlaws({ ...source, audit }, { flaws, unlisted: 0 });
      return requestComparison(audit, { ...source, groups: groups.slice(1) });
    },
  };
}

function describeFact(
  { tenant, record, witness }: RecordFact,
  { generation }: LedgerSource,
  status: ProjectionStatus | undefined,
): Flaw[] {
  const known = record ?? witness;
  if (known === undefined) return [];
  const { journalEntryId } = known;
  const place = buildRecordKey({ tenant, generation }, known);
  const head = { tenant, kind: 'general_ledger', id: formatRecordId(known), place };
  if (record && witness) {
    return compareTexts(listClaims(record), listClaims(witness)).map((flaw) => ({
      ...head,
      ...flaw,
    }));
  }
  const field = isDifference(known) ? 'control_difference' : 'line';
  const text = describeRecord(known);
  if (record) return [{ ...head, field, stored: text, derived: NO_RECORD }];
  const shard = findHead(journalEntryId) ?? '';
  const applied = status && findAppliedHead(status, 'general_ledger', shard);
  const isLate = journalEntryId > (applied ?? '');
  return isLate ? [] : [{ ...head, field, stored: NO_RECORD, derived: text }];
}

function describeRecord(record: ProjectedRecord): string {
  if (!isDifference(record)) {
    return `${record.side} ${formatAmount(record, record.amount)} on ${record.accountCode}`;
  }
  const [expected, found] = [
    formatAmount(record, record.expected),
    formatAmount(record, record.found),
  ];
  return `expected ${expected}, found ${found} on ${record.accountCode}`;
}
