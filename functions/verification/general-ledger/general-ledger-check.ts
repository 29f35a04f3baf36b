// Every ledger line of the journal and every difference from a control account that an entry recorded is
// in the general ledger once, and every counter is the sum of these. An entry that the projection has not
// reached yet is late, which its lag shows, and no damage.
import { isDifference } from '../../domain/projections/general-ledger.ts';
import type { ProjectedRecord } from '../../domain/projections/general-ledger.ts';
import { buildRecordKey, fromRecordItem } from '../../ledger/projections/general-ledger-items.ts';
import { readServedGeneration } from './scan.ts';
import { findHead } from '../../ledger/projections/lag.ts';
import { readStatus } from '../../ledger/projections/status.ts';
import type { ProjectionStatus } from '../../ledger/projections/status.ts';
import { requestPass } from '../check.ts';
import type { PassInput, RecordPass, VerificationCheck, VerificationRun } from '../check.ts';
import { NO_RECORD } from '../difference.ts';
import type { Flaw } from '../difference.ts';
import { LedgerFacts } from './ledger-facts.ts';
import type { RecordFact, SavedLedgerFacts } from './ledger-facts.ts';
import { LedgerTally } from './ledger-tally.ts';
import type { SavedLedgerTally } from './ledger-tally.ts';
import { readStartedCommit, recountRow, reportOrphans } from './recount.ts';
import { formatAmount, formatRecordId, listClaims, listJournalRecords } from './ledger-records.ts';
import { compareTexts } from '../records/member-texts.ts';
import { readIfSound } from '../records/unreadable.ts';
import type { BucketGroups } from '../tally.ts';

export const generalLedger: VerificationCheck = {
  name: 'general-ledger',
  begin: (audit, input) => {
    if (input?.step === 'records') return tallyRecords(audit, input);
    if (input?.step === 'journal') return collectLines(audit, input);
    return input ? compareRecords(audit, input) : tallyJournal(audit);
  },
};

// The first of four passes: the lines of the journal, then what the general ledger has of them. For uneven buckets
// both follow once more, so that their records are compared one by one.
function tallyJournal(audit: VerificationRun): RecordPass {
  const { store } = audit;
  const lines = new LedgerTally(audit);
  const isWanted = store.projectionsTable !== undefined;
  return {
    kinds: ['JRN'],
    visit: ({ tenant, item }) => {
      lines.addTenant(tenant);
      for (const record of isWanted ? listJournalRecords(item) : []) {
        lines.count('witness', tenant, record);
      }
    },
    summary: lines,
    conclude: async () => {
      if (!isWanted) return undefined;
      const generation = await readServedGeneration(store);
      const started = new Map<string, bigint>();
      for (const tenant of lines.save().tenants) {
        started.set(tenant, await readStartedCommit(store, { tenant, generation }));
      }
      return { step: 'records', data: { generation, started, lines: lines.save() } };
    },
  };
}

interface RecordsInput {
  readonly generation: number;
  /** The commit of each tenant's head before its rows are read. */
  readonly started: ReadonlyMap<string, bigint>;
  readonly lines: SavedLedgerTally;
}

function tallyRecords(audit: VerificationRun, { data }: PassInput): RecordPass {
  const { store } = audit;
  const { generation, started, lines } = data as RecordsInput;
  const count = new LedgerTally(audit);
  return {
    kinds: [],
    visit: () => undefined,
    ledgerRows: {
      generation,
      tenants: [...started.keys()],
      visit: (tenant, row) =>
        recountRow(
          {
            store,
            ledger: { tenant, generation },
            report: (flaw) => count.suspect(flaw),
            onRecord: (item) => count.addItem(tenant, item),
            onYear: (year) => count.addYear(tenant, year),
            isOver: () => audit.isOver(),
          },
          row,
        ),
    },
    summary: count,
    reportPartial: () =>
      reportAll({ audit, generation, tenants: [...started.keys()] }, count.save()),
    conclude: async () => {
      count.add(lines);
      for (const [tenant, commit] of started) {
        const report = (flaw: Flaw) => count.suspect(flaw);
        const rows = { years: count.yearsOf(tenant), started: commit };
        await reportOrphans({ store, ledger: { tenant, generation }, report }, rows);
      }
      const tenants = [...started.keys()];
      await reportAll({ audit, generation, tenants }, count.save());
      return continueWith(audit, { generation, tenants, groups: count.uneven() });
    },
  };
}

interface LedgerSource {
  readonly generation: number;
  readonly tenants: readonly string[];
}

interface ComparisonInput extends LedgerSource {
  readonly groups: BucketGroups;
}

interface RecordsComparisonInput extends ComparisonInput {
  readonly facts: SavedLedgerFacts;
  /** Read after the journal and before the records: what it has applied must be in the records. */
  readonly statuses: ReadonlyMap<string, ProjectionStatus>;
}

function continueWith(
  audit: VerificationRun,
  next: ComparisonInput,
): Promise<PassInput | undefined> {
  return requestPass(audit, next.groups, { step: 'journal', data: next });
}

// The old generation of a rebuild is deleted while it is read; the next run compares the new one.
async function reportAll(
  { audit, generation }: LedgerSource & { readonly audit: VerificationRun },
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

function collectLines(audit: VerificationRun, { data }: PassInput): RecordPass {
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

function compareRecords(audit: VerificationRun, { data }: PassInput): RecordPass {
  const { facts: lines, statuses, ...source } = data as RecordsComparisonInput;
  const { generation, tenants, groups } = source;
  const facts = new LedgerFacts(audit, groups[0]?.buckets);
  return {
    kinds: [],
    visit: () => undefined,
    ledgerRows: {
      generation,
      tenants,
      visit: (tenant, row) =>
        recountRow(
          {
            store: audit.store,
            ledger: { tenant, generation },
            report: () => undefined,
            onRecord: (item) => {
              const record = readIfSound(() => fromRecordItem(item).record);
              if (record) facts.put('record', tenant, record);
            },
            onYear: () => undefined,
            isOver: () => audit.isOver(),
          },
          row,
        ),
    },
    summary: facts,
    conclude: async () => {
      facts.add(lines);
      const flaws = facts
        .listFacts()
        .flatMap((fact) => describeFact(fact, source, statuses.get(fact.tenant)));
      await reportAll({ ...source, audit }, { flaws, unlisted: 0 });
      return continueWith(audit, { ...source, groups: groups.slice(1) });
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
  const applied = status?.heads[findHead(journalEntryId) ?? ''] ?? '';
  const isLate = journalEntryId > applied;
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
