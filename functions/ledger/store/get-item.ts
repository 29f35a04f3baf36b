import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Item } from './item.ts';
import type { Key } from './keys.ts';
import { attempt } from './store.ts';
import type { Store } from './store.ts';

/** One item, strongly consistent: one request. */
export async function getItem(
  { store }: { readonly store: Store },
  key: Key,
): Promise<Item | undefined> {
  const { documents, ledgerTable } = store;
  const command = new GetCommand({ TableName: ledgerTable, Key: key, ConsistentRead: true });
  const answer = await attempt(store, (until) => documents.send(command, until));
  return answer.Item as Item | undefined;
}
