// A journal of any length, put straight into a table: what an export reads, and nothing else.
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { JournalEntry } from '../../functions/domain/journal.ts';
import { money } from '../../functions/domain/money.ts';
import { idsAt } from '../../functions/ledger/ids.ts';
import { journalItem } from '../../functions/ledger/items.ts';
import type { Store } from '../../functions/ledger/store.ts';

const BATCH = 25;
const TOGETHER = 8;
const JANUARY = Date.parse('2026-01-01');
const JANUARY_MS = 31 * 86_400_000;

/** Transfers spread evenly over January 2026. */
export async function seedJournal(store: Store, tenant: string, entries: number): Promise<void> {
  const step = BATCH * TOGETHER;
  for (let first = 0; first < entries; first += step) {
    const batches = Array.from({ length: TOGETHER }, (_, batch) => first + batch * BATCH);
    await Promise.all(batches.map((at) => putBatch(store, tenant, { at, entries })));
  }
}

async function putBatch(
  store: Store,
  tenant: string,
  { at, entries }: { at: number; entries: number },
): Promise<void> {
  const places = Array.from({ length: Math.min(BATCH, entries - at) }, (_, index) => at + index);
  if (places.length === 0 || at >= entries) return;
  const puts = places.map((place) => {
    const time = new Date(JANUARY + Math.floor((JANUARY_MS * place) / entries));
    return {
      PutRequest: { Item: journalItem(tenant, transfer(time, place, store.shards), hashes) },
    };
  });
  await store.documents.send(
    new BatchWriteCommand({ RequestItems: { [store.ledgerTable]: puts } }),
  );
}

const hashes = ['a'.repeat(64), 'b'.repeat(64)];

function transfer(time: Date, place: number, shards: number): JournalEntry {
  const newId = idsAt(shards)(time);
  const amount = money(BigInt(1 + (place % 100_000)), 'EUR');
  const posting = (direction: 'DEBIT' | 'CREDIT') => ({
    entryId: newId('ent'),
    accountId: newId('acc'),
    direction,
    amount,
    reference: `Invoice 2026-${place}`,
    balanceAfter: amount,
    sequence: 1 + place,
  });
  const line = (accountCode: string, side: 'DEBIT' | 'CREDIT') => ({ accountCode, side, amount });
  return {
    id: newId('jrn'),
    entryType: 'POSTING',
    ledgerLines: [line('2000-DEPOSITS', 'DEBIT'), line('2000-DEPOSITS', 'CREDIT')],
    postings: [posting('DEBIT'), posting('CREDIT')],
    currency: 'EUR',
    description: 'Rent for January, flat 12',
    effectiveDate: '2026-01-31',
    postedBy: 'ada',
    correlationId: '7f9c2ba4-e88f-4d3c-a3e0-0a8f5f5f3f10',
    postedAt: time.toISOString(),
  };
}
