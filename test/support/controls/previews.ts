// What every preview must keep to: it reads, and writes nothing.
import { expect } from '@jest/globals';
import type { WatchedLedger } from '../stack/ledger.ts';
import { readAllItems } from '../stack/tables.ts';

/** Expects that the store has received nothing but reads since its requests were cleared. */
export function expectOnlyReads({ proxy }: Pick<WatchedLedger, 'proxy'>): void {
  const sent = proxy.requests.map(({ operation }) => operation);
  expect(sent.filter((operation) => !/^(BatchGetItem|Query|GetItem)$/.test(operation))).toEqual([]);
}

/** All items of all tables. */
export function readTables({ tables }: Pick<WatchedLedger, 'tables'>) {
  return Promise.all(Object.values(tables).map((table) => readAllItems(table)));
}
