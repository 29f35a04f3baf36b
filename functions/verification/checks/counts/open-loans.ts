// The count beside each account equals the number of its loans that are not settled.
import { isLoanOpen } from '../../../domain/loans/open-loans.ts';
import type { OpenLoanCount } from '../../../domain/loans/open-loans.ts';
import { readRecord } from '../../../ledger/store/table-scans.ts';
import type { Item } from '../../../ledger/store/item.ts';
import { keys } from '../../../ledger/store/keys.ts';
import { fromLoanItem } from '../../../ledger/loans/items.ts';
import { fromOpenLoansItem } from '../../../ledger/loans/open-loans.ts';
import { requestPass } from '../../check.ts';
import type { PassInput, RecordPass, VerificationCheck, VerificationRun } from '../../check.ts';
import type { Flaw } from '../../difference.ts';
import { Tally } from '../../tally.ts';
import type { BucketGroups, SavedTally } from '../../tally.ts';
import { formatAccountName, LoanCounts } from './loan-counts.ts';
import type { CountedLoans } from './loan-counts.ts';

export const openLoans: VerificationCheck = {
  name: 'open-loans',
  begin: (audit, input) => {
    if (input?.step === 'accounts') return listAccounts(input);
    return input ? countLoans(audit, input) : tallyLoans(audit);
  },
};

function tallyLoans(audit: VerificationRun): RecordPass {
  const tally = new Tally(audit.salt);
  return {
    kinds: ['LON', 'OPL'],
    visit: ({ tenant, kind, item }) => {
      if (kind === 'LON') {
        const accountId = findOpenLoanAccount(item);
        if (accountId !== undefined) tally.add('record', formatAccountName(tenant, accountId), '');
        return;
      }
      const { accountId, loans } = fromOpenLoansItem(item);
      tally.add('witness', formatAccountName(tenant, accountId), '', loans);
    },
    summary: { save: () => tally.save(), add: (saved) => tally.merge(saved as SavedTally) },
    conclude: () => continueWith(audit, { groups: tally.uneven() }),
  };
}

function findOpenLoanAccount(item: Item): string | undefined {
  const loan = fromLoanItem(item);
  return isLoanOpen(loan) ? loan.terms.accountId : undefined;
}

interface RecountInput {
  readonly groups: BucketGroups;
  /** The accounts that a first count has found wrong. */
  readonly known?: ReadonlySet<string>;
}

interface LoanCountInput extends RecountInput {
  readonly accounts: ReadonlyMap<string, CountedLoans>;
}

function continueWith(audit: VerificationRun, next: RecountInput): Promise<PassInput | undefined> {
  return requestPass(audit, next.groups, { step: 'accounts', data: next });
}

// Every change of an account's open loans changes the version of its count. If that is the same before
// and after the loans were counted, no loan was opened or settled in between: so one pass reads the counts,
// and the next one the loans. Only what two counts find is reported: the first may see a change in one record before
// the other.
function listAccounts({ data }: PassInput): RecordPass {
  const input = data as RecountInput;
  const accounts = new LoanCounts(input.groups[0]?.buckets);
  return {
    kinds: ['LON', 'OPL'],
    visit: ({ tenant, kind, item }) => {
      if (kind === 'LON') {
        accounts.count({ tenant, accountId: fromLoanItem(item).terms.accountId, counted: 0 });
        return;
      }
      const stored = fromOpenLoansItem(item);
      accounts.count({ tenant, accountId: stored.accountId, counted: 0, stored });
    },
    summary: accounts,
    conclude: () => {
      const next: LoanCountInput = { ...input, accounts: accounts.save() };
      const facts = input.groups[0]?.facts ?? 0;
      return Promise.resolve({ step: 'loans', data: next, facts, isHolding: true });
    },
  };
}

function countLoans(audit: VerificationRun, { data }: PassInput): RecordPass {
  const { groups, known, accounts } = data as LoanCountInput;
  const counts = new LoanCounts(groups[0]?.buckets);
  return {
    kinds: ['LON'],
    visit: ({ tenant, item }) => {
      const accountId = findOpenLoanAccount(item);
      if (accountId !== undefined) counts.count({ tenant, accountId, counted: 1 });
    },
    summary: counts,
    conclude: async () => {
      counts.add(accounts);
      const flaws: Flaw[] = [];
      for (const account of counts.save().values()) {
        flaws.push(...(await compareCount(audit, account)));
      }
      if (known === undefined && flaws.length > 0) {
        const found = new Set(flaws.map(({ place }) => place.PK));
        return continueWith(audit, { groups, known: found });
      }
      for (const flaw of flaws) if (known?.has(flaw.place.PK)) audit.report(flaw);
      return continueWith(audit, { groups: groups.slice(1) });
    },
  };
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
