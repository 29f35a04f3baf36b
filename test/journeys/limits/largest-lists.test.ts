// Every list with records at their largest: each is listed once, page by page, and no page is more than a function
// may answer. A new list fails here until test/support/limits/large-lists.ts says how it gets such records.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ANSWER_BYTES_MAX } from '../../../functions/ledger/store/merged-lists.ts';
import { operations } from '../../../functions/operations/operations.ts';
import type { OperationName } from '../../../functions/operations/operations.ts';
import type { SampleRequest } from '../../../tools/samples/sample.ts';
import { listParameters } from '../../support/contract/published-schemas.ts';
import { readItems, readNextCursor } from '../../support/fixtures/lists.ts';
import { buildSampledTenant } from '../../support/fixtures/sampled-tenant.ts';
import type { SampledTenant } from '../../support/fixtures/sampled-tenant.ts';
import { openLargeList, readFilledTenant } from '../../support/limits/large-lists.ts';
import { startTestStack } from '../../support/stack/stack.ts';
import type { TestStack } from '../../support/stack/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
// The ledger with all of its large records is verified: four minutes on a busy machine.
afterAll(() => stack.stop(), 1_200_000);

/** What Lambda takes from a function; the gateway would take 10 MB. */
const FUNCTION_BYTES_MAX = 6 * 1024 * 1024;

/** A function's result is JSON that holds the body as a text, so that its quotes are escaped again. */
const countResultBytes = (text: string) => Buffer.byteLength(JSON.stringify(text));

type WalkedRecord = Record<string, unknown>;

interface ListWalk {
  readonly records: readonly WalkedRecord[];
  readonly pages: number;
  /** Of the largest page. */
  readonly bytes: number;
}

interface WalkedList {
  readonly tenant: SampledTenant;
  readonly name: OperationName;
  readonly request: SampleRequest;
}

/** Reads the list to its end. */
async function walk({ tenant, name, request }: WalkedList, limit: number): Promise<ListWalk> {
  const records: WalkedRecord[] = [];
  let cursor: string | undefined;
  let [pages, bytes] = [0, 0];
  do {
    const query = { ...request.query, limit: String(limit), ...(cursor && { cursor }) };
    const page = await tenant.send(name, { ...request, query });
    const { status } = page;
    expect({ status, ...(status !== 200 && { body: page.body }) }).toEqual({ status: 200 });
    records.push(...readItems(page));
    bytes = Math.max(bytes, countResultBytes(page.text));
    pages += 1;
    cursor = readNextCursor(page);
  } while (cursor !== undefined);
  return { records, pages, bytes };
}

/** Some minutes: read models lag behind by moments, and on a busy machine by longer. */
const READS_MAX = 400;

async function walkUntil(list: WalkedList, count: number, limit: number): Promise<ListWalk> {
  for (let attempt = 0; attempt < READS_MAX; attempt += 1) {
    const found = await walk(list, limit);
    if (found.records.length >= count) return found;
    await sleep(300);
  }
  throw new Error(`${list.name} does not list ${count} records.`);
}

function readLimitMax(name: OperationName): number {
  const limit = listParameters(name, 'query').find((parameter) => parameter.name === 'limit');
  if (limit?.schema.maximum === undefined) throw new Error(`${name} has no limit for its pages.`);
  return limit.schema.maximum;
}

/** What stays the same while the state of the record changes. */
const identify = ({ id, batchId, entity_id, event_id, ...record }: WalkedRecord) =>
  id ?? batchId ?? entity_id ?? event_id ?? JSON.stringify(record);

const measureLargest = ({ records }: ListWalk) =>
  Math.max(...records.map((record) => countResultBytes(JSON.stringify(record))));

const tenants = new Map<string, SampledTenant>();

function findTenant(name: OperationName): SampledTenant {
  const id = readFilledTenant(name);
  const tenant = tenants.get(id) ?? buildSampledTenant(stack, id);
  tenants.set(id, tenant);
  return tenant;
}

const lists = (Object.keys(operations) as OperationName[]).filter(
  (name) => operations[name].list !== undefined,
);

test.each(lists)(
  '%s shows its largest records once, in pages that a function may answer',
  async (name) => {
    const tenant = findTenant(name);
    const limit = readLimitMax(name);
    const { request, most = limit, add } = await openLargeList(name, tenant.context);
    const list = { tenant, name, request };
    const { records: before } = await walk(list, limit);
    await add?.();
    // At least one: what the preparation has made may not be listed yet.
    const present = await walkUntil(list, Math.max(1, before.length + (add ? 1 : 0)), limit);
    const largest = measureLargest(present);
    const isLarge = largest * Math.min(limit, most) > ANSWER_BYTES_MAX;
    // More than one page holds, so that a page that ends by the number of its records fails.
    const count = isLarge ? Math.ceil((ANSWER_BYTES_MAX * 1.3) / largest) : present.records.length;
    for (let added = present.records.length; added < count; added += 1) await add?.();

    const all = await walkUntil(list, count, limit);
    const few = await walk(list, isLarge ? 5 : 1);

    const ids = new Set(all.records.map(identify));
    const idsOfFew = few.records.map(identify);
    expect(ids.size).toBe(all.records.length);
    expect(new Set(idsOfFew).size).toBe(idsOfFew.length);
    // A read model may list another record between the two walks.
    expect(idsOfFew.filter((id) => ids.has(id))).toEqual([...ids]);
    expect(all.bytes).toBeLessThan(ANSWER_BYTES_MAX + largest);
    expect(all.bytes).toBeLessThan(FUNCTION_BYTES_MAX);
    if (isLarge) expect(all.pages).toBeGreaterThan(1);
  },
);
