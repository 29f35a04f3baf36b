import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readShard } from '../../../functions/ledger/store/ids.ts';
import { projectReceipts } from '../../support/projections/projections.ts';
import { advanceTime } from '../../support/stack/advance-time.ts';
import { credit, openAccount, startWatchedLedger } from '../../support/stack/ledger.ts';
import type { WatchedLedger } from '../../support/stack/ledger.ts';

let ledger: WatchedLedger;
const ids: string[] = [];
beforeAll(async () => {
  // What a container caches does not expire while the clock stands.
  advanceTime(0);
  ledger = await startWatchedLedger();
  const euros = await openAccount(ledger);
  const dollars = await openAccount(ledger, { currency: 'USD' });
  const bodies = [
    { ...credit(euros, '4.00'), effective_date: '2026-11-02' },
    { ...credit(euros, '1.00'), effective_date: '2026-10-31', description: 'Interest' },
    { ...credit(euros, '2.00'), effective_date: '2026-11-01' },
    { ...credit(euros, '3.00'), effective_date: '2026-11-01' },
    { ...credit(dollars, '8.00', 'USD'), effective_date: '2026-11-01' },
    {
      ledger_lines: [
        { account_code: '1000', debit_amount: '0.10' },
        { account_code: '1000', debit_amount: '0.20' },
        { account_code: '1000', credit_amount: '0.30' },
      ],
      effective_date: '2026-11-03',
    },
  ];
  for (const body of bodies) ids.push((await ledger.call('postJournalEntry', { body })).body.id);
  await projectReceipts(ledger);
});
afterAll(() => ledger.stop());

const list = (query: Record<string, string> = {}, code = '1000', options = {}) =>
  ledger.call('listLedgerAccountLines', { path: { code }, query, ...options });

const short = (line: Record<string, string>) => [
  line['currency'],
  line['effective_date'],
  ids.indexOf(String(line['journal_entry_id'])),
  line['debit_amount'] ?? `-${line['credit_amount']}`,
  line['balance'],
];

test('lists lines by currency, date and entry, with the balance after each', async () => {
  const { status, body } = await list();

  expect(status).toBe(200);
  expect(body.items.map(short)).toEqual([
    ['EUR', '2026-10-31', 1, '1.00', '1.00'],
    ['EUR', '2026-11-01', 2, '2.00', '3.00'],
    ['EUR', '2026-11-01', 3, '3.00', '6.00'],
    ['EUR', '2026-11-02', 0, '4.00', '10.00'],
    ['USD', '2026-11-01', 4, '8.00', '8.00'],
    ['XXX', '2026-11-03', 5, '0.10', '0.10'],
    ['XXX', '2026-11-03', 5, '0.20', '0.30'],
    ['XXX', '2026-11-03', 5, '-0.30', '0.00'],
  ]);
  expect(body.items[0]).toMatchObject({ line: 1, entry_type: 'POSTING', description: 'Interest' });
  expect(body.items[7]).toMatchObject({ line: 3 });
  expect(body.projection.lag_seconds).toBe(0);
});

test('a period has its opening and closing balance per currency', async () => {
  const { body } = await list({ from: '2026-11-01', to: '2026-11-02' });

  expect(body.balances).toEqual([
    { currency: 'EUR', opening: '1.00', debits: '9.00', credits: '0.00', closing: '10.00' },
    { currency: 'USD', opening: '0.00', debits: '8.00', credits: '0.00', closing: '8.00' },
  ]);
  expect(body.items.map(short)).toHaveLength(4);
  expect(body.items[0].balance).toBe('3.00');
});

const readPages = async (query: Record<string, string>, balances: unknown) => {
  const items: unknown[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await list({ ...query, ...(cursor !== undefined && { cursor }) });
    items.push(...body.items);
    expect(body.balances).toEqual(balances);
    cursor = body.next_cursor;
  } while (cursor !== undefined);
  return items;
};

test.each(['1', '2', '3', '7'])(
  'pages of %s have the balances of the whole list, in either order',
  async (limit) => {
    const { items, balances } = (await list()).body;

    expect(await readPages({ limit }, balances)).toEqual(items);
    expect(await readPages({ limit, order: 'desc' }, balances)).toEqual(items.toReversed());
  },
);

test('a period newest first has the same balances after its lines', async () => {
  const period = { from: '2026-11-01', to: '2026-11-02' };
  const { items, balances } = (await list(period)).body;

  const newestFirst = await readPages({ ...period, limit: '1', order: 'desc' }, balances);

  expect(newestFirst).toEqual(items.toReversed());
});

test('one currency, an unknown code and another tenant', async () => {
  expect((await list({ currency: 'USD' })).body.items).toHaveLength(1);
  expect((await list({}, '4711')).body.code).toBe('general_ledger_account_not_found');
  expect((await list({}, '1000', { tenant: 'globex' })).status).toBe(404);
  expect((await list({ to: '1999-12-31' })).body).toMatchObject({ items: [], balances: [] });
});

test('a page takes a bounded number of requests', async () => {
  await list();
  ledger.proxy.requests.length = 0;

  await list({ currency: 'EUR', from: '2026-11-01', to: '2026-11-30', limit: '2' });

  // The status; the head and three levels; the lines; the chart; for the progress one for each of four shards,
  // and one for each that has no first entry to keep.
  const operations = ledger.proxy.requests.map(({ operation }) => operation);
  const progress = 4 + (4 - new Set(ids.map(readShard)).size);
  expect(operations.toSorted()).toEqual([
    'GetItem',
    ...Array(1 + 3 + 1 + 1 + progress).fill('Query'),
  ]);
});

test('refuses a period that ends before it starts, and a cursor of another list', async () => {
  const { next_cursor: cursor } = (await list({ limit: '1' })).body;

  expect((await list({ from: '2026-11-02', to: '2026-11-01' })).body.code).toBe('invalid_period');
  expect((await list({ cursor }, '2000')).body.code).toBe('invalid_cursor');
  expect((await list({}, '1000', { permissions: ['finance.write'] })).status).toBe(403);
});

test('a code of the chart has its name and type, with and without lines', async () => {
  const define = (code: string, body: object) =>
    ledger.call('upsertGeneralLedgerAccount', { path: { code }, body });
  await define('1000', { name: 'Cash', type: 'ASSET' });
  await define('4711', { name: 'Fees', type: 'INCOME' });

  expect((await list()).body).toMatchObject({ code: '1000', name: 'Cash', type: 'ASSET' });
  expect((await list({}, '4711')).body).toMatchObject({ name: 'Fees', type: 'INCOME', items: [] });
});
