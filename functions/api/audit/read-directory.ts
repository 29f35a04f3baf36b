// Reads the directory of operators for the operations, as the contract shows it.
import { Refusal } from '../../domain/refusals/refusals.ts';
import { splitIdList } from '../../domain/values/text-patterns.ts';
import {
  fromDirectoryItem,
  listDirectoryEntries,
  readDirectoryEntry,
} from '../../identity/storage/directory.ts';
import type { DirectoryEntry } from '../../identity/storage/directory.ts';
import { identityKeys, openIdentityTable } from '../../identity/storage/identity-table.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { batchGet } from '../../ledger/store/batch-get.ts';
import { keys } from '../../ledger/store/keys.ts';
import { toPage } from '../../ledger/store/pages.ts';
import type { Page } from '../../ledger/store/pages.ts';
import { callStore } from '../../ledger/store/store.ts';
import { requireVariable } from '../../runtime/environment.ts';
import type { Operator as OperatorBody } from '../../../schemas/generated/types.ts';

const table = openIdentityTable(requireVariable('IDENTITY_TABLE'));

/** Who an operator or a service of the tenant is: one request. Refuses with operator_not_found. */
export async function readOperatorView(session: Session, id: string): Promise<OperatorBody> {
  const tenantId = requireTenant(session);
  const entry = await callStore(session.store, (until) =>
    readDirectoryEntry(table, { tenantId, id }, until),
  );
  if (entry) return toOperatorView(entry);
  throw new Refusal('operator_not_found', `No token of ${id.slice(0, 64)} was seen yet.`);
}

/** A page of the operators and services of the tenant: one request. */
export async function listOperatorViews(
  session: Session,
  after: string | undefined,
  limit: number,
): Promise<Page<OperatorBody>> {
  const tenantId = requireTenant(session);
  const { entries, hasMore } = await callStore(session.store, (until) =>
    listDirectoryEntries(table, tenantId, { after, limit }, until),
  );
  return toPage(entries.map(toOperatorView), hasMore, entries.at(-1)?.id);
}

// The store of the session may have credentials for the tables of the ledger alone (ADR 123).
const directoryOf = ({ store }: Session) => ({ ...store, documents: table.documents });

/** The names of those of the tenant's operators and services that have one, by id: one request for 100 of them. */
export async function readOperatorNames(
  session: Session,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const tenantId = requireTenant(session);
  const wanted = [...new Set(ids)].map((id) => identityKeys.directory(tenantId, id));
  const items = await batchGet(directoryOf(session), table.name, wanted);
  const names = items.map(fromDirectoryItem).map(({ id, names: { name, preferredUsername } }) => {
    return [id, name ?? preferredUsername] as const;
  });
  return new Map(names.flatMap(([id, name]) => (name === undefined ? [] : [[id, name] as const])));
}

interface OperatorRequest {
  readonly after: string | undefined;
  readonly limit: number;
  /** Whether the caller may read the whole directory, with the addresses of operators. */
  readonly canList: boolean;
}

/** The operators and services of the tenant with these ids, in their order: one request. */
export async function findOperatorViews(
  session: Session,
  ids: string,
  { after, limit, canList }: OperatorRequest,
): Promise<Page<OperatorBody>> {
  const tenantId = requireTenant(session);
  const given = splitIdList(ids);
  const rest = given.slice(after === undefined ? 0 : given.indexOf(after) + 1);
  const wanted = rest.map((id) => identityKeys.directory(tenantId, id));
  const items = await batchGet(directoryOf(session), table.name, wanted);
  const found = new Map(items.map((item) => [item.SK, fromDirectoryItem(item)]));
  const known = rest.flatMap((id) => found.get(id) ?? []);
  const entries = known.slice(0, limit);
  const views = entries.map(toOperatorView).map(({ email, ...names }) => {
    return canList && email !== undefined ? { ...names, email } : names;
  });
  return toPage(views, known.length > limit, entries.at(-1)?.id);
}

// Nothing is read for a text that cannot be the name of a tenant.
function requireTenant({ tenant }: Session): string {
  keys.tenant(tenant);
  return tenant;
}

function toOperatorView(entry: DirectoryEntry): OperatorBody {
  const { id, kind, issuer, names, firstSeenAt, lastSeenAt, forgottenAt } = entry;
  const { name, preferredUsername, email } = names;
  return {
    id,
    kind,
    issuer,
    ...(name !== undefined && { name }),
    ...(preferredUsername !== undefined && { preferred_username: preferredUsername }),
    ...(email !== undefined && { email }),
    first_seen_at: firstSeenAt,
    last_seen_at: lastSeenAt,
    ...(forgottenAt !== undefined && { forgotten_at: forgottenAt }),
  };
}
