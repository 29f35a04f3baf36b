// The sessions of an operator, so that they can be listed and ended. An entry is written in the transaction
// of its session.
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { identityKeys, readItem, readPartition } from './identity-table.ts';
import type { IdentityTable, IdentityItem, IdentityKey } from './identity-table.ts';
import { listGrants, readAuthorizations } from './session-authorizations.ts';

/** An operator must sign in again after a working day, even when active. */
export const SESSION_SECONDS = 8 * 3600;

export interface ListedSession {
  readonly uid: string;
  readonly startedAt: number;
  readonly address: string;
  readonly browser: string;
  /** The ids of the applications that it signed in to. */
  readonly clientIds: readonly string[];
  readonly key: IdentityKey;
  readonly grantIds: readonly string[];
}

export interface SessionEntry {
  readonly operatorId: string;
  readonly uid: string;
  readonly startedAt: number;
  readonly ttl: unknown;
  /** The key of the session's own item. */
  readonly session: string;
  /** The grants by client, for earlier versions: this one reads those of the session's own item. */
  readonly grants: Readonly<Record<string, string>>;
  readonly address: string;
  readonly browser: string;
}

const BROWSER_LENGTH_MAX = 200;

/**
 * Ends a session. A mark takes its place as long as it could have lasted, because each request of a session stores it
 * again at its end, also one that began before.
 */
export async function endSession(table: IdentityTable, key: IdentityKey): Promise<void> {
  const ttl = Math.floor(Date.now() / 1000) + SESSION_SECONDS;
  const Item = { ...key, ended: true, ttl };
  await table.documents.send(new PutCommand({ TableName: table.name, Item }));
}

/** What holds for a session that `endSession` has not ended. */
export const NOT_ENDED = 'attribute_not_exists(ended)';

export function isLivingSession(item: IdentityItem | undefined): item is IdentityItem {
  return item !== undefined && item.ended !== true;
}

/** Builds the item of an entry. */
export function toSessionEntryItem(entry: SessionEntry): IdentityItem {
  return {
    ...identityKeys.operatorSession(entry.operatorId, entry.uid),
    started_at: entry.startedAt,
    ttl: entry.ttl,
    session: entry.session,
    grants: entry.grants,
    address: entry.address,
    browser: entry.browser.slice(0, BROWSER_LENGTH_MAX),
  };
}

/** Lists the sessions that have not ended, newest first. */
export async function listOperatorSessions(
  table: IdentityTable,
  operatorId: string,
): Promise<ListedSession[]> {
  const items = await readPartition(table, identityKeys.operatorSession(operatorId, '').PK);
  const now = Date.now() / 1000;
  const sessions = await Promise.all(
    items
      .filter(({ ttl }) => Number(ttl) > now)
      .map(async (entry) => {
        const key = { PK: String(entry.session), SK: identityKeys.artifact('Session', '').SK };
        const session = await readItem(table, key);
        // A sign-out ends the session and does not know this entry.
        return isLivingSession(session) ? [toListedSession(entry, key, session)] : [];
      }),
  );
  return sessions.flat().toSorted((a, b) => b.startedAt - a.startedAt);
}

/** Ends a session and every token that it led to: these first, because an ended session is listed no more. */
export async function endOperatorSession(
  table: IdentityTable,
  operatorId: string,
  { uid, key, grantIds }: ListedSession,
): Promise<void> {
  const remove = async ({ PK, SK }: IdentityKey) => {
    await table.documents.send(new DeleteCommand({ TableName: table.name, Key: { PK, SK } }));
  };
  for (const id of grantIds) await remove(identityKeys.artifact('Grant', id));
  await endSession(table, key);
  await remove(identityKeys.operatorSession(operatorId, uid));
}

function toListedSession(
  entry: IdentityItem,
  key: IdentityKey,
  session: IdentityItem,
): ListedSession {
  const grants = listGrants(readAuthorizations(session)).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return {
    uid: String(entry.SK),
    startedAt: Number(entry.started_at),
    address: String(entry.address),
    browser: String(entry.browser),
    clientIds: grants.map(([clientId]) => clientId),
    key,
    grantIds: grants.map(([, grantId]) => grantId),
  };
}
