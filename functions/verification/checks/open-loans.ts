// The count beside each account equals the number of its loans that are not settled.
import { isLoanOpen } from '../../domain/loans/open-loans.ts';
import type { OpenLoanCount } from '../../domain/loans/open-loans.ts';
import { readRecord } from '../../ledger/store/table-scans.ts';
import type { Item } from '../../ledger/store/item.ts';
import { keys } from '../../ledger/store/keys.ts';
import { fromLoanItem } from '../../ledger/loans/items.ts';
import { fromOpenLoansItem } from '../../ledger/loans/open-loans.ts';
import type { VerificationRun, VerificationCheck, StoredRecord } from '../check.ts';
import type { Flaw } from '../difference.ts';
import { Tally } from '../tally.ts';

/** Beyond this the tally is uneven and the loans are counted exactly. */
const LOANS_MAX = 10_000;

export const openLoans: VerificationCheck = {
  name: 'open-loans',
  kinds: ['LON', 'OPL'],
  begin: (audit) => {
    const tally = new Tally();
    return {
      visit: ({ tenant, kind, item }) => {
        if (kind === 'LON') {
          const accountId = findOpenLoanAccount(item);
          if (accountId !== undefined)
            tally.add('record', formatAccountName(tenant, accountId), '');
          return;
        }
        const { accountId, loans } = fromOpenLoansItem(item);
        const times = Math.min(loans, LOANS_MAX);
        for (let time = 0; time < times; time += 1) {
          tally.add('witness', formatAccountName(tenant, accountId), '');
        }
      },
      conclude: async () => {
        for (const buckets of tally.uneven()) {
          const isUneven = (name: string) => buckets.has(tally.bucketOf(name));
          await reportMiscounts(audit, isUneven);
        }
      },
    };
  },
};

function formatAccountName(tenant: string, accountId: string): string {
  return `${tenant} ${accountId}`;
}

function findOpenLoanAccount(item: Item): string | undefined {
  const loan = fromLoanItem(item);
  return isLoanOpen(loan) ? loan.terms.accountId : undefined;
}

interface CountedLoans {
  readonly tenant: string;
  readonly accountId: string;
  counted: number;
  /** As read before the loans were counted. */
  stored: OpenLoanCount | undefined;
}

// Reports only what both counts find: the first may see a change in one record before the other.
async function reportMiscounts(
  audit: VerificationRun,
  isUneven: (name: string) => boolean,
): Promise<void> {
  await audit.settled();
  const first = await findMiscounts(audit, isUneven);
  const known = new Set(first.map(({ place }) => place.PK));
  if (known.size === 0) return;
  const again = await findMiscounts(audit, isUneven);
  for (const flaw of again) if (known.has(flaw.place.PK)) audit.report(flaw);
}

// Every change of an account's open loans changes the version of its count. If that is the same before
// and after the loans were counted, no loan was opened or settled in between.
async function findMiscounts(
  audit: VerificationRun,
  isUneven: (name: string) => boolean,
): Promise<Flaw[]> {
  const accounts = new Map<string, CountedLoans>();
  const accountIn = ({ tenant }: StoredRecord, accountId: string): CountedLoans | undefined => {
    const name = formatAccountName(tenant, accountId);
    if (!isUneven(name)) return undefined;
    const known = accounts.get(name) ?? { tenant, accountId, counted: 0, stored: undefined };
    accounts.set(name, known);
    return known;
  };
  await audit.walk(['LON'], (record) => {
    accountIn(record, fromLoanItem(record.item).terms.accountId);
  });
  await audit.walk(['OPL'], (record) => {
    const count = fromOpenLoansItem(record.item);
    const account = accountIn(record, count.accountId);
    if (account) account.stored = count;
  });
  const isWhole = await audit.walk(['LON'], (record) => {
    const accountId = findOpenLoanAccount(record.item);
    const account = accountId === undefined ? undefined : accountIn(record, accountId);
    if (account) account.counted += 1;
  });
  if (!isWhole) return [];
  const flaws: Flaw[] = [];
  for (const account of accounts.values()) flaws.push(...(await compareCount(audit, account)));
  return flaws;
}

async function compareCount(
  audit: VerificationRun,
  { tenant, accountId, counted, stored }: CountedLoans,
): Promise<Flaw[]> {
  const place = keys.openLoans(tenant, accountId);
  const item = await readRecord(audit.store, place);
  const present = item && parseCount(item);
  // The scan of the tables has reported a count that cannot be read.
  if (item && !present) return [];
  if (present?.version !== stored?.version || (stored?.loans ?? 0) === counted) return [];
  const flaw = {
    tenant,
    kind: 'account',
    id: accountId,
    place,
    field: 'open_loans',
    stored: String(stored?.loans ?? 0),
    derived: String(counted),
  };
  return [flaw];
}

function parseCount(item: Item): OpenLoanCount | undefined {
  try {
    return fromOpenLoansItem(item);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
