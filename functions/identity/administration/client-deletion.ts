// Deletes clients. Their tokens end with them: the authorizer and the provider find no client any more.
import { readClient, toDeletedClientItem } from '../clients.ts';
import type { Client } from '../clients.ts';
import { identityKeys } from '../storage/identity-table.ts';
import { SESSION_SECONDS } from '../storage/operator-sessions.ts';
import { describeClient } from './clients.ts';
import { ChangeRefusal, commitChange } from './identity-change.ts';
import type { Administration } from './identity-change.ts';

/** An instance of the service may know a client for another minute, and start a session in it. */
const ID_RESERVED_SECONDS = SESSION_SECONDS + 300;

/**
 * Deletes a client and returns it. Its id is free for another one when the last session that it could have
 * started is over: until then a client of the same id would bring its tokens back.
 */
export async function deleteClient(
  administration: Administration,
  clientId: string,
): Promise<Client> {
  const { table } = administration;
  const otherwise = `There is no client ${clientId}.`;
  const client = await readClient(table, clientId);
  if (client === undefined) throw new ChangeRefusal(otherwise);
  const freeAt = Math.floor(Date.now() / 1000) + ID_RESERVED_SECONDS;
  const Item = toDeletedClientItem(clientId, freeAt);
  await commitChange(administration, {
    action: 'client.deleted',
    ...describeClient(client),
    writes: [
      {
        Put: {
          TableName: table.name,
          Item,
          ConditionExpression: '#kind = :kind',
          ExpressionAttributeNames: { '#kind': 'kind' },
          ExpressionAttributeValues: { ':kind': client.kind },
        },
      },
      { Delete: { TableName: table.name, Key: identityKeys.clientEntry(clientId) } },
    ],
    otherwise,
  });
  return client;
}
