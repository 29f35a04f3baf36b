// The bytes that the bill assumes are those that postings and accounts leave.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Item } from '../../../functions/ledger/store/item.ts';
import { BYTES_PER_ACCOUNT, BYTES_PER_TRANSFER } from '../../../tools/costs/institutions.ts';
import { countItemBytes } from '../../../tools/metering/item-bytes.ts';
import { openAccount, startLedger, transfer } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { readAllItems } from '../../support/stack/tables.ts';

const COUNT = 10;

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const bytesOf = (items: readonly Item[]) =>
  items.reduce((total, item) => total + countItemBytes(item), 0);

async function storedBytes() {
  const { tables } = ledger;
  return {
    ledger: bytesOf(await readAllItems(tables.ledger)),
    receipts: bytesOf(await readAllItems(tables.receipts)),
  };
}

/** The bytes that each of some actions stores. */
async function leftBy(act: () => Promise<unknown>) {
  const before = await storedBytes();
  for (let count = 0; count < COUNT; count += 1) await act();
  const after = await storedBytes();
  return {
    ledger: (after.ledger - before.ledger) / COUNT,
    receipts: (after.receipts - before.receipts) / COUNT,
  };
}

function expectClose(measured: Record<'ledger' | 'receipts', number>, computed: typeof measured) {
  for (const table of ['ledger', 'receipts'] as const) {
    expect(measured[table]).toBeLessThanOrEqual(computed[table]);
    expect(measured[table]).toBeGreaterThan(computed[table] * 0.9);
  }
}

const numbers = (bytes: Record<'ledger' | 'receipts', bigint>) => ({
  ledger: Number(bytes.ledger),
  receipts: Number(bytes.receipts),
});

test('a transfer stores a journal entry, two account entries and a receipt', async () => {
  const from = await openAccount(ledger, { funds: '99999.99' });
  const to = await openAccount(ledger);
  const { account_postings, ...entry } = transfer(from, to, '12.34');
  const reference = 'Invoice 2026-4711';
  const body = {
    ...entry,
    description: 'Rent for November, flat 12',
    account_postings: account_postings.map((posting) => ({ ...posting, reference })),
  };

  const left = await leftBy(() =>
    ledger.call('postJournalEntry', { body, correlationId: randomUUID() }),
  );

  expectClose(left, numbers(BYTES_PER_TRANSFER));
});

test('an account stores its terms, its balance and a receipt', async () => {
  const left = await leftBy(() => openAccount(ledger));

  expectClose(left, numbers(BYTES_PER_ACCOUNT));
});
