// Finds the page of a record by what an operator has of it: its identifier, the identifier of the institution's own
// systems, the customer, or the Idempotency-Key of the request that made it.
import type { LedgerClient } from '../../../client/client.ts';
import { ApiFailure, requireData } from './api-failure.ts';

type FindAddress = (id: string) => string | undefined;

/** Returns the address of the page; undefined if the operator may see nothing with this identifier. */
export async function findRecord(
  ledger: LedgerClient,
  typed: string,
  findAddress: FindAddress,
): Promise<string | undefined> {
  const id = typed.trim();
  const known = findAddress(id);
  if (id === '' || known !== undefined) return known;
  const found = await Promise.all(
    [findTransaction, findExternalAccount, findMadeRecord, findCustomer].map(async (find) =>
      ignoreRefusal(find(ledger, id, findAddress)),
    ),
  );
  return found.find((address) => address !== undefined);
}

async function findTransaction(ledger: LedgerClient, transactionId: string, find: FindAddress) {
  if (!transactionId.startsWith('txn_')) return undefined;
  const params = { path: { transactionId } };
  const transaction = requireData(
    await ledger.GET('/api/transactions/{transactionId}', { params }),
  );
  return find(transaction.journal_entry_id);
}

async function findExternalAccount(ledger: LedgerClient, external_id: string, find: FindAddress) {
  const query = { external_id, limit: 1 };
  const [account] = requireData(await ledger.GET('/api/accounts', { params: { query } }));
  return account && find(account.id);
}

async function findCustomer(ledger: LedgerClient, customer_id: string) {
  const query = { customer_id, limit: 1 };
  const accounts = requireData(await ledger.GET('/api/accounts', { params: { query } }));
  return accounts.length === 0
    ? undefined
    : `/accounts?${new URLSearchParams({ customer_id }).toString()}`;
}

async function findMadeRecord(ledger: LedgerClient, key: string, find: FindAddress) {
  const params = { path: { key } };
  const { answer } = requireData(await ledger.GET('/api/receipts/{key}', { params }));
  const { id } = (answer.body ?? {}) as { readonly id?: unknown };
  return typeof id === 'string' ? find(id) : undefined;
}

// What an operator may not read, or what no filter accepts, is not found. A lost answer is an error.
async function ignoreRefusal<Found>(search: Promise<Found>): Promise<Found | undefined> {
  try {
    return await search;
  } catch (error) {
    if (error instanceof ApiFailure && error.status < 500) return undefined;
    throw error;
  }
}
