import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readShard } from '../../../functions/ledger/store/ids.ts';
import { buildEntryBody } from '../../../tools/samples/request-bodies.ts';
import { postEntry } from '../../support/fixtures/adjustments.ts';
import { projectReceipts } from '../../support/projections/projections.ts';
import {
  asTenant,
  credit,
  debit,
  openAccount,
  startWatchedLedger,
} from '../../support/stack/ledger.ts';
import type { WatchedLedger } from '../../support/stack/ledger.ts';

let ledger: WatchedLedger;
/** The write shards that have entries. */
const shards = new Set<string>();
beforeAll(async () => {
  ledger = await startWatchedLedger();
  const euros = await openAccount(ledger);
  const dollars = await openAccount(ledger, { currency: 'USD' });
  const bodies = [
    { ...credit(euros, '1.00'), effective_date: '2023-06-30' },
    { ...credit(euros, '2.00'), effective_date: '2024-02-29' },
    { ...debit(euros, '0.50'), effective_date: '2024-03-01' },
    { ...credit(euros, '4.00'), effective_date: '2024-03-31' },
    { ...credit(dollars, '8.00', 'USD'), effective_date: '2025-01-01' },
    { ...credit(euros, '16.00'), effective_date: '2025-12-31' },
  ];
  for (const body of bodies) shards.add(readShard(await postEntry(ledger, body)));
  await projectReceipts(ledger);
});
afterAll(() => ledger.stop());

const read = (query: Record<string, string>, code = '1000', options = {}) =>
  ledger.call('getLedgerAccountBalances', { path: { code }, query, ...options });

interface Point {
  readonly from: string;
  readonly to: string;
  readonly debits: string;
  readonly credits: string;
  readonly closing: string;
}

const short = ({ from, to, debits, credits, closing }: Point) =>
  [from, to, debits, credits, closing].join(' ');

test('reads the balance at the end of each month, per currency', async () => {
  const { status, body } = await read({ from: '2024-02-10', to: '2024-05-15' });

  expect(status).toBe(200);
  expect(body).toMatchObject({ code: '1000', from: '2024-02-10', to: '2024-05-15' });
  expect(body.series).toHaveLength(1);
  expect(body.series[0]).toMatchObject({ currency: 'EUR', opening: '1.00' });
  expect(body.series[0].points.map(short)).toEqual([
    '2024-02-10 2024-02-29 2.00 0.00 3.00',
    '2024-03-01 2024-03-31 4.00 0.50 6.50',
    '2024-04-01 2024-04-30 0.00 0.00 6.50',
    '2024-05-01 2024-05-15 0.00 0.00 6.50',
  ]);
  expect(body.projection.lag_seconds).toBe(0);
});

test('reads each day and each year', async () => {
  const days = await read({ from: '2024-02-28', to: '2024-03-02', interval: 'day' });
  const years = await read({ from: '2023-07-01', to: '2026-01-31', interval: 'year' });

  expect(days.body.series[0].points.map(short)).toEqual([
    '2024-02-28 2024-02-28 0.00 0.00 1.00',
    '2024-02-29 2024-02-29 2.00 0.00 3.00',
    '2024-03-01 2024-03-01 0.00 0.50 2.50',
    '2024-03-02 2024-03-02 0.00 0.00 2.50',
  ]);
  expect(years.body.series.map(({ currency }: { currency: string }) => currency)).toEqual([
    'EUR',
    'USD',
  ]);
  expect(years.body.series[0].points.map(short)).toEqual([
    '2023-07-01 2023-12-31 0.00 0.00 1.00',
    '2024-01-01 2024-12-31 6.00 0.50 6.50',
    '2025-01-01 2025-12-31 16.00 0.00 22.50',
    '2026-01-01 2026-01-31 0.00 0.00 22.50',
  ]);
});

test.each(['day', 'month', 'year'])(
  'agrees with the trial balance at each %s',
  async (interval) => {
    const { body } = await read({
      from: '2024-02-15',
      to: '2025-01-10',
      interval,
      currency: 'EUR',
    });
    const { points, opening } = body.series[0] as { points: Point[]; opening: string };

    // The trial balance of each day would be many calls: a few parts, the first and the last among them.
    const parts = points.filter((_, index) => index % 13 === 0 || index === points.length - 1);
    for (const { from, to, debits, credits, closing } of parts) {
      const query = { from, to, currency: 'EUR' };
      const { items } = (await ledger.call('getTrialBalance', { query })).body;
      expect(items[0]).toMatchObject({ code: '1000', debits, credits, closing });
      if (from === '2024-02-15') expect(items[0].opening).toBe(opening);
    }
  },
);

