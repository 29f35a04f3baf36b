import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { StatementPage as StatementBody } from '../../../schemas/generated/types.ts';
import { stopTimeAt } from '../../support/stack/advance-time.ts';
import { credit, debit, openAccount, startWatchedLedger } from '../../support/stack/ledger.ts';
import type { WatchedLedger } from '../../support/stack/ledger.ts';

let ledger: WatchedLedger;
let account: string;
beforeAll(async () => {
  ledger = await startWatchedLedger();
  account = await openAccount(ledger);
  for (let count = 1; count <= 12; count += 1) {
    await ledger.call('postJournalEntry', { body: credit(account, `${count}.00`) });
  }
});
afterAll(() => ledger.stop());

type StatementQuery = Record<string, string>;

const statement = (query: StatementQuery = {}, accountId = account, tenant = 'acme') =>
  ledger.call('getAccountStatement', { path: { accountId }, query, tenant });

test('lists entries in posting order with the balance after each', async () => {
  const answer = await statement();

  const amounts = answer.body.items.map(({ amount }: { amount: string }) => amount);
  expect(amounts).toEqual(Array.from({ length: 12 }, (_, index) => `${index + 1}.00`));
  expect(answer.body.items[2]).toMatchObject({
    account_id: account,
    direction: 'CREDIT',
    entry_type: 'POSTING',
    balance_after: '6.00',
  });
  expect(answer.body).not.toHaveProperty('next_cursor');
});

test.each(['1', '5', '12', '13'])('pages by %s without gaps or duplicates', async (limit) => {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await statement({ limit, ...(cursor && { cursor }) });
    seen.push(...page.body.items.map(({ amount }: { amount: string }) => amount));
    cursor = page.body.next_cursor;
  } while (cursor);

  expect(seen).toHaveLength(12);
  expect(new Set(seen).size).toBe(12);
});

test('includes both ends of the period to the millisecond, in any time zone', async () => {
  const { items } = (await statement()).body;
  const at = items[4].posted_at as string;
  const sameInstant = new Date(Date.parse(at) + 2 * 3_600_000).toISOString().replace('Z', '+02:00');
  const expected = items.filter(({ posted_at }: { posted_at: string }) => posted_at === at);

  expect((await statement({ from: at, to: at })).body.items).toEqual(expected);
  expect((await statement({ from: sameInstant, to: sameInstant })).body.items).toEqual(expected);
  const later = items.filter(({ posted_at }: { posted_at: string }) => posted_at > at);
  const from = new Date(Date.parse(at) + 1).toISOString();
  expect((await statement({ from })).body.items).toEqual(later);
});

test('continues within a period from its cursor', async () => {
  const query = { from: '2020-01-01T00:00:00Z', to: '2999-12-31T23:59:59Z', limit: '8' };
  const first = await statement(query);

  const second = await statement({ ...query, cursor: first.body.next_cursor });

  expect(first.body.items).toHaveLength(8);
  expect(second.body.items).toHaveLength(4);
});

test('lists the newest entries first, and none twice when another is posted meanwhile', async () => {
  const own = await openAccount(ledger, { funds: '1.00' });
  await ledger.call('postJournalEntry', { body: credit(own, '2.00') });
  const first = await statement({ order: 'desc', limit: '1' }, own);
  await ledger.call('postJournalEntry', { body: credit(own, '3.00') });

  const query = { order: 'desc', limit: '1', cursor: first.body.next_cursor };
  const second = await statement(query, own);

  const amounts = [first, second].flatMap(({ body }) =>
    body.items.map(({ amount }: { amount: string }) => amount),
  );
  expect(amounts).toEqual(['2.00', '1.00']);
  expect(second.body).not.toHaveProperty('next_cursor');
});

test.each([
  [{ order: 'newest' }, 'invalid_request'],
  [{ from: '2026-02-01T00:00:00Z', to: '2026-01-31T00:00:00Z' }, 'invalid_period'],
  [{ from: '2026-02-01' }, 'invalid_request'],
  [{ from: 'yesterday' }, 'invalid_request'],
  [{ to: '2026-02-30T00:00:00Z' }, 'invalid_request'],
  [{ limit: '101' }, 'invalid_request'],
  [{ cursor: 'forged' }, 'invalid_cursor'],
])('refuses the query %j', async (query, code) => {
  const refused = await statement(query as unknown as Record<string, string>);

  expect(refused.body).toMatchObject({ statusCode: 400, code });
});

test.each(['9999-12-31T23:59:59-23:59', '0000-01-01T00:00:00Z', '2016-12-31T23:59:60Z'])(
  'handles the extreme time %s',
  async (to) => {
    const answer = await statement({ to });

    expect([200, 400]).toContain(answer.status);
  },
);

