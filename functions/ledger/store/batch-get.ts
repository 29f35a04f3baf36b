import { setTimeout as sleep } from 'node:timers/promises';
import { BatchGetCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { RetryableError } from './retries.ts';
import type { Item } from './item.ts';
import type { Key } from './keys.ts';
import type { Store } from './store.ts';
import { callStore } from './store.ts';

const KEYS_MAX = 100;
const ROUNDS_MAX = 5;

type KeysByTable = Record<string, readonly Key[]>;

/** One item of the ledger, or of another table, strongly consistent: one request. */
export async function getItem(
  { store }: { readonly store: Store },
  key: Key,
  table = store.ledgerTable,
): Promise<Item | undefined> {
  const { documents } = store;
  const command = new GetCommand({ TableName: table, Key: key, ConsistentRead: true });
  const answer = await callStore(store, (until) => documents.send(command, until));
  return answer.Item as Item | undefined;
}

/**
 * Reads items by key, strongly consistently, in requests of 100 keys. Omits items that do not exist,
 * and requests unprocessed keys again. Throws a RetryableError if some stay unprocessed.
 */
export async function batchGet(store: Store, table: string, keys: readonly Key[]): Promise<Item[]> {
  const pages = Array.from({ length: Math.ceil(keys.length / KEYS_MAX) }, (_, page) =>
    keys.slice(page * KEYS_MAX, (page + 1) * KEYS_MAX),
  );
  const answers = await Promise.all(pages.map((page) => batchGetTables(store, { [table]: page })));
  return answers.flatMap((answer) => answer[table] ?? []);
}

/** Like `batchGet`, for at most 100 keys in total over several tables, in one request. */
export async function batchGetTables(
  store: Store,
  keys: KeysByTable,
): Promise<Record<string, Item[]>> {
  const found: Record<string, Item[]> = {};
  let wanted: KeysByTable = keys;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const { Responses: responses = {}, UnprocessedKeys: left = {} } = await sendBatchGet(
      store,
      wanted,
    );
    for (const [table, items] of Object.entries(responses)) {
      (found[table] ??= []).push(...(items as Item[]));
    }
    if (Object.keys(left).length === 0) return found;
    wanted = Object.fromEntries(
      Object.entries(left).map(([table, rest]) => [table, (rest.Keys ?? []) as Key[]]),
    );
    await sleep(Math.random() * 20 * 2 ** round);
  }
  throw new RetryableError('busy', 'the store left keys unprocessed');
}

function sendBatchGet(store: Store, keys: KeysByTable) {
  const requests = Object.entries(keys).map(([table, wanted]) => [
    table,
    { Keys: [...wanted], ConsistentRead: true },
  ]);
  const command = new BatchGetCommand({ RequestItems: Object.fromEntries(requests) });
  return callStore(store, (until) => store.documents.send(command, until));
}
