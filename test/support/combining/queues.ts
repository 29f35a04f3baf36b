// Queues of contended accounts, in tests of the operations on real tables (ADR 125).
import { setTimeout as sleep } from 'node:timers/promises';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { CONTENDED_AT } from '../../../functions/ledger/commit/combining/contention.ts';
import {
  buildQueuePartition,
  LEASE_KEY,
} from '../../../functions/ledger/commit/combining/intents.ts';
import type { Item } from '../../../functions/ledger/store/item.ts';
import { keys } from '../../../functions/ledger/store/keys.ts';
import type { TestLedger } from '../stack/ledger.ts';
import { openDirectClient, readAllItems } from '../stack/tables.ts';

/** Some seconds, on any machine. */
const READS_MAX = 3_000;

const MARKING_PAUSE_MS = 50;

const FAR = 4_102_444_800_000n;

async function withClient<Result>(
  run: (client: ReturnType<typeof openDirectClient>) => Promise<Result>,
): Promise<Result> {
  const client = openDirectClient();
  try {
    return await run(client);
  } finally {
    client.destroy();
  }
}

/** Marks the account's balance as contended until the next posting, so that this one joins the queue. */
export function markContended(
  { tables }: TestLedger,
  accountId: string,
  tenant = 'acme',
): Promise<void> {
  return withClient(async (client) => {
    const key = { TableName: tables.ledger, Key: keys.balance(tenant, accountId) };
    const { Item: item } = await client.send(new GetCommand({ ...key, ConsistentRead: true }));
    const marked = { ...item, [CONTENDED_AT]: FAR };
    await client.send(new PutCommand({ TableName: tables.ledger, Item: marked }));
  });
}

/** Marks all balances again and again until `run` ends, so that nearly every posting joins a queue. */
export async function whileContended<Result>(
  { tables }: TestLedger,
  run: () => Promise<Result>,
): Promise<Result> {
  const ended = new AbortController();
  const marking = withClient(async (client) => {
    while (!ended.signal.aborted) {
      const items = await readAllItems(tables.ledger);
      for (const { PK, SK } of items.filter(({ PK: key }) => key.split('#')[2] === 'BAL')) {
        const command = new UpdateCommand({
          TableName: tables.ledger,
          Key: { PK, SK },
          UpdateExpression: 'SET contended_at = :far',
          ConditionExpression: 'attribute_exists(PK)',
          ExpressionAttributeValues: { ':far': FAR },
        });
        await client.send(command).catch(ignoreDeleted);
      }
      await sleep(MARKING_PAUSE_MS);
    }
  });
  try {
    return await run();
  } finally {
    ended.abort();
    await marking;
  }
}

// A history deletes its records when it ends.
function ignoreDeleted(error: unknown): void {
  if (!(error instanceof ConditionalCheckFailedException)) throw error;
}

interface QueueLead {
  readonly tenant?: string;
  readonly until?: bigint;
  readonly holder?: string;
}

/** Gives the lease of the queue to a process that does nothing, until that time. */
export function leadQueue(
  { intentsTable }: TestLedger,
  accountId: string,
  { tenant = 'acme', until = FAR, holder = 'another process' }: QueueLead = {},
): Promise<void> {
  return putInQueue(intentsTable, buildQueuePartition(tenant, accountId), {
    SK: LEASE_KEY,
    holder,
    expires_at: until,
  });
}

/** Puts an item of any form into the account's queue. */
export function putIntoQueue(
  { intentsTable }: TestLedger,
  accountId: string,
  item: Omit<Item, 'PK'>,
): Promise<void> {
  return putInQueue(intentsTable, buildQueuePartition('acme', accountId), item);
}

function putInQueue(table: string, PK: string, item: object): Promise<void> {
  return withClient(async (client) => {
    await client.send(new PutCommand({ TableName: table, Item: { PK, ...item } }));
  });
}

/** The intents that wait, of all accounts. */
export async function listIntents({ intentsTable }: TestLedger, tenant?: string): Promise<Item[]> {
  const items = await readAllItems(intentsTable);
  return items.filter(
    ({ PK, SK }) => SK !== LEASE_KEY && (!tenant || PK.startsWith(`T#${tenant}#`)),
  );
}

/** Deletes all intents, as a combiner that returns them. */
export async function removeIntents(ledger: TestLedger): Promise<void> {
  const found = await listIntents(ledger);
  await withClient(async (client) => {
    for (const { PK, SK } of found) {
      await client.send(new DeleteCommand({ TableName: ledger.intentsTable, Key: { PK, SK } }));
    }
  });
}

/** Waits until so many intents are in the queues of the tenant. */
export async function untilQueued(
  ledger: TestLedger,
  count: number,
  tenant?: string,
): Promise<Item[]> {
  for (let reads = 0; reads < READS_MAX; reads += 1) {
    const found = await listIntents(ledger, tenant);
    if (found.length >= count) return found;
  }
  throw new Error(`${count} intents never waited at once`);
}
