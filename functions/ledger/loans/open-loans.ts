// How many open loans an account has: one item beside its balance, changed in the transactions that
// agree on a loan, settle or reopen it, and held still by the one that closes the account.
import type { Account, AccountState } from '../../domain/accounts/accounts.ts';
import { isOpen, noOpenLoans, recount } from '../../domain/loans/open-loans.ts';
import type { LoanChange, OpenLoans } from '../../domain/loans/open-loans.ts';
import type { Write } from '../commit/commit.ts';
import { isId } from '../store/ids.ts';
import { accountStateFields } from '../accounts/items.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { readToDecide } from '../commit/read-to-decide.ts';
import { accountOf } from '../accounts/reads.ts';
import type { Session } from '../commit/session.ts';
import { count, text } from '../store/stored.ts';
import { putNew, replaceVersion } from '../commit/conditional-writes.ts';

function openLoansItem(tenant: string, { accountId, loans, version }: OpenLoans): Item {
  return {
    ...keys.openLoans(tenant, accountId),
    account_id: accountId,
    loans: BigInt(loans),
    version: BigInt(version),
  };
}

export function openLoansOf(item: Item): OpenLoans {
  return {
    accountId: text(item, 'account_id'),
    loans: count(item, 'loans'),
    version: count(item, 'version'),
  };
}

/** The account's count, whose record may be among the items. */
export function openLoansIn(items: readonly Item[], accountId: string): OpenLoans {
  const item = items.find(({ PK }) => PK.split('#')[2] === 'OPL');
  return item ? openLoansOf(item) : noOpenLoans(accountId);
}

/**
 * The account that a mutation decides on and the loans that need it, as readToDecide reads. Refuses
 * with account_not_found.
 */
export async function readAccountToDecide(
  session: Session,
  id: string,
): Promise<{ account: Account; openLoans: OpenLoans }> {
  const { tenant } = session;
  const wanted = [keys.account(tenant, id), keys.balance(tenant, id), keys.openLoans(tenant, id)];
  const items = await readToDecide(session, isId('acc', id) ? wanted : []);
  return { account: accountOf(id, items), openLoans: openLoansIn(items, id) };
}

/** How the account of a new loan stands, if there is one, and the loans that need it already. */
export async function readAccountForLoan(
  session: Session,
  id: string,
): Promise<{ account: AccountState | undefined; openLoans: OpenLoans }> {
  const wanted = [keys.balance(session.tenant, id), keys.openLoans(session.tenant, id)];
  const items = await readToDecide(session, isId('acc', id) ? wanted : []);
  const balance = items.find(({ SK }) => SK === 'B');
  return {
    account: balance && accountStateFields.fromItem(balance),
    openLoans: openLoansIn(items, id),
  };
}

/** Counts the loans of one account anew, if that changes the count. */
export function recountWrites(
  { store, tenant }: Session,
  before: OpenLoans,
  changes: readonly LoanChange[],
): Write[] {
  const after = recount(before, changes);
  if (after === before) return [];
  const item = openLoansItem(tenant, after);
  if (before.version === 0) return [putNew(store.ledgerTable, item)];
  return [replaceVersion(store.ledgerTable, item, before.version)];
}

/** As recountWrites, for loans of any accounts; one request to the store if a count may change. */
export async function readAndRecount(
  session: Session,
  changes: readonly LoanChange[],
): Promise<Write[]> {
  const { tenant } = session;
  const accountOfChange = ({ after }: LoanChange) => after.terms.accountId;
  const moved = changes.filter(({ before, after }) => !before || isOpen(before) !== isOpen(after));
  const accountIds = [...new Set(moved.map(accountOfChange))];
  if (accountIds.length === 0) return [];
  const wanted = accountIds.map((id) => keys.openLoans(tenant, id));
  const counts = (await readToDecide(session, wanted)).map(openLoansOf);
  return accountIds.flatMap((id) => {
    const before = counts.find(({ accountId }) => accountId === id) ?? noOpenLoans(id);
    const mine = moved.filter((change) => accountOfChange(change) === id);
    return recountWrites(session, before, mine);
  });
}

/** Nothing changes, only if no loan needs the account. */
export function checkNoOpenLoans({ store, tenant }: Session, accountId: string): Write {
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
