// Damage to one item of a running stack's ledger, for a while.
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { StoreConnection } from '../../../../commands/verification/connect.ts';
import type { Key } from '../../../../functions/ledger/store/keys.ts';
import { openDirectClient } from '../../stack/tables.ts';

type LedgerPlace = Pick<StoreConnection, 'endpoint' | 'ledger_table'>;

/** Runs with other members in the item, and restores the right ones. */
export async function whileDamaged<Result>(
  { endpoint, ledger_table: TableName }: LedgerPlace,
  { key, members }: { readonly key: Key; readonly members: object },
  run: () => Promise<Result>,
): Promise<Result> {
  const client = openDirectClient(endpoint);
  const { Item } = await client.send(new GetCommand({ TableName, Key: key }));
  await client.send(new PutCommand({ TableName, Item: { ...Item, ...members } }));
  try {
    return await run();
  } finally {
    await client.send(new PutCommand({ TableName, Item }));
    client.destroy();
  }
}
