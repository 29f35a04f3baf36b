// Every ledger line of the journal is in the general ledger once, and every counter is the sum of its
// lines. An entry that the projection has not reached yet is late, which its lag shows, and no damage.
import type { ProjectedLine } from '../../domain/projections/general-ledger.ts';
import { formatMoney, money, NO_CURRENCY, toMinorUnits } from '../../domain/values/money.ts';
import { fromJournalItem } from '../../ledger/journal/items.ts';
import { fromLineItem } from '../../ledger/projections/general-ledger-items.ts';
import { readServedGeneration } from './scan.ts';
import { findHead } from '../../ledger/projections/lag.ts';
import { readStatus } from '../../ledger/projections/status.ts';
import type { ProjectionStatus } from '../../ledger/projections/status.ts';
import { keys } from '../../ledger/store/keys.ts';
import type { Item } from '../../ledger/store/item.ts';
import type { VerificationCheck, VerificationRun } from '../check.ts';
import { NO_RECORD } from '../difference.ts';
import type { Flaw } from '../difference.ts';
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
        for (const line of isWanted ? listJournalLines(item) : []) {
          if (!audit.isUnderWay(line.journalEntryId)) addToTally(tally, 'witness', tenant, line);
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
  await readLines(
    { audit, tenants, generation },
    (tenant, line) => addToTally(tally, 'record', tenant, line),
    (flaw) => flaws.push(flaw),
  );
  await reportAll(flaws);
  if (audit.isOver()) return;
  for (const buckets of tally.uneven()) {
    if (audit.isFull()) return;
    const isUneven = (tenant: string, line: ProjectedLine) =>
      buckets.has(tally.bucketOf(formatLineName(tenant, line)));
    await reportAll(await compareLines({ audit, tenants, generation }, isUneven));
  }
}

interface LedgerSource {
  readonly audit: VerificationRun;
  readonly tenants: ReadonlySet<string>;
  readonly generation: number;
}

async function readLines(
  { audit, tenants, generation }: LedgerSource,
  visit: (tenant: string, line: ProjectedLine) => void,
  report: (flaw: Flaw) => void,
): Promise<void> {
  for (const tenant of tenants) {
    if (audit.isOver()) return;
    await recountLedger({
      store: audit.store,
      ledger: { tenant, generation },
      report,
      onLine: (item) => {
        const line = readIfSound(() => fromLineItem(item).line);
        if (line && !audit.isUnderWay(line.journalEntryId)) visit(tenant, line);
      },
      isOver: () => audit.isOver(),
    });
  }
}

interface LineFact {
  readonly tenant: string;
  readonly record?: ProjectedLine;
  readonly witness?: ProjectedLine;
}

async function compareLines(
  source: LedgerSource,
  isUneven: (tenant: string, line: ProjectedLine) => boolean,
): Promise<Flaw[]> {
  const { audit, tenants } = source;
  const facts = new Map<string, LineFact>();
  const addFact = (side: 'record' | 'witness', tenant: string, line: ProjectedLine) => {
    if (!isUneven(tenant, line) || audit.isUnderWay(line.journalEntryId)) return;
    const name = formatLineName(tenant, line);
    facts.set(name, { tenant, ...facts.get(name), [side]: line });
  };
  await audit.settled();
  const isWhole = await audit.walk(['JRN'], ({ tenant, item }) => {
    for (const line of listJournalLines(item)) addFact('witness', tenant, line);
  });
  const statuses = new Map<string, ProjectionStatus>();
  for (const tenant of tenants) statuses.set(tenant, await readStatus(audit.store, tenant));
  await readLines(
    source,
    (tenant, line) => addFact('record', tenant, line),
    () => undefined,
  );
  if (!isWhole || audit.isOver()) return [];
  return [...facts.values()].flatMap((fact) =>
    describeFact(fact, source, statuses.get(fact.tenant)),
  );
}

function describeFact(
  { tenant, record, witness }: LineFact,
  { generation }: LedgerSource,
  status: ProjectionStatus | undefined,
): Flaw[] {
  const line = record ?? witness;
  if (line === undefined) return [];
  const id = `${line.journalEntryId}#${line.position}`;
  const place = keys.ledgerLine(tenant, generation, line);
  const head = { tenant, kind: 'general_ledger', id, place };
  if (record && witness) {
    return compareTexts(listClaims(record), listClaims(witness)).map((flaw) => ({
      ...head,
      ...flaw,
    }));
  }
  const text = `${line.side} ${formatAmount(line)} on ${line.accountCode}`;
  if (record) return [{ ...head, field: 'line', stored: text, derived: NO_RECORD }];
  const applied = status?.heads[findHead(line.journalEntryId) ?? ''] ?? '';
  const isLate = line.journalEntryId > applied;
  return isLate ? [] : [{ ...head, field: 'line', stored: NO_RECORD, derived: text }];
}

function addToTally(
  tally: Tally,
  side: 'record' | 'witness',
  tenant: string,
  line: ProjectedLine,
): void {
  tally.add(side, formatLineName(tenant, line), JSON.stringify(listClaims(line)));
}

function formatLineName(tenant: string, { journalEntryId, position }: ProjectedLine): string {
  return `${tenant} ${journalEntryId}#${position}`;
}

function listClaims(line: ProjectedLine): Record<string, string> {
  return {
    account_code: line.accountCode,
    currency: line.currency,
    effective_date: line.date,
    side: line.side,
    amount: formatAmount(line),
    entry_type: line.entryType,
    posted_at: line.postedAt,
    description: line.description ?? NO_RECORD,
  };
}

function formatAmount({ amount, currency }: ProjectedLine): string {
  return formatMoney(money(amount, currency));
}

function listJournalLines(item: Item): ProjectedLine[] {
  const entry = fromJournalItem(item);
  const { id, currency = NO_CURRENCY, effectiveDate, entryType, postedAt, description } = entry;
  return entry.ledgerLines.map(({ accountCode, side, amount }, index) => ({
    journalEntryId: id,
    position: index + 1,
    accountCode,
    currency,
    date: effectiveDate,
    side,
    amount: toMinorUnits(amount),
    entryType,
    postedAt,
    ...(description !== undefined && { description }),
  }));
}
