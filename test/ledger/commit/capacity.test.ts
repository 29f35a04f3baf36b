// The requests and units that each operation costs at the store.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { chooseEngine } from '../../../local/engines/engine.ts';
import {
  asTenant,
  credit,
  openAccount,
  startWatchedLedger,
  transfer,
} from '../../support/stack/ledger.ts';
import type { WatchedLedger } from '../../support/stack/ledger.ts';
import { advanceTime } from '../../support/stack/advance-time.ts';
import {
  applySettings,
  approveLedgerRequest,
  requestPeriodChange,
} from '../../support/accounting-periods/closings.ts';
import {
  agreeLoan,
  disbursedLoan,
  disbursement,
  interest,
  buildLoanRequest,
  repayment,
} from '../../support/fixtures/loans.ts';

// DynamoDB Local reports a transaction's capacity wrongly (one item's units for all of them), so
// only the requests are checked there; dynoxide reports as the service does.
const reportsUnits = chooseEngine(process.env['DYNAMODB_ENGINE']) === 'dynoxide';

let ledger: WatchedLedger;
beforeAll(async () => {
  // The product cache of a container does not expire while the clock stands.
  advanceTime(0);
  ledger = await startWatchedLedger();
  await openAccount(ledger, { funds: '1.00' });
  await disbursedLoan(ledger);
});
afterAll(() => ledger.stop());
beforeEach(() => {
  ledger.proxy.requests.length = 0;
});

function expectCost(most: { requests: number; writeUnits: number; readUnits?: number }): void {
  const { requests } = ledger.proxy;
  const sum = (units: 'readUnits' | 'writeUnits') =>
    requests.reduce((total, request) => total + request[units], 0);
  expect(requests.length).toBe(most.requests);
  if (!reportsUnits) return;
  expect(sum('writeUnits')).toBeLessThanOrEqual(most.writeUnits);
  if (most.readUnits !== undefined) expect(sum('readUnits')).toBeLessThanOrEqual(most.readUnits);
}

const account = {
  customer_id: 'cus-4711',
  product_id: 'current-account',
  name: 'Ada Lovelace',
  currency: 'EUR',
};

test('createAccount: 1 request, 7 write units', async () => {
  await ledger.call('createAccount', { body: account });

  expectCost({ requests: 1, writeUnits: 7 });
});

test('createAccount with an external id: 2 requests, 9 write units; with metadata alone: 1 and 7', async () => {
  await ledger.call('createAccount', { body: { ...account, external_id: 'core-1' } });
  expectCost({ requests: 2, writeUnits: 9, readUnits: 2 });
  ledger.proxy.requests.length = 0;

  await ledger.call('createAccount', { body: { ...account, metadata: { branch: 'Lisbon 4' } } });
  expectCost({ requests: 1, writeUnits: 7 });
});

test('replaceAccountMetadata: 2 requests, 5 write units', async () => {
  const accountId = await openAccount(ledger);
  ledger.proxy.requests.length = 0;

  await ledger.call('replaceAccountMetadata', {
    path: { accountId },
    body: { metadata: { a: 'b' } },
  });

  expectCost({ requests: 2, writeUnits: 5, readUnits: 3 });
});

test('posting on one account: 2 requests, at most 9 write units', async () => {
  const id = await openAccount(ledger);
  ledger.proxy.requests.length = 0;

  await ledger.call('postJournalEntry', {
    body: { ...credit(id, '1250.00'), description: 'Salary November' },
  });

  expectCost({ requests: 2, writeUnits: 9 });
});

test('transfer between two accounts: 2 requests, at most 13 write and 3 read units', async () => {
  const from = await openAccount(ledger, { funds: '99999.99' });
  const to = await openAccount(ledger);
  ledger.proxy.requests.length = 0;
  const { account_postings, ...entry } = transfer(from, to, '12345.67');
  const referenced = account_postings.map((posting) => ({
    ...posting,
    reference: 'Invoice 2026-4711',
  }));

  await ledger.call('postJournalEntry', {
    body: { ...entry, account_postings: referenced, description: 'Rent for November, flat 12' },
    correlationId: randomUUID(),
  });

  expectCost({ requests: 2, writeUnits: 13, readUnits: 3 });
});

test('postings under every control of the general ledger cost no more', async () => {
  const tenant = 'controlled';
  const caller = asTenant(ledger, tenant);
  const body = {
    base_currency: 'EUR',
    time_zone: 'Europe/Berlin',
    effective_date_window: { days_back: 1, days_ahead: 1 },
    chart: 'ENFORCED',
    control_accounts: 'ENFORCED',
  };
  for (const code of ['1000', 'CUSTOMER_DEPOSITS']) {
    const charted = { name: 'Account', type: 'ASSET', currency: 'EUR' };
    await caller.call('upsertGeneralLedgerAccount', { path: { code }, body: charted });
  }
  await applySettings(caller, body);
  await approveLedgerRequest(caller, (await requestPeriodChange(caller, 'close')).id);
  const from = await openAccount(caller, { funds: '99999.99' });
  const to = await openAccount(caller);
  for (const [entry, writeUnits] of [
    [credit(from, '1250.00'), 9],
    [transfer(from, to, '12345.67'), 13],
  ] as const) {
    ledger.proxy.requests.length = 0;

    expect((await caller.call('postJournalEntry', { body: entry })).status).toBe(201);

    expectCost({ requests: 2, writeUnits });
  }
});

test('a page of a statement: 1 request', async () => {
  const accountId = await openAccount(ledger, { funds: '1.00' });
  ledger.proxy.requests.length = 0;

  await ledger.call('getAccountStatement', { path: { accountId } });

  expectCost({ requests: 1, writeUnits: 0 });
});

