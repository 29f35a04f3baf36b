// A run whose time is over ends soon, however much it was about to read: the function has half a minute to report.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Store } from '../../../functions/ledger/store/store.ts';
import { verifyLedger } from '../../../functions/verification/verify.ts';
import { openStore } from '../../support/invariants/verification.ts';
import { projectReceipts } from '../../support/projections/projections.ts';
import { credit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { openDirectClient, readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
const engine = openDirectClient();
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(async () => {
  engine.destroy();
  await ledger.stop();
});

interface ReadInput {
  readonly TableName?: string;
  readonly TotalSegments?: number;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>>;
  readonly Limit?: number;
}

interface WatchedStore {
  readonly store: Store;
  readonly isOver: () => boolean;
  /** The number of requests after the time was over. */
  readonly countLate: () => number;
}

/** A store of pages of one record; the time is over with the first request that `ends` it, and requests last longer. */
function watchStore(ends: (input: ReadInput) => boolean, lateMs: number): WatchedStore {
  const store = openStore(ledger.tables);
  const send = store.documents.send.bind(store.documents) as (...args: unknown[]) => unknown;
  let late = 0;
  let isOver = false;
  const watched = async (command: { readonly input: ReadInput }, ...rest: unknown[]) => {
    if (isOver) {
      late += 1;
      await sleep(lateMs);
    }
    if (ends(command.input)) {
      isOver = true;
      Object.assign(command.input, { Limit: 1 });
    }
    return send(command, ...rest);
  };
  Object.assign(store.documents, { send: watched });
  return { store, isOver: () => isOver, countLate: () => late };
}

async function verifyUntilOver({ store, isOver }: WatchedStore, tenant: string) {
  const verdict = await verifyLedger({ store, tenant, settleMs: 0, requests: 1, isOver });
  store.documents.destroy();
  return verdict;
}

test('the lines of an account code are not read to their end', async () => {
  const tenant = randomUUID();
  const account = await openAccount(ledger, { tenant });
  for (let posted = 0; posted < 10; posted += 1) {
    await ledger.call('postJournalEntry', { tenant, body: credit(account, '1.00') });
  }
  await projectReceipts(ledger, tenant);
  const readsLines = (input: ReadInput) => input.ExpressionAttributeValues?.[':from'] === 'EUR#';
  const watched = watchStore(readsLines, 0);

  const verdict = await verifyUntilOver(watched, tenant);

  expect(verdict).toMatchObject({ isFinished: false, differences: [] });
  expect(watched.countLate()).toBeLessThan(4);
});

test('suspects are examined again for a few seconds', async () => {
  const tenant = randomUUID();
  for (let opened = 0; opened < 20; opened += 1) {
    await openAccount(ledger, { tenant, funds: '5.00' });
  }
  const items = await readAllItems(ledger.tables.ledger);
  for (const item of items.filter(({ PK }) => PK.startsWith(`T#${tenant}#BAL`))) {
    const Item = { ...item, balance: 900n };
    await engine.send(new PutCommand({ TableName: ledger.tables.ledger, Item }));
  }
  const scansReceipts = ({ TableName, TotalSegments }: ReadInput) =>
    TableName === ledger.tables.receipts && TotalSegments !== undefined;
  const watched = watchStore(scansReceipts, 500);

  const verdict = await verifyUntilOver(watched, tenant);

  expect(verdict.isFinished).toBe(false);
  expect(verdict.differenceCount).toBeGreaterThan(0);
  expect(watched.countLate()).toBeLessThan(20);
});