test('takes one request for each year, and for each month only where days count', async () => {
  const count = async (query: Record<string, string>) => {
    ledger.proxy.requests.length = 0;
    expect((await read(query)).status).toBe(200);
    return ledger.proxy.requests.filter(({ operation }) => operation === 'Query').length;
  };
  const period = { from: '2024-02-10', to: '2025-12-15' };
  // The head and the years of the account; the chart; for the progress one for each of four shards, and one for
  // each that has no first entry to keep.
  const fixed = 2 + 1 + 4 + (4 - shards.size);

  await count(period);
  expect(await count({ ...period, interval: 'year' })).toBe(fixed + 2 + 2);
  expect(await count({ ...period, from: '2016-02-10' })).toBe(fixed + 10 + 2);
  expect(await count({ ...period, from: '2025-03-01', interval: 'day' })).toBe(fixed + 1 + 10);
});

test('takes at most 366 parts, and ends at the last day there is', async () => {
  const whole = await read({ from: '2024-01-01', to: '2024-12-31', interval: 'day' });
  const last = await read({ from: '9999-11-30', to: '9999-12-31' });

  expect(whole.body.series[0].points).toHaveLength(366);
  expect(last.body.series[0].points.map(short)).toEqual([
    '9999-11-30 9999-11-30 0.00 0.00 22.50',
    '9999-12-01 9999-12-31 0.00 0.00 22.50',
  ]);
  const refused = await read({ from: '2024-01-01', to: '2025-01-01', interval: 'day' });
  expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
  expect((await read({ from: '0000-01-01', to: '9999-12-31', interval: 'year' })).status).toBe(400);
});

test('refuses a period that ends before it starts, an unknown code and another tenant', async () => {
  const from = '2024-01-01';

  expect((await read({ from, to: '2023-12-31' })).body.code).toBe('invalid_period');
  expect((await read({})).body.code).toBe('invalid_request');
  expect((await read({ from }, '4711')).body.code).toBe('general_ledger_account_not_found');
  expect((await read({ from }, '1000', { tenant: 'globex' })).status).toBe(404);
  expect((await read({ from: '1999-01-01', to: '1999-12-31' })).body.series).toEqual([]);
  expect((await read({ from }, '1000', { permissions: ['finance.write'] })).status).toBe(403);
});

test('shows nothing of a code that starts as this one does', async () => {
  const caller = asTenant(ledger, 'alike');
  await postEntry(caller, buildEntryBody('1.00', ['7', '7#1'], []));
  await projectReceipts(ledger, 'alike');

  const { series } = (await read({ from: '2020-01-01' }, '7', { tenant: 'alike' })).body;
  expect(series).toHaveLength(1);
  expect(series[0].points.at(-1)).toMatchObject({ debits: '1.00', credits: '0.00' });
});

test('names an account of the chart, with lines or without', async () => {
  const caller = asTenant(ledger, 'charted');
  const chart = { name: 'Deposits', type: 'LIABILITY' };
  for (const code of ['used', 'unused'])
    await caller.call('upsertGeneralLedgerAccount', { path: { code }, body: chart });
  await postEntry(caller, buildEntryBody('1.00', ['1000', 'used'], []));
  await projectReceipts(ledger, 'charted');
  const readCharted = async (code: string) =>
    (await read({ from: '2020-01-01' }, code, { tenant: 'charted' })).body;

  expect(await readCharted('used')).toMatchObject({ ...chart, series: [expect.any(Object)] });
  expect(await readCharted('unused')).toMatchObject({ ...chart, series: [] });
});

test('does not know a code that has no lines, but a difference to its accounts', async () => {
  const caller = asTenant(ledger, 'loose');
  const { account_postings } = credit(await openAccount(caller), '1.00');
  await postEntry(caller, { ...buildEntryBody('1.00', ['1000', '2000'], []), account_postings });
  await projectReceipts(ledger, 'loose');
  const { items } = (await caller.call('getTieOut')).body;

  expect(items).toMatchObject([{ code: 'CUSTOMER_DEPOSITS', difference: expect.any(String) }]);
  const { body } = await read({ from: '2020-01-01' }, 'CUSTOMER_DEPOSITS', { tenant: 'loose' });
  expect(body).toMatchObject({ statusCode: 404, code: 'general_ledger_account_not_found' });
});
