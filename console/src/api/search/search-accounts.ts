// Finds the accounts that a text of an operator may stand for.
import type { Account, LedgerClient } from '../../../../client/client.ts';
import { ApiFailure, requireData } from '../api-failure.ts';
import { readListHeaders } from '../list-pages.ts';

/** As many accounts are offered by name. */
const OFFERED = 100;

export interface AccountMatches {
  readonly accounts: readonly Account[];
  /** What the text stands for, if it can be no other account. */
  readonly only: Account | undefined;
}

/** Finds accounts by id, external id, customer or name. */
export async function searchAccounts(ledger: LedgerClient, text: string): Promise<AccountMatches> {
  if (text.startsWith('acc_')) {
    const account = await findAccount(ledger, text);
    return { accounts: account === undefined ? [] : [account], only: account };
  }
  const first = readAccounts(ledger, {});
  if (text === '') return { accounts: requireData(await first), only: undefined };
  const [byExternalId, byCustomer, byName, answer] = await Promise.all([
    listAccounts(ledger, { external_id: text }),
    listAccounts(ledger, { customer_id: text }),
    listNamedAccounts(ledger, text),
    first,
  ]);
  const offered = requireData(answer);
  const named = offered.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
  const whole = [...byExternalId, ...byCustomer, ...byName];
  const accounts = [...new Map([...whole, ...named].map((each) => [each.id, each])).values()];
  // Within a name only the first accounts were looked for: others may have the text there too.
  const { nextCursor } = readListHeaders(answer.response.headers);
  const isCertain = whole.length > 0 || nextCursor === undefined;
  return { accounts, only: isCertain && accounts.length === 1 ? accounts[0] : undefined };
}

interface AccountLookup {
  readonly external_id?: string;
  readonly customer_id?: string;
  readonly name_prefix?: string;
}

function readAccounts(ledger: LedgerClient, filter: AccountLookup) {
  return ledger.GET('/api/accounts', { params: { query: { ...filter, limit: OFFERED } } });
}

async function listAccounts(ledger: LedgerClient, filter: AccountLookup) {
  return requireData(await readAccounts(ledger, filter));
}

// A stage from an earlier version has no list of names before it is built.
async function listNamedAccounts(ledger: LedgerClient, name_prefix: string) {
  return listAccounts(ledger, { name_prefix }).catch((error: unknown) => {
    if (error instanceof ApiFailure && error.code === 'projection_not_built') return [];
    throw error;
  });
}

async function findAccount(ledger: LedgerClient, accountId: string): Promise<Account | undefined> {
  try {
    const path = { accountId };
    return requireData(await ledger.GET('/api/accounts/{accountId}', { params: { path } }));
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return undefined;
    throw error;
  }
}
