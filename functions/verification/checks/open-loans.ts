// Of each account, the number of loans that need it: those that are agreed on and not settled.
import { isOpen } from '../../domain/loans/open-loans.ts';
import type { OpenLoans } from '../../domain/loans/open-loans.ts';
import { readRecord } from '../../ledger/store/table-scans.ts';
import type { Item } from '../../ledger/store/item.ts';
import { keys } from '../../ledger/store/keys.ts';
import { fromLoanItem } from '../../ledger/loans/items.ts';
import { openLoansOf } from '../../ledger/loans/open-loans.ts';
import type { Audit, Check, StoredRecord } from '../check.ts';
import type { Flaw } from '../difference.ts';
import { Tally } from '../tally.ts';

/** A higher count is not added up but counted again exactly. */
const LOANS_MAX = 10_000;

export const openLoans: Check = {
  name: 'open-loans',
  kinds: ['LON', 'OPL'],
  begin: (audit) => {
    const tally = new Tally();
    return {
      see: ({ tenant, kind, item }) => {
        if (kind === 'LON') {
          const accountId = openAccountOf(item);
          if (accountId !== undefined) tally.add('record', nameOf(tenant, accountId), '');
          return;
        }
        const { accountId, loans } = openLoansOf(item);
        const times = Math.min(loans, LOANS_MAX);
        for (let time = 0; time < times; time += 1) {
          tally.add('witness', nameOf(tenant, accountId), '');
        }
      },
      conclude: async () => {
        for (const buckets of tally.uneven()) {
          const isUneven = (name: string) => buckets.has(tally.bucketOf(name));
          await report(audit, isUneven);
        }
      },
    };
  },
};

function nameOf(tenant: string, accountId: string): string {
  return `${tenant} ${accountId}`;
}

function openAccountOf(item: Item): string | undefined {
  const loan = fromLoanItem(item);
  return isOpen(loan) ? loan.terms.accountId : undefined;
}

interface Counted {
  readonly tenant: string;
  readonly accountId: string;
  counted: number;
  /** As it was before the loans were counted. */
  stored: OpenLoans | undefined;
}

// Only what is found both times is there, as a change may be seen in one record before the other.
async function report(audit: Audit, isUneven: (name: string) => boolean): Promise<void> {
  await audit.settled();
  const first = await miscounted(audit, isUneven);
  const known = new Set(first.map(({ place }) => place.PK));
  if (known.size === 0) return;
  const again = await miscounted(audit, isUneven);
  for (const flaw of again) if (known.has(flaw.place.PK)) audit.report(flaw);
}

// Every change of an account's loans moves its record: where that is the same before and after the
// loans were counted, no loan can have changed in between.
async function miscounted(audit: Audit, isUneven: (name: string) => boolean): Promise<Flaw[]> {
  const accounts = new Map<string, Counted>();
  const accountIn = ({ tenant }: StoredRecord, accountId: string): Counted | undefined => {
    const name = nameOf(tenant, accountId);
    if (!isUneven(name)) return undefined;
    const known = accounts.get(name) ?? { tenant, accountId, counted: 0, stored: undefined };
    accounts.set(name, known);
    return known;
  };
  await audit.walk(['LON'], (record) => {
    accountIn(record, fromLoanItem(record.item).terms.accountId);
  });
  await audit.walk(['OPL'], (record) => {
    const count = openLoansOf(record.item);
    const account = accountIn(record, count.accountId);
    if (account) account.stored = count;
  });
  const isWhole = await audit.walk(['LON'], (record) => {
    const accountId = openAccountOf(record.item);
    const account = accountId === undefined ? undefined : accountIn(record, accountId);
    if (account) account.counted += 1;
  });
  if (!isWhole) return [];
  const flaws: Flaw[] = [];
  for (const account of accounts.values()) flaws.push(...(await compare(audit, account)));
  return flaws;
}

async function compare(
  audit: Audit,
  { tenant, accountId, counted, stored }: Counted,
): Promise<Flaw[]> {
  const place = keys.openLoans(tenant, accountId);
  const item = await readRecord(audit.store, place);
  const present = item && openLoansOf(item);
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
