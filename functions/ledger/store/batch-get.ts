import { setTimeout as sleep } from 'node:timers/promises';
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { RetryableError } from './retries.ts';
import type { Item } from '../journal/items.ts';
import type { Key } from './keys.ts';
import type { Store } from './store.ts';
import { sendWithDeadline } from './store.ts';

const KEYS_MAX = 100;
const ROUNDS_MAX = 5;

type KeysByTable = Record<string, readonly Key[]>;

/**
 * Reads items by key, strongly consistent, in requests of 100 keys. Items that do not exist are
 * left out; what the store could not answer at once is asked for again.
 */
export async function batchGet(store: Store, table: string, keys: readonly Key[]): Promise<Item[]> {
  const pages = Array.from({ length: Math.ceil(keys.length / KEYS_MAX) }, (_, page) =>
    keys.slice(page * KEYS_MAX, (page + 1) * KEYS_MAX),
  );
  const answers = await Promise.all(pages.map((page) => batchGetTables(store, { [table]: page })));
  return answers.flatMap((answer) => answer[table] ?? []);
}

/** As `batchGet` for at most 100 keys in all, over several tables, in one request. */
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
  throw new RetryableError('the store left keys unread');
}

function sendBatchGet(store: Store, keys: KeysByTable) {
  const requests = Object.entries(keys).map(([table, wanted]) => [
    table,
    { Keys: [...wanted], ConsistentRead: true },
  ]);
  const command = new BatchGetCommand({ RequestItems: Object.fromEntries(requests) });
  return sendWithDeadline(store, (until) => store.documents.send(command, until));
}