test('returns an empty page for an account without entries and 404 for an unknown account', async () => {
  const fresh = await openAccount(ledger);

  expect((await statement({}, fresh)).body).toEqual({ items: [] });
  expect((await statement({}, 'acc_unknown')).body).toMatchObject({ code: 'account_not_found' });
  expect((await statement({}, account, 'globex')).body).toMatchObject({
    code: 'account_not_found',
  });
});

test('shows the balance after a debit', async () => {
  const other = await openAccount(ledger, { funds: '10.00' });
  await ledger.call('postJournalEntry', { body: debit(other, '0.01') });

  const { items } = (await statement({}, other)).body;

  expect(items.at(-1)).toMatchObject({ direction: 'DEBIT', amount: '0.01', balance_after: '9.99' });
});

describe('of a period', () => {
  const [day1, day3, day4, day5] = [1, 3, 4, 5].map((day) => `2020-03-0${day}T12:00:00.000Z`) as [
    string,
    string,
    string,
    string,
  ];
  const justAfterDay1 = '2020-03-01T12:00:00.001Z';
  const [february, april] = ['2020-02-28T23:59:59Z', '2020-04-01T00:00:00+02:00'];
  let dated: string;
  beforeAll(async () => {
    stopTimeAt(Date.parse(day1));
    dated = await openAccount(ledger, { funds: '10.00' });
    stopTimeAt(Date.parse(day3));
    const entries = [credit(dated, '5.00'), debit(dated, '8.00'), credit(dated, '0.01')];
    await ledger.call('postJournalEntries', { body: { entries } });
    stopTimeAt(Date.parse(day5));
    await ledger.call('postJournalEntry', { body: debit(dated, '7.00') });
    jest.useRealTimers();
  });

  test.each([
    { period: 'all entries', query: {}, balances: [undefined, undefined], count: 5 },
    { period: 'from the first entry', query: { from: day1 }, balances: ['0.00', '0.01'], count: 5 },
    { period: 'after it', query: { from: justAfterDay1 }, balances: ['10.00', '0.01'], count: 4 },
    { period: 'to the second time', query: { to: day3 }, balances: ['0.00', '7.01'], count: 4 },
    { period: 'one time', query: { from: day3, to: day3 }, balances: ['10.00', '7.01'], count: 3 },
    { period: 'from a debit on', query: { from: day4 }, balances: ['7.01', '0.01'], count: 1 },
    { period: 'after all', query: { from: april }, balances: ['0.01', '0.01'], count: 0 },
    { period: 'a gap', query: { from: day4, to: day4 }, balances: ['7.01', '7.01'], count: 0 },
    { period: 'before all', query: { to: february }, balances: ['0.00', '0.00'], count: 0 },
    {
      period: 'one day before all',
      query: { from: february, to: february },
      balances: ['0.00', '0.00'],
      count: 0,
    },
  ])(
    'has its opening and closing balance on every page: $period',
    async ({ query, balances, count }) => {
      for (const limit of ['1', '2', '3', '50']) {
        const request = { ...query, limit } as Record<string, string>;
        const pages = await readPages(request, dated);
        const newestFirst = await readPages({ ...request, order: 'desc' }, dated);

        expect(itemsOf(pages)).toHaveLength(count);
        expect(itemsOf(newestFirst)).toEqual(itemsOf(pages).toReversed());
        for (const { opening_balance, closing_balance } of [...pages, ...newestFirst]) {
          expect([opening_balance, closing_balance]).toEqual(balances);
        }
      }
    },
  );

  test('agrees with the balance as of its last millisecond', async () => {
    const { body } = await statement({ to: day3, limit: '1' }, dated);
    const path = { accountId: dated };
    const balance = await ledger.call('getAccountBalance', { path, query: { as_of: day3 } });

    expect(body.closing_balance).toBe(balance.body.balance);
  });

  test('is empty with balances of 0.00 for an account without entries, and 404 for others', async () => {
    const fresh = await openAccount(ledger);
    const zero = { items: [], opening_balance: '0.00', closing_balance: '0.00' };

    const periods = [{ from: day1 }, { to: day1 }, { from: day1, to: day5 }] as StatementQuery[];
    for (const period of periods) {
      expect((await statement(period, fresh)).body).toEqual(zero);
      for (const refused of [
        await statement(period, 'acc_unknown'),
        await statement(period, dated, 'globex'),
      ]) {
        expect(refused.body).toMatchObject({ statusCode: 404, code: 'account_not_found' });
      }
    }
  });
});

const itemsOf = (pages: readonly StatementBody[]) => pages.flatMap(({ items }) => items);

async function readPages(query: Record<string, string>, accountId: string) {
  const pages: StatementBody[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await statement({ ...query, ...(cursor && { cursor }) }, accountId);
    pages.push(body);
    cursor = body.next_cursor;
  } while (cursor);
  return pages;
}