test('a balance as of an instant: 1 request, and 1 more before the first entry', async () => {
  const accountId = await openAccount(ledger, { funds: '1.00' });
  for (const [as_of, requests] of [
    [new Date().toISOString(), 1],
    ['2000-01-01T00:00:00Z', 2],
  ] as const) {
    ledger.proxy.requests.length = 0;

    await ledger.call('getAccountBalance', { path: { accountId }, query: { as_of } });

    expectCost({ requests, writeUnits: 0, readUnits: requests });
  }
});

test('a statement of a period: 1 request for a single page, 2 or 3 for one of several', async () => {
  const accountId = await openAccount(ledger, { funds: '1.00' });
  const entries = Array.from({ length: 5 }, () => credit(accountId, '1.00'));
  await ledger.call('postJournalEntries', { body: { entries } });
  const read = async (query: Record<string, string>) => {
    ledger.proxy.requests.length = 0;
    const { body } = await ledger.call('getAccountStatement', { path: { accountId }, query });
    return { cursor: body.next_cursor as string, requests: ledger.proxy.requests.length };
  };
  const [from, limit] = ['2000-01-01T00:00:00Z', '2'];

  expect((await read({ from })).requests).toBe(1);
  const first = await read({ from, limit });
  const second = await read({ from, limit, cursor: first.cursor });
  const third = await read({ from, limit, cursor: second.cursor });
  expect([first, second, third].map(({ requests }) => requests)).toEqual([2, 3, 2]);
  expect((await read({ from: '2999-01-01T00:00:00Z' })).requests).toBe(2);
  expect((await read({ to: from })).requests).toBe(2);
});

test.each(['createAccount', 'postJournalEntry'] as const)(
  'a replay of %s: 1 request, nothing written',
  async (name) => {
    const id = await openAccount(ledger);
    const body = name === 'createAccount' ? account : credit(id, '1.00');
    const key = randomUUID();
    await ledger.call(name, { body, key });
    ledger.proxy.requests.length = 0;

    const replayed = await ledger.call(name, { body, key });

    expect(replayed.headers['Idempotency-Replayed']).toBe('true');
    expectCost({ requests: 1, writeUnits: 0 });
  },
);

test.each([
  ['getAccount', 'accountId', 1],
  ['getAccountBalance', 'accountId', 1],
] as const)('%s: 1 request', async (name, parameter, requests) => {
  const id = await openAccount(ledger);
  ledger.proxy.requests.length = 0;

  await ledger.call(name, { path: { [parameter]: id } });

  expectCost({ requests, writeUnits: 0 });
});

test('a page of accounts or journal entries: one query per shard, and one read for the balances', async () => {
  await openAccount(ledger, { funds: '1.00' });
  ledger.proxy.requests.length = 0;

  // So many that a page still fits if chance put all accounts into one shard.
  await ledger.call('listAccounts', { query: { limit: '100' } });
  expect(ledger.proxy.requests.map(({ operation }) => operation)).toEqual([
    ...Array<string>(4).fill('Query'),
    'BatchGetItem',
  ]);
  ledger.proxy.requests.length = 0;

  await ledger.call('listJournalEntries');
  expectCost({ requests: 4, writeUnits: 0 });
});

const ofLoan = { product_id: 'consumer-loan', reference: 'Kitchen, agreed on 2026-11-20' };

test('createLoan: 2 requests, 9 write units', async () => {
  const id = await openAccount(ledger);
  ledger.proxy.requests.length = 0;

  await ledger.call('createLoan', { body: { ...buildLoanRequest(id), ...ofLoan } });

  // Two of them check that its account is still ACTIVE.
  expectCost({ requests: 2, writeUnits: 9, readUnits: 3 });
});

test('a loan transaction that touches the account: 3 requests, 15 write units', async () => {
  const { id } = await agreeLoan(ledger, { reference: ofLoan.reference });
  for (const body of [disbursement('1000.00'), repayment('100.00', { principal: '100.00' })]) {
    ledger.proxy.requests.length = 0;

    // The account is known only from the loan: that takes the third request.
    await ledger.call('postLoanTransaction', {
      path: { loanId: id },
      body,
      correlationId: randomUUID(),
    });

    expectCost({ requests: 3, writeUnits: 15, readUnits: 3 });
  }
});

// The account is read for the rules of its product alone.
test('interest or a fee, which touch no account: 3 requests, 11 write units', async () => {
  const { id } = await disbursedLoan(ledger);
  ledger.proxy.requests.length = 0;

  await ledger.call('postLoanTransaction', { path: { loanId: id }, body: interest('3.21') });

  expectCost({ requests: 3, writeUnits: 11, readUnits: 3 });
});

test('reading loans: 1 request for one, 1 for a transaction, 1 for a page of them, 1 per shard for a list', async () => {
  const { id } = await agreeLoan(ledger);
  const path = { loanId: id };
  const posted = await ledger.call('postLoanTransaction', { path, body: disbursement('1.00') });
  const cost = async (...[name, options]: Parameters<WatchedLedger['call']>) => {
    ledger.proxy.requests.length = 0;
    expect((await ledger.call(name, options)).status).toBe(200);
    return ledger.proxy.requests.length;
  };

  expect(await cost('getLoan', { path })).toBe(1);
  expect(await cost('getTransaction', { path: { transactionId: posted.body.id } })).toBe(1);
  expect(await cost('listLoanTransactions', { path })).toBe(1);
  expect(await cost('listLoans')).toBe(4);
});
