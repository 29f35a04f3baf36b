// Every ledger line of the journal and every difference from a control account that an entry recorded is
// in the general ledger once, and every counter is the sum of these. An entry that the projection has not
// reached yet is late, which its lag shows, and no damage.
import type { Item } from '../../ledger/store/item.ts';
import type { PassInput, RecordPass, VerificationCheck, VerificationRun } from '../check.ts';
import type { Flaw } from '../difference.ts';
import { divideCodes, listDivisions, nameDivision } from './divisions.ts';
import type { DividedCode } from './divisions.ts';
import { listJournalRecords } from './ledger-records.ts';
import { LedgerTally } from './ledger-tally.ts';
import type { SavedLedgerTally } from './ledger-tally.ts';
import {
  collectLines,
  compareRecords,
  reportFlaws,
  requestComparison,
} from './record-comparison.ts';
import {
  compareRows,
  readStartedCommit,
  recountPart,
  recountRow,
  reportOrphans,
} from './recount.ts';
import { readServedGeneration } from './scan.ts';

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
      const divided: DividedCode[] = [];
      const report = (flaw: Flaw) => lines.suspect(flaw);
      for (const tenant of lines.save().tenants) {
        const ledger = { tenant, generation };
        started.set(tenant, await readStartedCommit(store, ledger));
        divided.push(...(await divideCodes({ store, ledger, report }, audit.partLines)));
      }
      const data: RecordsInput = { generation, started, divided, lines: lines.save() };
      return { step: 'records', data };
    },
  };
}

interface RecordsInput {
  readonly generation: number;
  /** The commit of each tenant's head before its rows are read. */
  readonly started: ReadonlyMap<string, bigint>;
  readonly divided: readonly DividedCode[];
  readonly lines: SavedLedgerTally;
}

function tallyRecords(audit: VerificationRun, { data }: PassInput): RecordPass {
  const { store } = audit;
  const { generation, started, divided, lines } = data as RecordsInput;
  const tenants = [...started.keys()];
  const count = new LedgerTally(audit);
  const codes = new Map(divided.map((code) => [nameDivision(code.tenant, code.row), code]));
  const recountOf = (tenant: string) => ({
    store,
    ledger: { tenant, generation },
    report: (flaw: Flaw) => count.suspect(flaw),
    onRecord: (item: Item) => count.addItem(tenant, item),
    onYear: (year: string) => count.addYear(tenant, year),
    isOver: () => audit.isOver(),
  });
  return {
    kinds: [],
    visit: () => undefined,
    ledgerRows: {
      generation,
      tenants,
      divisions: listDivisions(divided),
      visit: async (tenant, row, days) => {
        const name = nameDivision(tenant, row.SK);
        const code = codes.get(name);
        if (!code) return recountRow(recountOf(tenant), row);
        const sums = await recountPart(recountOf(tenant), code, days);
        if (sums) count.addSums(name, sums);
      },
    },
    summary: count,
    reportPartial: () => reportFlaws({ audit, generation }, count.save()),
    conclude: async () => {
      count.add(lines);
      for (const [name, { tenant, rows }] of codes) {
        compareRows(recountOf(tenant), rows, count.sumsOf(name));
      }
      for (const [tenant, commit] of started) {
        const rows = { years: count.yearsOf(tenant), started: commit };
        await reportOrphans(recountOf(tenant), rows);
      }
      await reportFlaws({ audit, generation }, count.save());
      const source = { generation, tenants, divisions: listDivisions(divided) };
      return requestComparison(audit, { ...source, groups: count.uneven() });
    },
  };
}
