// When the secrets and keys of services were last used, so that an administrator sees whether a rotated one
// still is.
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { identityKeys, readPartition } from './identity-table.ts';
import type { IdentityTable } from './identity-table.ts';

const AGAIN_MS = 60_000;
/** Limits the memory of an instance; after that some uses are written sooner. */
const REMEMBERED_MAX = 10_000;

/** Notes that a client signed in with one of its credentials. */
export type NoteCredentialUse = (clientId: string, credentialId: string) => Promise<void>;

/** Writes a use of each credential at most once a minute. */
export function buildCredentialNotes(
  table: IdentityTable,
  now: () => number = Date.now,
): NoteCredentialUse {
  const due = new Map<string, number>();
  return async (clientId, credentialId) => {
    const key = identityKeys.credentialUse(clientId, credentialId);
    const name = JSON.stringify(key);
    if (now() < (due.get(name) ?? 0)) return;
    if (due.size >= REMEMBERED_MAX) due.clear();
    const Item = { ...key, used_at: new Date(now()).toISOString() };
    await table.documents.send(new PutCommand({ TableName: table.name, Item }));
    due.set(name, now() + AGAIN_MS);
  };
}

/** The time of the last use by credential, to the minute. */
export async function readCredentialUses(
  table: IdentityTable,
  clientId: string,
): Promise<ReadonlyMap<string, string>> {
  const items = await readPartition(table, identityKeys.credentialUse(clientId, '').PK);
  return new Map(items.map(({ SK, used_at: usedAt }) => [String(SK), String(usedAt)]));
}
