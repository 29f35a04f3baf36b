// The control totals of a closed accounting period are those of the journal entries dated in it. An entry
// that was posted after the period had been summed makes them differ.
import { findPeriodOf } from '../../../domain/general-ledger/periods.ts';
import type { Period, PeriodCurrencyTotals } from '../../../domain/general-ledger/periods.ts';
import { periodFields } from '../../../ledger/general-ledger/items.ts';
import { PeriodTotals } from '../../../ledger/general-ledger/period-totals.ts';
import { keys } from '../../../ledger/store/keys.ts';
import { readRecord } from '../../../ledger/store/table-scans.ts';
import type { PassSummary, VerificationCheck, VerificationRun } from '../../check.ts';
import { compareTexts } from '../../records/member-texts.ts';
import { readIfSound } from '../../records/unreadable.ts';
import { readJournalItem } from '../../journal-items.ts';

interface ClosedPeriod {
  readonly tenant: string;
  readonly period: Period;
}

export const periods: VerificationCheck = {
  name: 'periods',
  begin: (audit) => {
    const closed: ClosedPeriod[] = [];
    const sums = new Map<string, PeriodTotals>();
    return {
      kinds: ['GLP', 'JRN'],
      visit: ({ tenant, kind, item }) => {
        if (kind === 'GLP') {
          const period = periodFields.fromItem(item);
          if (period.state === 'CLOSED') closed.push({ tenant, period });
          return;
        }
        const entry = readJournalItem(item);
        const name = nameSums(tenant, findPeriodOf(entry.effectiveDate));
        const totals = sums.get(name) ?? new PeriodTotals();
        totals.add(entry);
        sums.set(name, totals);
      },
      summary: buildSummary(closed, sums),
      conclude: async () => {
        for (const one of closed) {
          const totals = sums.get(nameSums(one.tenant, one.period.period));
          await comparePeriod(audit, one, totals?.list() ?? []);
        }
        return undefined;
      },
    };
  },
};

interface SavedPeriods {
  readonly closed: readonly ClosedPeriod[];
  readonly sums: ReadonlyMap<string, readonly PeriodCurrencyTotals[]>;
}

function buildSummary(closed: ClosedPeriod[], sums: Map<string, PeriodTotals>): PassSummary {
  return {
    save: (): SavedPeriods => ({
      closed,
      sums: new Map([...sums].map(([name, totals]) => [name, totals.list()])),
    }),
    add: (saved) => {
      const { closed: others, sums: theirs } = saved as SavedPeriods;
      closed.push(...others);
      for (const [name, totals] of theirs) {
        const known = sums.get(name) ?? new PeriodTotals();
        known.merge(new PeriodTotals(totals));
        sums.set(name, known);
      }
    },
  };
}

function nameSums(tenant: string, period: string): string {
  return `${tenant} ${period}`;
}

// Entries cannot be in flight in a period that was closed before the run started; one that was closed or
// reopened since then, or has taken the closing entries of its year, is left to the next run.
async function comparePeriod(
  audit: VerificationRun,
  { tenant, period: stored }: ClosedPeriod,
  derived: readonly PeriodCurrencyTotals[],
): Promise<void> {
  const { period: id, updatedAt = '', version, totals = [] } = stored;
  const flaws = compareTexts(toTexts(totals), toTexts(derived));
  if (flaws.length === 0 || audit.isUnderWay(updatedAt)) return;
  const place = keys.generalLedgerPeriod(tenant, id);
  const item = await readRecord(audit.store, place);
  const present = item && readIfSound(() => periodFields.fromItem(item));
  if (present?.version !== version) return;
  for (const flaw of flaws) {
    audit.report({ tenant, kind: 'general_ledger_period', id, place, ...flaw });
  }
}

function toTexts(totals: readonly PeriodCurrencyTotals[]): Record<string, string> {
  const texts = totals.flatMap(({ currency, ...sums }) =>
    Object.entries(sums).map(([name, value]) => [`totals/${currency}/${name}`, String(value)]),
  );
  return Object.fromEntries(texts) as Record<string, string>;
}
