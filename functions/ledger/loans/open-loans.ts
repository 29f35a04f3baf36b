// How many open loans an account has: one item beside its balance. The transactions that create, settle
// or reopen a loan change it; the one that closes the account checks it.
import type { Account, AccountState } from '../../domain/accounts/accounts.ts';
import { isLoanOpen, buildZeroOpenLoans, applyLoanChanges } from '../../domain/loans/open-loans.ts';
import type { LoanChange, OpenLoanCount } from '../../domain/loans/open-loans.ts';
import type { Write } from '../commit/commit.ts';
import { isId } from '../store/ids.ts';
import { accountStateFields } from '../accounts/items.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { readToDecide } from '../commit/read-to-decide.ts';
import { accountOf } from '../accounts/reads.ts';
import type { Session } from '../commit/session.ts';
import { readCount, readText } from '../store/attributes.ts';
import { buildPutNew, buildVersionReplacement } from '../commit/conditional-writes.ts';

export function toOpenLoansItem(
  tenant: string,
  { accountId, loans, version }: OpenLoanCount,
): Item {
  return {
    ...keys.openLoans(tenant, accountId),
    account_id: accountId,
    loans: BigInt(loans),
    version: BigInt(version),
  };
}

export function fromOpenLoansItem(item: Item): OpenLoanCount {
  return {
    accountId: readText(item, 'account_id'),
    loans: readCount(item, 'loans'),
    version: readCount(item, 'version'),
  };
}

/** The account's count, from its item among the items if there is one, otherwise zero. */
export function findOpenLoans(items: readonly Item[], accountId: string): OpenLoanCount {
  const item = items.find(({ PK }) => PK.split('#')[2] === 'OPL');
  return item ? fromOpenLoansItem(item) : buildZeroOpenLoans(accountId);
}

/**
 * The account that a mutation decides on and the count of its open loans, read by readToDecide. Refuses
 * with account_not_found.
 */
export async function readAccountToDecide(
  session: Session,
  id: string,
): Promise<{ account: Account; openLoans: OpenLoanCount }> {
  const { tenant } = session;
  const wanted = [keys.account(tenant, id), keys.balance(tenant, id), keys.openLoans(tenant, id)];
  const items = await readToDecide(session, isId('acc', id) ? wanted : []);
  return { account: accountOf(id, items), openLoans: findOpenLoans(items, id) };
}

/** The account of a new loan, if it exists, and the count of its open loans, read by readToDecide. */
export async function readAccountForLoan(
  session: Session,
  id: string,
): Promise<{ account: AccountState | undefined; openLoans: OpenLoanCount }> {
  const wanted = [keys.balance(session.tenant, id), keys.openLoans(session.tenant, id)];
  const items = await readToDecide(session, isId('acc', id) ? wanted : []);
  const balance = items.find(({ SK }) => SK === 'B');
  return {
    account: balance && accountStateFields.fromItem(balance),
    openLoans: findOpenLoans(items, id),
  };
}

/** Writes the open loans of one account after the changes; no write if the count stays the same. */
export function buildRecountWrites(
  { store, tenant }: Session,
  before: OpenLoanCount,
  changes: readonly LoanChange[],
): Write[] {
  const after = applyLoanChanges(before, changes);
  if (after === before) return [];
  const item = toOpenLoansItem(tenant, after);
  if (before.version === 0) return [buildPutNew(store.ledgerTable, item)];
  return [buildVersionReplacement(store.ledgerTable, item, before.version)];
}

/** Like buildRecountWrites, for loans of any accounts: one request to the store if a count may change. */
export async function readAndBuildRecountWrites(
  session: Session,
  changes: readonly LoanChange[],
): Promise<Write[]> {
  const { tenant } = session;
  const accountOfChange = ({ after }: LoanChange) => after.terms.accountId;
  const moved = changes.filter(
    ({ before, after }) => !before || isLoanOpen(before) !== isLoanOpen(after),
  );
  const accountIds = [...new Set(moved.map(accountOfChange))];
  if (accountIds.length === 0) return [];
  const wanted = accountIds.map((id) => keys.openLoans(tenant, id));
  const counts = (await readToDecide(session, wanted)).map(fromOpenLoansItem);
  return accountIds.flatMap((id) => {
    const before = counts.find(({ accountId }) => accountId === id) ?? buildZeroOpenLoans(id);
    const mine = moved.filter((change) => accountOfChange(change) === id);
    return buildRecountWrites(session, before, mine);
  });
}

/** Changes nothing; succeeds only if the account has no open loans. */
export function buildNoOpenLoansCheck({ store, tenant }: Session, accountId: string): Write {
  return {
    action: {
      ConditionCheck: {
        TableName: store.ledgerTable,
        Key: keys.openLoans(tenant, accountId),
        ConditionExpression: 'attribute_not_exists(PK) OR loans = :none',
        ExpressionAttributeValues: { ':none': 0n },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    otherwise: 'retry',
  };
}
