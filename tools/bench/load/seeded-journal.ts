// Writes a journal of any length straight into a table, with only the records that an export reads.
// Each entry is a transfer between accounts with valid hash chains, as the product would write
// them; the requests are built by hand because there are many.
import type { JournalEntry } from '../../../functions/domain/journal/journal.ts';
import { money } from '../../../functions/domain/values/money.ts';
import {
  toChainedFields,
  GENESIS_HASH,
  computeChainHash,
} from '../../../functions/ledger/journal/hash-chain.ts';
import { buildIdGenerator } from '../../../functions/ledger/store/ids.ts';
import { toJournalItem } from '../../../functions/ledger/journal/items.ts';
import { HttpClient } from '../http/http-client.ts';

/** The limit of one request. */
const BATCH = 25;
const PARALLEL_REQUESTS = 8;
/** Even, so that no transfer is between the same account. */
const ACCOUNTS = 200;
const JANUARY = Date.parse('2026-01-01');
const JANUARY_MS = 31 * 86_400_000;

const HEADERS = {
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-target': 'DynamoDB_20120810.BatchWriteItem',
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
};

export interface SeedTarget {
  /** The DynamoDB endpoint. */
  readonly endpoint: string;
  readonly table: string;
  readonly shards: number;
}

/** Transfers spread evenly over January 2026, posted by one operator or by whom each position names. */
export async function seedJournal(
  { endpoint, table, shards }: SeedTarget,
  tenant: string,
  entries: number,
  findPoster: (position: number) => string = () => 'ada',
): Promise<void> {
  const seed = { tenant, shards, entries, findPoster };
  await writeItems({ endpoint, table }, generateJournal(seed));
}

/** Writes the items, each with a key of its own. */
export async function writeItems(
  { endpoint, table }: Omit<SeedTarget, 'shards'>,
  items: Iterable<object>,
): Promise<void> {
  const client = new HttpClient(endpoint);
  const batches = splitIntoBatches(items);
  // Each free worker takes the next batch.
  const putAll = async () => {
    for (const puts of batches) {
      const body = JSON.stringify({ RequestItems: { [table]: puts } });
      const text = await client.requireSuccess({
        method: 'POST',
        path: '/',
        headers: HEADERS,
        body,
      });
      const { UnprocessedItems: left = {} } = JSON.parse(text) as { UnprocessedItems?: object };
      if (Object.keys(left).length > 0) throw new Error('The engine does not keep up.');
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, putAll));
  client.close();
}

function* splitIntoBatches(items: Iterable<object>): Generator<object[]> {
  let batch: object[] = [];
  for (const item of items) {
    batch.push({ PutRequest: { Item: toAttributes(item) } });
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

interface SeededAccount {
  readonly id: string;
  balance: bigint;
  sequence: number;
  head: string;
}

interface JournalSeed {
  readonly tenant: string;
  readonly shards: number;
  readonly entries: number;
  readonly findPoster: (position: number) => string;
}

function* generateJournal({ tenant, shards, entries, findPoster }: JournalSeed): Generator<object> {
  const newId = buildIdGenerator(shards);
  const newAccountId = newId(new Date(JANUARY));
  const accounts = Array.from({ length: ACCOUNTS }, (): SeededAccount => {
    return { id: newAccountId('acc'), balance: 0n, sequence: 0, head: GENESIS_HASH };
  });
  const at = (index: number) => accounts[index % ACCOUNTS] as SeededAccount;
  for (let position = 0; position < entries; position += 1) {
    const time = new Date(JANUARY + Math.floor((JANUARY_MS * position) / entries));
    const [from, to] = [at(position), at(7 * position + 1)];
    const transfer = buildTransfer({ position, time, from, to }, newId(time));
    const entry = { ...transfer, postedBy: findPoster(position) };
    const hashes = [from, to].map((account, index) => {
      const posting = entry.postings[index] as JournalEntry['postings'][number];
      account.head = computeChainHash(
        account.head,
        toChainedFields(tenant, entry, posting, index + 1),
      );
      return account.head;
    });
    yield toJournalItem(tenant, entry, hashes);
  }
}

function buildTransfer(
  {
    position,
    time,
    from,
    to,
  }: { position: number; time: Date; from: SeededAccount; to: SeededAccount },
  newId: ReturnType<ReturnType<typeof buildIdGenerator>>,
): Omit<JournalEntry, 'postedBy'> {
  const minor = BigInt(1 + (position % 100_000));
  const amount = money(minor, 'EUR');
  const posting = (account: SeededAccount, direction: 'DEBIT' | 'CREDIT') => {
    account.balance += direction === 'DEBIT' ? -minor : minor;
    account.sequence += 1;
    return {
      entryId: newId('ent'),
      accountId: account.id,
      direction,
      amount,
      reference: `Invoice 2026-${position}`,
      balanceAfter: money(account.balance, 'EUR'),
      sequence: account.sequence,
    };
  };
  const line = (accountCode: string, side: 'DEBIT' | 'CREDIT') => ({ accountCode, side, amount });
  return {
    id: newId('jrn'),
    entryType: 'POSTING',
    ledgerLines: [line('2000-DEPOSITS', 'DEBIT'), line('2000-DEPOSITS', 'CREDIT')],
    postings: [posting(from, 'DEBIT'), posting(to, 'CREDIT')],
    currency: 'EUR',
    description: 'Rent for January, flat 12',
    effectiveDate: '2026-01-31',
    correlationId: '7f9c2ba4-e88f-4d3c-a3e0-0a8f5f5f3f10',
    postedAt: time.toISOString(),
  };
}

/** The members of an item in DynamoDB's JSON. */
export function toAttributes(members: object): Record<string, object> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, toAttribute(value)]));
}

function toAttribute(value: unknown): object {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'bigint') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return { L: value.map(toAttribute) };
  return { M: toAttributes(Object(value)) };
}
