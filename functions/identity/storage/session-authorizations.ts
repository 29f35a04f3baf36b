// What a session has authorized, client by client. Each client has an attribute of its own in the item of the session:
// requests of one session that run at once store it one after the other, each as it has read it, and the last one must
// not take away what another has added.
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AdapterPayload, ClientAuthorizationState } from 'oidc-provider';
import { identityKeys, readItem } from './identity-table.ts';
import type { IdentityItem, IdentityTable } from './identity-table.ts';

type Authorizations = Readonly<Record<string, ClientAuthorizationState>>;

const PREFIX = 'client#';

/** The clients that have a grant, with its id. */
export function listGrants(authorizations: Authorizations): (readonly [string, string])[] {
  return Object.entries(authorizations).flatMap(([clientId, { grantId }]) =>
    grantId === undefined ? [] : [[clientId, grantId] as const],
  );
}

/** The attributes of the clients of a session. The provider also keeps such that it has authorized nothing for. */
export function toAuthorizationAttributes({ authorizations = {} }: AdapterPayload): IdentityItem {
  return Object.fromEntries(
    listGrants(authorizations).map(([clientId]) => [
      `${PREFIX}${clientId}`,
      authorizations[clientId],
    ]),
  );
}

/** What the item of a session says, also one of an earlier version, which has all of it in its body. */
export function readAuthorizations(item: IdentityItem): Authorizations {
  const { authorizations = {} } = JSON.parse(String(item.body)) as AdapterPayload;
  const stored = Object.entries(item).filter(([name]) => name.startsWith(PREFIX));
  const own = stored.map(([name, state]) => [name.slice(PREFIX.length), state] as const);
  return { ...authorizations, ...(Object.fromEntries(own) as Authorizations) };
}

export interface GrantClaim {
  /** The session's uid. */
  readonly session: string;
  readonly clientId: string;
  /** The grant in whose place the new one comes, because it was revoked. */
  readonly replaced: string | undefined;
  readonly grantId: string;
}

/**
 * Makes a grant that of the session and the client, and returns its id. Of requests that run at once the first one's
 * becomes it, and the others receive that: the session has one grant for each client, and tokens under any other
 * are void. The claim lasts for `seconds`.
 */
export async function claimGrant(
  table: IdentityTable,
  { session, clientId, replaced = '', grantId }: GrantClaim,
  seconds: number,
): Promise<string> {
  const key = identityKeys.sessionGrant(session, clientId, replaced);
  const ttl = Math.floor(Date.now() / 1000) + seconds;
  const command = new PutCommand({
    TableName: table.name,
    Item: { ...key, claimed: grantId, ttl },
    ConditionExpression: 'attribute_not_exists(PK)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    await table.documents.send(command);
    return grantId;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return error.Item?.claimed?.S ?? grantId;
  }
}

/** Lets a grant last until then, in seconds; false if it was revoked, which must not bring it back. */
export async function extendGrant(
  table: IdentityTable,
  grantId: string,
  end: number,
): Promise<boolean> {
  const Key = identityKeys.artifact('Grant', grantId);
  const item = await readItem(table, Key);
  if (item === undefined) return false;
  const payload = JSON.parse(String(item.body)) as AdapterPayload;
  const command = new UpdateCommand({
    TableName: table.name,
    Key,
    UpdateExpression: 'SET body = :body, #ttl = :end',
    ConditionExpression: 'attribute_exists(PK)',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':body': JSON.stringify({ ...payload, exp: end }), ':end': end },
  });
  try {
    await table.documents.send(command);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return false;
  }
}
