// Every ledger line of the journal and every difference from a control account that an entry recorded is
// in the general ledger once, and every counter is the sum of these. An entry that the projection has not
// reached yet is late, which its lag shows, and no damage.
import { isDifference } from '../../domain/projections/general-ledger.ts';
import type { ProjectedRecord } from '../../domain/projections/general-ledger.ts';
import { formatMoney, money, NO_CURRENCY, toMinorUnits } from '../../domain/values/money.ts';
import { fromJournalItem } from '../../ledger/journal/items.ts';
import { buildRecordKey, fromRecordItem } from '../../ledger/projections/general-ledger-items.ts';
import { readServedGeneration } from './scan.ts';
import { findHead } from '../../ledger/projections/lag.ts';
import { readStatus } from '../../ledger/projections/status.ts';
import type { ProjectionStatus } from '../../ledger/projections/status.ts';
import type { Item } from '../../ledger/store/item.ts';
import type { VerificationCheck, VerificationRun } from '../check.ts';
import { NO_RECORD } from '../difference.ts';
import type { Flaw } from '../difference.ts';
import { LedgerFacts } from './ledger-facts.ts';
import type { RecordFact } from './ledger-facts.ts';
import { recountLedger } from './recount.ts';
import { compareTexts } from '../records/member-texts.ts';
import { readIfSound } from '../records/unreadable.ts';
import { Tally } from '../tally.ts';

export const generalLedger: VerificationCheck = {
  name: 'general-ledger',
  kinds: ['JRN'],
  begin: (audit) => {
    const tally = new Tally();
    const tenants = new Set<string>();
    const isWanted = audit.store.projectionsTable !== undefined;
    return {
      visit: ({ tenant, item }) => {
        tenants.add(tenant);
        for (const record of isWanted ? listJournalRecords(item) : []) {
          if (!audit.isUnderWay(record.journalEntryId))
            addToTally(tally, 'witness', tenant, record);
        }
      },
      conclude: async () => {
        if (isWanted) await verifyGenerations({ audit, tally, tenants });
      },
    };
  },
};

interface LedgerAudit {
  readonly audit: VerificationRun;
  readonly tally: Tally;
  readonly tenants: ReadonlySet<string>;
}

async function verifyGenerations({ audit, tally, tenants }: LedgerAudit): Promise<void> {
  const { store } = audit;
  const generation = await readServedGeneration(store);
  // The old generation of a rebuild is deleted while it is read; the next run compares the new one.
  const reportAll = async (flaws: readonly Flaw[]) => {
    if ((await readServedGeneration(store)) !== generation) return;
    for (const flaw of flaws) audit.report(flaw);
  };
  const flaws: Flaw[] = [];
  await readRecords(
    { audit, tenants, generation },
    (tenant, record) => addToTally(tally, 'record', tenant, record),
    (flaw) => flaws.push(flaw),
  );
  await reportAll(flaws);
  if (audit.isOver()) return;
  for (const buckets of tally.uneven()) {
    if (audit.isFull()) return;
    const isUneven = (tenant: string, record: ProjectedRecord) =>
      buckets.has(tally.bucketOf(formatRecordName(tenant, record)));
    await reportAll(await compareRecords({ audit, tenants, generation }, isUneven));
  }
}

interface LedgerSource {
  readonly audit: VerificationRun;
  readonly tenants: ReadonlySet<string>;
  readonly generation: number;
}

async function readRecords(
  { audit, tenants, generation }: LedgerSource,
  visit: (tenant: string, record: ProjectedRecord) => void,
  report: (flaw: Flaw) => void,
): Promise<void> {
  for (const tenant of tenants) {
    if (audit.isOver()) return;
    await recountLedger({
      store: audit.store,
      ledger: { tenant, generation },
      report,
      onRecord: (item) => {
        const record = readIfSound(() => fromRecordItem(item).record);
        if (record && !audit.isUnderWay(record.journalEntryId)) visit(tenant, record);
      },
      isOver: () => audit.isOver(),
    });
  }
}

async function compareRecords(
  source: LedgerSource,
  isUneven: (tenant: string, record: ProjectedRecord) => boolean,
): Promise<Flaw[]> {
  const { audit, tenants } = source;
  const facts = new LedgerFacts();
  const addFact = (side: 'record' | 'witness', tenant: string, record: ProjectedRecord) => {
    if (!isUneven(tenant, record) || audit.isUnderWay(record.journalEntryId)) return;
    facts.put(side, tenant, formatRecordName(tenant, record), record);
  };
  await audit.settled();
  const isWhole = await audit.walk(['JRN'], ({ tenant, item }) => {
    for (const record of listJournalRecords(item)) addFact('witness', tenant, record);
  });
  const statuses = new Map<string, ProjectionStatus>();
  for (const tenant of tenants) statuses.set(tenant, await readStatus(audit.store, tenant));
  await readRecords(
    source,
    (tenant, record) => addFact('record', tenant, record),
    () => undefined,
  );
  if (!isWhole || audit.isOver()) return [];
  return facts
    .listFacts(formatClaims)
    .flatMap((fact) => describeFact(fact, source, statuses.get(fact.tenant)));
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
    return `${record.side} ${format(record, record.amount)} on ${record.accountCode}`;
  }
  const [expected, found] = [format(record, record.expected), format(record, record.found)];
  return `expected ${expected}, found ${found} on ${record.accountCode}`;
}

function addToTally(
  tally: Tally,
  side: 'record' | 'witness',
  tenant: string,
  record: ProjectedRecord,
): void {
  tally.add(side, formatRecordName(tenant, record), formatClaims(record));
}

function formatRecordName(tenant: string, record: ProjectedRecord): string {
  return `${tenant} ${formatRecordId(record)}`;
}

/** An entry has one difference for each code. No position of a line can be taken for a code. */
function formatRecordId(record: ProjectedRecord): string {
  const { journalEntryId, accountCode } = record;
  return isDifference(record)
    ? `${journalEntryId} ${accountCode}`
    : `${journalEntryId}#${record.position}`;
}

function formatClaims(record: ProjectedRecord): string {
  return JSON.stringify(listClaims(record));
}

function listClaims(record: ProjectedRecord): Record<string, string> {
  const { accountCode, currency, date } = record;
  const head = { account_code: accountCode, currency, effective_date: date };
  if (isDifference(record)) {
    return {
      ...head,
      expected: format(record, record.expected),
      found: format(record, record.found),
    };
  }
  return {
    ...head,
    side: record.side,
    amount: format(record, record.amount),
    entry_type: record.entryType,
    posted_at: record.postedAt,
    description: record.description ?? NO_RECORD,
  };
}

function format({ currency }: ProjectedRecord, minor: bigint): string {
  return formatMoney(money(minor, currency));
}

function listJournalRecords(item: Item): ProjectedRecord[] {
  const entry = fromJournalItem(item);
  const { id, currency = NO_CURRENCY, effectiveDate, entryType, postedAt, description } = entry;
  const position = { journalEntryId: id, currency, date: effectiveDate };
  const lines = entry.ledgerLines.map(({ accountCode, side, amount }, index) => ({
    ...position,
    position: index + 1,
    accountCode,
    side,
    amount: toMinorUnits(amount),
    entryType,
    postedAt,
    ...(description !== undefined && { description }),
  }));
  const differences = (entry.controlDifferences ?? []).map(({ accountCode, expected, found }) => ({
    ...position,
    accountCode,
    expected: toMinorUnits(expected),
    found: toMinorUnits(found),
  }));
  return [...lines, ...differences];
}
