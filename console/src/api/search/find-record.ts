// Finds the page of a record by what an operator has of it: its identifier or its name, the identifier of the
// institution's own systems, the customer, or the Idempotency-Key of the request that made it.
import type { LedgerClient } from '../../../../client/client.ts';
import { ApiFailure, requireData } from '../api-failure.ts';
import { findConfiguration } from './find-configuration.ts';

export type FindAddress = (id: string) => string | undefined;

/** Looks for one kind of record. */
export type FindKind = (
  ledger: LedgerClient,
  typed: string,
  find: FindAddress,
) => Promise<string | undefined>;

/** Returns the address of the page; undefined if the operator may see nothing with this identifier or name. */
export async function findRecord(
  ledger: LedgerClient,
  typed: string,
  findAddress: FindAddress,
): Promise<string | undefined> {
  const text = typed.trim();
  const known = findAddress(text);
  if (text === '' || known !== undefined) return known;
  const found = await Promise.all(
    FINDERS.map((find) => ignoreRefusal(find(ledger, text, findAddress))),
  );
  return found.find((address) => address !== undefined);
}

const findTransaction: FindKind = async (ledger, transactionId, find) => {
  if (!transactionId.startsWith('txn_')) return undefined;
  const params = { path: { transactionId } };
  const transaction = requireData(
    await ledger.GET('/api/transactions/{transactionId}', { params }),
  );
  return find(transaction.journal_entry_id);
};

const findAccountEntry: FindKind = async (ledger, entry_id, find) => {
  if (!entry_id.startsWith('ent_')) return undefined;
  const query = { entry_id, limit: 1 };
  const { items } = requireData(await ledger.GET('/api/journal-entries', { params: { query } }));
  return items[0] && find(items[0].id);
};

const findExternalAccount: FindKind = async (ledger, external_id, find) => {
  const query = { external_id, limit: 1 };
  const [account] = requireData(await ledger.GET('/api/accounts', { params: { query } }));
  return account && find(account.id);
};

const findCustomer: FindKind = async (ledger, customer_id) => {
  const query = { customer_id, limit: 1 };
  const accounts = requireData(await ledger.GET('/api/accounts', { params: { query } }));
  return accounts.length === 0
    ? undefined
    : `/accounts?${new URLSearchParams({ customer_id }).toString()}`;
};

// The only one whose name begins so: an address of several would hold the name.
const findNamedAccount: FindKind = async (ledger, name_prefix, find) => {
  const query = { name_prefix, limit: 2 };
  const named = requireData(await ledger.GET('/api/accounts', { params: { query } }));
  const [account] = named;
  return named.length === 1 && account ? find(account.id) : undefined;
};

const findMadeRecord: FindKind = async (ledger, key, find) => {
  const params = { path: { key } };
  const { answer } = requireData(await ledger.GET('/api/receipts/{key}', { params }));
  const { id } = (answer.body ?? {}) as { readonly id?: unknown };
  return typeof id === 'string' ? find(id) : undefined;
};

const findWebhook: FindKind = async (ledger, url, find) => {
  if (!/^https?:/.test(url)) return undefined;
  const { items } = requireData(await ledger.GET('/api/webhooks'));
  const webhook = items.find((each) => each.url === url);
  return webhook && find(webhook.id);
};

const findHolder: FindKind = async (ledger, typed) => {
  const query = /^(op|svc)_/.test(typed) ? { ids: typed, limit: 1 } : { limit: HOLDERS };
  const { items } = requireData(await ledger.GET('/api/operators', { params: { query } }));
  const named = typed.toLowerCase();
  const found = items.filter(({ id, name, preferred_username: username, email }) =>
    [id, name, username, email].some((own) => own?.toLowerCase() === named),
  );
  const [holder] = found;
  if (found.length !== 1 || !holder) return undefined;
  return `/admin?${new URLSearchParams({ open: holder.id }).toString()}`;
};

/** Of the operators and services that are found by name. */
const HOLDERS = 100;

/** Identifiers before names. */
const FINDERS: readonly FindKind[] = [
  findTransaction,
  findAccountEntry,
  findExternalAccount,
  findMadeRecord,
  findWebhook,
  findHolder,
  findConfiguration,
  findCustomer,
  findNamedAccount,
];

// What an operator may not read, or what no filter accepts, is not found. A lost answer is an error.
async function ignoreRefusal<Found>(search: Promise<Found>): Promise<Found | undefined> {
  try {
    return await search;
  } catch (error) {
    if (error instanceof ApiFailure && error.status < 500) return undefined;
    throw error;
  }
}
