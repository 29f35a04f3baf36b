// Every order that Streams allows, through the projector and the database: the history arrives
// shuffled, repeated, in batches of any size, two at a time, with unreadable receipts in between.
// PROJECTION_WAYS=1000 npm test -- test/projections/out-of-order.test.ts takes a minute or two.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Item } from '../../functions/ledger/store/item.ts';
import { returnToPresent, stopTimeAt } from '../support/stack/advance-time.ts';
import { startLedger } from '../support/stack/ledger.ts';
import type { TestLedger } from '../support/stack/ledger.ts';
import { createHistory, copyToTenant } from '../support/projections/projected-history.ts';
import { readAllRecords } from '../support/projections/tables.ts';
import { consumeRecords, toStreamRecords } from '../support/projections/projections.ts';
import { buildRandom as randomFrom } from '../support/fixtures/random.ts';
import { openDirectClient } from '../support/stack/tables.ts';

const WAYS = Number(process.env['PROJECTION_WAYS'] ?? 40);
const SEED = 20261120;

const client = openDirectClient();
let ledger: TestLedger;
let history: Item[];
let inOrder: object;

const recordsAs = (tenant: string) =>
  readAllRecords({ client, table: ledger.tables.projections, tenant });

beforeAll(async () => {
  ledger = await startLedger();
  // All of one month, as the general ledger has rows for each.
  stopTimeAt(Date.parse('2026-11-20T12:00:00Z'));
  history = await createHistory(ledger);
  returnToPresent();
  await consumeRecords(toStreamRecords(history));
  inOrder = await recordsAs('acme');
});
afterAll(async () => {
  client.destroy();
  await ledger.stop();
});

type RandomSource = ReturnType<typeof randomFrom>;

function shuffled<Element>(all: readonly Element[], random: RandomSource): Element[] {
  return all
    .map((one) => [random(), one] as const)
    .sort(([left], [right]) => left - right)
    .map(([, one]) => one);
}

/** Receipts that cannot be read, and one whose events cannot. */
function poisonOf(receipt: Item, tenant: string): Item[] {
  const { PK: _, events, ...rest } = receipt;
  const key = (name: string) => ({ PK: `T#${tenant}#RCP#${name}`, ...rest });
  const nameless = (events as Item[]).map((event) => ({ ...event, id: `evt_x-${tenant}` }));
  return [
    { ...key('poison-no-answer'), answer: Buffer.from('nonsense'), events },
    { ...key('poison-no-events') },
    {
      ...key('poison-no-place'),
      events: nameless.map((one) => ({ ...one, payload_at: '/nowhere' })),
    },
  ] as Item[];
}

/** Batches of one to ten records. */
function batchesOf(records: readonly DynamoDBRecord[], random: RandomSource): DynamoDBRecord[][] {
  const batches: DynamoDBRecord[][] = [];
  let rest = records;
  while (rest.length > 0) {
    const size = 1 + Math.floor(random() * 10);
    batches.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return batches;
}

/** Delivers the history in one random order and returns the reported receipts. */
async function feed(way: number, tenant: string, poison: readonly Item[]): Promise<string[]> {
  const random = randomFrom(SEED + way);
  const own = copyToTenant(history, tenant);
  const again = own.filter(() => random() < 0.3);
  const records = toStreamRecords(shuffled([...own, ...again, ...poison], random));
  const batches = batchesOf(records, random);
  const failed = new Set<string>();
  while (batches.length > 0) {
    const together = batches.splice(0, random() < 0.5 ? 2 : 1);
    for (const { batchItemFailures } of await Promise.all(together.map(consumeRecords))) {
      for (const { itemIdentifier } of batchItemFailures) failed.add(itemIdentifier);
    }
  }
  return records
    .filter(({ dynamodb }) => failed.has(dynamodb?.SequenceNumber ?? ''))
    .map(({ dynamodb }) => String(dynamodb?.Keys?.['PK']?.S));
}

test(`${WAYS} random orders end as in order, with the unreadable receipts isolated`, async () => {
  const postedEntry = history.find(({ operation }) => operation === 'postJournalEntry') as unknown;
  for (let way = 0; way < WAYS; way += 1) {
    const tenant = `way-${way}`;
    const poison = poisonOf(postedEntry as Item, tenant);

    const reported = await feed(way, tenant, poison);

    expect({ way, records: await recordsAs(tenant) }).toEqual({ way, records: inOrder });
    expect(reported.sort()).toEqual(poison.map(({ PK }) => PK).sort());
  }
});

test('the history contains every kind of event', () => {
  const sizes = Object.values(inOrder).map((records) => Object.keys(records).length);

  expect(sizes).toEqual([1, 12, 1, 7, 2, 36, 40]);
});
