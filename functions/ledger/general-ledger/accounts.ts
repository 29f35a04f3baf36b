// Reads and writes of the chart of accounts. Every read is strongly consistent.
import { describeMissingLedgerAccount } from '../../domain/general-ledger/accounts.ts';
import type { GeneralLedgerAccount } from '../../domain/general-ledger/accounts.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { isAccountCode } from '../../domain/values/text-patterns.ts';
import type { Write } from '../commit/commit.ts';
import { buildVersionCheck, buildVersionedWrite } from '../commit/conditional-writes.ts';
import { readToDecide } from '../commit/read-to-decide.ts';
import type { Session } from '../commit/session.ts';
import { batchGet, getItem } from '../store/batch-get.ts';
import { keys } from '../store/keys.ts';
import { listPartition, runWholeQuery } from '../store/merged-lists.ts';
import { toPage } from '../store/pages.ts';
import type { Page } from '../store/pages.ts';
import { generalLedgerAccountFields } from './items.ts';

/** One account: one request. Refuses with general_ledger_account_not_found. */
export async function readLedgerAccount(
  session: Session,
  code: string,
): Promise<GeneralLedgerAccount> {
  const key = keys.generalLedgerAccount(session.tenant, code);
  const item = isAccountCode(code) ? await getItem(session, key) : undefined;
  if (!item) {
    throw new Refusal('general_ledger_account_not_found', describeMissingLedgerAccount(code));
  }
  return generalLedgerAccountFields.fromItem(item);
}

/** The accounts of these codes that exist: one request for each hundred. */
export async function readLedgerAccounts(
  { store, tenant }: Session,
  codes: readonly string[],
): Promise<GeneralLedgerAccount[]> {
  const wanted = codes.map((code) => keys.generalLedgerAccount(tenant, code));
  const items = await batchGet(store, store.ledgerTable, wanted);
  return items.map(generalLedgerAccountFields.fromItem);
}

/** The parents of these accounts and of all above them: one request for each level. */
export async function readParents(
  session: Session,
  codes: readonly string[],
): Promise<Map<string, string | undefined>> {
  const parents = new Map<string, string | undefined>();
  let wanted = codes;
  while (wanted.length > 0) {
    const accounts = await readLedgerAccounts(session, wanted);
    for (const { code, parent } of accounts) parents.set(code, parent);
    const above = accounts.flatMap(({ parent }) => parent ?? []);
    wanted = [...new Set(above)].filter((code) => !parents.has(code));
  }
  return parents;
}

/**
 * The accounts of the chart among these codes, by code: one request for each megabyte between the first
 * and the last of them.
 */
export async function readNamedAccounts(
  { store, tenant }: Session,
  codes: readonly string[],
): Promise<ReadonlyMap<string, GeneralLedgerAccount>> {
  // The store orders keys by their bytes.
  const sorted = codes.map((code) => Buffer.from(code)).toSorted(Buffer.compare);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  const items = await runWholeQuery(store, {
    TableName: store.ledgerTable,
    KeyConditionExpression: 'PK = :chart AND SK BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':chart': keys.generalLedgerAccounts(tenant),
      ':first': first.toString(),
      ':last': last.toString(),
    },
    ConsistentRead: true,
  });
  const accounts = items.map(generalLedgerAccountFields.fromItem);
  return new Map(accounts.map((account) => [account.code, account]));
}

/** The accounts of these codes that exist, read by readToDecide. */
export async function readLedgerAccountsToDecide(
  session: Session,
  codes: readonly string[],
): Promise<Map<string, GeneralLedgerAccount>> {
  const wanted = codes.map((code) => keys.generalLedgerAccount(session.tenant, code));
  const accounts = (await readToDecide(session, wanted)).map(generalLedgerAccountFields.fromItem);
  return new Map(accounts.map((account) => [account.code, account]));
}

/** A page of the chart in the order of its codes: one request. */
export async function listLedgerAccounts(
  { store, tenant }: Session,
  after: string | undefined,
  limit: number,
): Promise<Page<GeneralLedgerAccount>> {
  const partition = keys.generalLedgerAccounts(tenant);
  const { items, hasMore } = await listPartition(store, { partition, after }, limit);
  return toPage(items.map(generalLedgerAccountFields.fromItem), hasMore, items.at(-1)?.SK);
}

/** Adds the account, or replaces it, provided that it has not changed meanwhile. */
export function buildLedgerAccountWrite(session: Session, account: GeneralLedgerAccount): Write {
  const key = keys.generalLedgerAccount(session.tenant, account.code);
  const item = generalLedgerAccountFields.toItem(key, account);
  return buildVersionedWrite(session, item, account.version);
}

/**
 * Checks that the accounts above one have not changed meanwhile: two changes at the same time must not
 * make accounts parts of each other.
 */
export function buildAncestorChecks(
  session: Session,
  ancestors: readonly GeneralLedgerAccount[],
): Write[] {
  return ancestors.map(({ code, version }) =>
    buildVersionCheck(session, keys.generalLedgerAccount(session.tenant, code), version),
  );
}
