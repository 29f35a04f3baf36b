import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { fc } from '../../support/nouns/properties.ts';
import { credit, debit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import { advanceTime, stopTimeAt } from '../../support/stack/advance-time.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());
afterEach(() => {
  jest.useRealTimers();
});

const readAsOf = (accountId: string, as_of: string, tenant = 'acme') =>
  ledger.call('getAccountBalance', { path: { accountId }, query: { as_of }, tenant });
const toInstant = (time: number) => new Date(time).toISOString();

test('returns the balance with its currency and version', async () => {
  const accountId = await openAccount(ledger, { funds: '12.34', currency: 'GBP' });

  const answer = await ledger.call('getAccountBalance', { path: { accountId } });

  expect(answer.body).toEqual({
    account_id: accountId,
    balance: '12.34',
    currency: 'GBP',
    version: 2,
  });
});

test('returns 404 for an account of another tenant', async () => {
  const accountId = await openAccount(ledger, { tenant: 'globex' });

  const answer = await ledger.call('getAccountBalance', { path: { accountId } });

  expect(answer.body).toMatchObject({ statusCode: 404, code: 'account_not_found' });
});

const posting = fc.record({
  minor: fc.bigInt({ min: -500n, max: 900n }).filter((minor) => minor !== 0n),
  /** The time that passes since the posting before; with 0 the clock stands still. */
  gapMs: fc.constantFrom(0, 0, 1, 2, 1_000),
});

test('returns the sum of the entries up to any instant', async () => {
  const property = fc.asyncProperty(fc.array(posting, { maxLength: 6 }), async (postings) => {
    advanceTime(0);
    const accountId = await openAccount(ledger, { product: 'overdraft' });
    const opened = Date.now();
    let balance = 0n;
    const balances = new Map([[opened - 1, 0n]]);
    for (const { minor, gapMs } of postings) {
      advanceTime(gapMs);
      const amount = formatMinor(minor < 0n ? -minor : minor);
      const body = (minor < 0n ? debit : credit)(accountId, amount);
      const posted = await ledger.call('postJournalEntry', { body });
      expect(posted.status).toBe(201);
      balance += minor;
      const at = Date.parse(posted.body.posted_at);
      // Each entry of an account is later than the one before, also while the clock stands still.
      expect(balances.has(at)).toBe(false);
      balances.set(at, balance);
    }
    for (const time of new Set([...balances.keys()].flatMap((at) => [at - 1, at, at + 1]))) {
      const [, expected = 0n] = [...balances].findLast(([at]) => at <= time) ?? [];
      expect((await readAsOf(accountId, toInstant(time))).body).toEqual({
        account_id: accountId,
        balance: formatMinor(expected),
        currency: 'EUR',
        as_of: toInstant(time),
      });
    }
  });
  const config = { overdraft_limit: '1000.00' };
  await ledger.call('upsertProduct', { body: { id: 'overdraft', type: 'CURRENT', config } });
  await fc.assert(property, { numRuns: 12 });
});

function formatMinor(minor: bigint): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0');
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

test('returns the last of the entries that a batch posts at one time', async () => {
  const accountId = await openAccount(ledger);
  const entries = ['1.00', '2.00', '4.00'].map((amount) => credit(accountId, amount));
  const { body } = await ledger.call('postJournalEntries', { body: { entries } });
  const at = body.items[0].posted_at as string;

  expect(body.items[2].posted_at).toBe(at);
  expect((await readAsOf(accountId, at)).body).toMatchObject({ balance: '7.00', as_of: at });
  const before = toInstant(Date.parse(at) - 1);
  expect((await readAsOf(accountId, before)).body).toMatchObject({ balance: '0.00' });
});

test.each([
  ['2026-03-29T02:30:00+02:00', '2026-03-29T00:30:00.000Z'],
  ['2026-03-29T00:30:00.1239Z', '2026-03-29T00:30:00.123Z'],
  ['0000-01-01T00:00:00+23:59', '0000-01-01T00:00:00.000Z'],
  ['1969-07-20T20:17:40Z', '1969-07-20T20:17:40.000Z'],
])('answers %s, before the account was opened, with 0.00', async (instant, as_of) => {
  stopTimeAt(Date.parse('2026-11-20T09:30:00Z'));
  const accountId = await openAccount(ledger, { funds: '12.34', currency: 'GBP' });

  const { body } = await readAsOf(accountId, instant);

  expect(body).toEqual({ account_id: accountId, balance: '0.00', currency: 'GBP', as_of });
});

test('returns the present balance while the clock of the caller is a little ahead', async () => {
  const accountId = await openAccount(ledger, { funds: '12.34' });

  const answer = await readAsOf(accountId, toInstant(Date.now() + 30_000));

  expect(answer.body).toMatchObject({ balance: '12.34' });
});

test.each([
  ['', 'invalid_request'],
  ['yesterday', 'invalid_request'],
  ['2026-02-01', 'invalid_request'],
  ['2026-02-01T00:00:00', 'invalid_request'],
  ['2026-02-30T00:00:00Z', 'invalid_request'],
  ['2016-12-31T23:59:60Z', 'invalid_as_of'],
  ['9999-12-31T23:59:59Z', 'invalid_as_of'],
])('refuses as_of=%s before it looks for the account', async (asOf, code) => {
  const refused = await readAsOf('acc_unknown', asOf);

  expect(refused.body).toMatchObject({ statusCode: 400, code });
});

test('refuses an instant that has not come', async () => {
  const accountId = await openAccount(ledger);

  const refused = await readAsOf(accountId, toInstant(Date.now() + 120_000));

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_as_of' });
});

test('returns 404 as of any instant for an account of another tenant and an unknown one', async () => {
  const accountId = await openAccount(ledger, { funds: '12.34' });

  for (const as_of of ['2000-01-01T00:00:00Z', toInstant(Date.now())]) {
    const foreign = await readAsOf(accountId, as_of, 'globex');
    expect(foreign.body).toMatchObject({ statusCode: 404, code: 'account_not_found' });
    const unknown = await readAsOf('acc_unknown', as_of);
    expect(unknown.body).toMatchObject({ statusCode: 404, code: 'account_not_found' });
  }
});
