// The data that `npm start -- --demo` makes: no page of the console is empty, the books are right, and a second start
// with the flag makes nothing twice.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { writeDemoData } from '../../commands/demo/demo-data.ts';
import { chooseEngine } from '../../local/engines/engine.ts';
import { startProduct } from '../../tools/bench/load/running-product.ts';
import type { RunningProduct } from '../../tools/bench/load/running-product.ts';

const folder = mkdtempSync(join(tmpdir(), 'demo-data-'));
const data = join(folder, 'data');
let product: RunningProduct;

const start = (flags: readonly string[]) =>
  startProduct({
    folder,
    data,
    flags,
    engine: String(chooseEngine(process.env['DYNAMODB_ENGINE'])),
  });

beforeAll(async () => {
  product = await start([]);
  await writeDemoData(product.stack, 'aurora');
});
afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function read(path: string, api: 'ledger' | 'workbench' = 'ledger') {
  const permission = api === 'ledger' ? 'finance.read' : 'compliance.operate';
  return JSON.parse(await product.requireSuccess({ api, method: 'GET', path, permission }));
}

const LISTS = [
  '/api/accounts?limit=100',
  '/api/journal-entries?limit=100',
  '/api/loans?limit=100',
  '/api/products',
  '/api/products/current-account/rules',
  '/api/schemas',
  '/api/workflows',
  '/api/general-ledger/accounts',
] as const;

async function countRecords(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const path of LISTS) {
    const answer = await read(path);
    counts[path] = (answer.items ?? answer).length;
  }
  const batches = await read('/api/legacy-batches', 'workbench');
  counts['batches'] = batches.items.length;
  counts['requests'] = (await read('/api/requests?limit=100')).items.length;
  return counts;
}

test('fills every list, and a start with --demo makes nothing twice', async () => {
  const counts = await countRecords();
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);

  await product.stop();
  product = await start(['--demo']);

  expect(await countRecords()).toEqual(counts);
});

test('leaves a request of each kind to decide, and some that are decided', async () => {
  const { items } = await read('/api/requests?limit=100');
  const waiting = items.filter(({ status }: { status: string }) => status === 'PENDING_APPROVAL');

  const kinds = new Set(waiting.map(({ kind }: { kind: string }) => kind));
  expect([...kinds].toSorted()).toEqual([
    'ACCOUNT_LIFECYCLE',
    'CHANGE',
    'FINANCIAL_ADJUSTMENT',
    'GENERAL_LEDGER',
  ]);
  expect(items.length - waiting.length).toBe(3);
});

test('posts books that agree with the accounts of the customers', async () => {
  const { items } = await read('/api/general-ledger/tie-out?currency=EUR');

  const differences = items.map(({ difference }: { difference: string }) => difference);
  expect(new Set(differences)).toEqual(new Set(['0.00']));
  const balances = items.map((item: { sub_ledger_balance: string }) => item.sub_ledger_balance);
  expect(balances.filter((balance: string) => balance !== '0.00')).toHaveLength(3);
});
