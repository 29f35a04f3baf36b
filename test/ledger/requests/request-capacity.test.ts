// The requests of lifecycle requests and decisions to the store, counted as in capacity.test.ts.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { chooseEngine } from '../../../local/engines/engine.ts';
import { advanceTime } from '../../support/stack/advance-time.ts';
import { credit, openAccount, startWatchedLedger } from '../../support/stack/ledger.ts';
import type { WatchedLedger } from '../../support/stack/ledger.ts';
import {
  approveTransition,
  rejectTransition,
  submitTransition,
  applyTransitions,
} from '../../support/fixtures/lifecycle.ts';

const reportsUnits = chooseEngine(process.env['DYNAMODB_ENGINE']) === 'dynoxide';

let ledger: WatchedLedger;
let account: string;
beforeAll(async () => {
  // What a container caches does not expire while the clock stands.
  advanceTime(0);
  ledger = await startWatchedLedger();
});
beforeEach(async () => {
  account = await openAccount(ledger);
  ledger.proxy.requests.length = 0;
});
afterAll(() => ledger.stop());

function expectCost(operations: string[], writeUnits: number): void {
  const { requests } = ledger.proxy;
  expect(requests.map(({ operation }) => operation)).toEqual(operations);
  const sum = requests.reduce((total, request) => total + request.writeUnits, 0);
  if (reportsUnits) expect(sum).toBeLessThanOrEqual(writeUnits);
}

test('submitting: 2 requests, 8 write units', async () => {
  await submitTransition(ledger, account);

  expectCost(['BatchGetItem', 'TransactWriteItems'], 8);
});

test('approving: 2 requests, 13 or 15 write units', async () => {
  const requestId = await submitTransition(ledger, account);
  ledger.proxy.requests.length = 0;

  await approveTransition(ledger, requestId, { body: { reason: 'Checked with the customer' } });

  // The receipt has about a kilobyte: salt and feed can take it across, which costs two units more.
  expectCost(['BatchGetItem', 'TransactWriteItems'], 15);
});

test('approving after the account has changed: one more request, whether applied or failed', async () => {
  for (const change of [
    () => ledger.call('postJournalEntry', { body: credit(account, '1.00') }),
    () => applyTransitions(ledger, account, 'FREEZE'),
  ]) {
    const requestId = await submitTransition(ledger, account);
    await change();
    ledger.proxy.requests.length = 0;

    await approveTransition(ledger, requestId);

    expectCost(['BatchGetItem', 'TransactWriteItems', 'TransactWriteItems'], 30);
    await applyTransitions(ledger, account, 'UNFREEZE');
  }
});

test('rejecting: 2 requests, 11 write units', async () => {
  const requestId = await submitTransition(ledger, account);
  ledger.proxy.requests.length = 0;

  await rejectTransition(ledger, requestId);

  expectCost(['BatchGetItem', 'TransactWriteItems'], 11);
});

test('a replay: 1 request', async () => {
  const requestId = await submitTransition(ledger, account);
  const key = 'approve-0000-0000-0001';
  await approveTransition(ledger, requestId, { key });
  ledger.proxy.requests.length = 0;

  await approveTransition(ledger, requestId, { key });

  expectCost(['BatchGetItem'], 0);
});

test('reading: 1 request', async () => {
  const requestId = await submitTransition(ledger, account);
  ledger.proxy.requests.length = 0;

  await ledger.call('getAccountLifecycleRequest', { path: { requestId } });

  expectCost(['GetItem'], 0);
});

const filters: [string, (accountId: string) => Record<string, string>, string, number][] = [
  ['without a filter: one query for each shard', () => ({}), '', 4],
  ['by status: one query', () => ({ status: 'PENDING_APPROVAL' }), '/requests-by-state', 1],
  [
    'by account and status: one query',
    (account_id) => ({ account_id, status: 'PENDING_APPROVAL' }),
    '/requests-by-subject',
    1,
  ],
  [
    'by account: one query for each status',
    (account_id) => ({ account_id }),
    '/requests-by-subject',
    4,
  ],
];

test.each(filters)('a page %s', async (_, filter, index, queries) => {
  for (let count = 0; count < 7; count += 1) await submitTransition(ledger, account);
  const table = ledger.tables.ledger;

  // However the requests are spread, a page of any size needs one round of queries.
  for (const limit of ['1', '2', '5', '50']) {
    ledger.proxy.requests.length = 0;
    await ledger.call('listAccountLifecycleRequests', { query: { ...filter(account), limit } });

    const actions = ledger.proxy.requests.flatMap((request) => request.actions);
    expect(actions).toEqual(Array<string>(queries).fill(`Query ${table}${index}`));
  }
});
