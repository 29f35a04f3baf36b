// Batches of which DynamoDB processes the first half and leaves the rest to be requested again.
import { buildJsonAnswer } from '../../../local/http/proxy.ts';
import type { BufferedAnswer } from '../../../local/http/proxy.ts';

interface BatchedKeys {
  readonly Keys: readonly unknown[];
}

/** By table: writes, or the keys to read and how they are read. */
export type BatchedItems = Readonly<Record<string, readonly unknown[] | BatchedKeys>>;

const isKeys = (part: BatchedItems[string]): part is BatchedKeys => 'Keys' in part;
const listParts = (part: BatchedItems[string]) => (isKeys(part) ? part.Keys : part);

/** The number of items in a batch of any number of tables. */
export function countItems(items: BatchedItems = {}): number {
  return Object.values(items).reduce((sum, part) => sum + listParts(part).length, 0);
}

/** The first half of the items, which has at least one, and the rest. */
export function splitBatch(items: BatchedItems): [BatchedItems, BatchedItems] {
  let remaining = Math.ceil(countItems(items) / 2);
  const done: [string, BatchedItems[string]][] = [];
  const left: [string, BatchedItems[string]][] = [];
  for (const [table, part] of Object.entries(items)) {
    const all = listParts(part);
    const put = (to: typeof done, some: readonly unknown[]) => {
      if (some.length > 0) to.push([table, isKeys(part) ? { ...part, Keys: some } : some]);
    };
    put(done, all.slice(0, remaining));
    put(left, all.slice(remaining));
    remaining = Math.max(0, remaining - all.length);
  }
  return [Object.fromEntries(done), Object.fromEntries(left)];
}

/** Adds to the answer what is left to be requested again. */
export function addUnprocessed(
  answer: BufferedAnswer,
  operation: string,
  left: BatchedItems,
): BufferedAnswer {
  if (answer.status !== 200 || countItems(left) === 0) return answer;
  const member = operation === 'BatchWriteItem' ? 'UnprocessedItems' : 'UnprocessedKeys';
  const body = { ...(JSON.parse(answer.body.toString()) as object), [member]: left };
  const { status, headers, body: text } = buildJsonAnswer(200, body);
  return { status, headers, body: Buffer.from(text as string) };
}
