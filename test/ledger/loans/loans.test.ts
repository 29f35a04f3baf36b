// Concurrent requests on one loan and faults of the store: the outstanding and paid amounts stay
// right.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, afterAll, expect, jest, test } from '@jest/globals';
import { keys } from '../../../functions/ledger/store/keys.ts';
import { CACHE_MS } from '../../../functions/ledger/timed-cache.ts';
import { changeStoredAttribute } from '../../support/invariants/change-stored-item.ts';
import type { StoreFault } from '../../support/stack/fault-proxy.ts';
import { expectSoundLedger } from '../../support/invariants/invariants.ts';
import { advanceTime } from '../../support/stack/advance-time.ts';
import { credit, startWatchedLedger } from '../../support/stack/ledger.ts';
import type { WatchedLedger } from '../../support/stack/ledger.ts';
import {
  agreeLoan,
  disbursedLoan,
  disbursement,
  fee,
  repayment,
} from '../../support/fixtures/loans.ts';
import type { TestLoan } from '../../support/fixtures/loans.ts';
import { buildRandom } from '../../support/fixtures/random.ts';

let ledger: WatchedLedger;
beforeAll(async () => {
  ledger = await startWatchedLedger();
});
afterEach(async () => {
  jest.useRealTimers();
  ledger.proxy.heal();
  await expectSoundLedger(ledger.tables.ledger);
});
afterAll(() => ledger.stop());

const post = (loan: TestLoan, body: unknown, options = {}) =>
  ledger.call('postLoanTransaction', { path: { loanId: loan.id }, body, ...options });
const repay = (amount: string) => repayment(amount, { principal: amount });
const owedOn = async ({ id }: TestLoan) =>
  (await ledger.call('getLoan', { path: { loanId: id } })).body.principal_outstanding;
const heldOn = async ({ account }: TestLoan) =>
  (await ledger.call('getAccountBalance', { path: { accountId: account } })).body.balance;

test('16 concurrent repayments on one loan all succeed in sequence', async () => {
  const loan = await disbursedLoan(ledger);

  const answers = await Promise.all(Array.from({ length: 16 }, () => post(loan, repay('10.00'))));

  expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(201));
  expect([await owedOn(loan), await heldOn(loan)]).toEqual(['840.00', '840.00']);
});

test('accepts just enough concurrent repayments to cover the outstanding amount', async () => {
  const loan = await disbursedLoan(ledger, '50.00');
  await ledger.call('postJournalEntry', { body: credit(loan.account, '100.00') });

  const answers = await Promise.all(Array.from({ length: 8 }, () => post(loan, repay('10.00'))));

  const codes = answers.map(({ status, body }) => (status === 201 ? 'posted' : body.code)).sort();
  expect(codes).toEqual([
    ...Array<string>(3).fill('allocation_exceeds_outstanding'),
    ...Array<string>(5).fill('posted'),
  ]);
  expect([await owedOn(loan), await heldOn(loan)]).toEqual(['0.00', '100.00']);
});

test('after a first lost race the next attempt uses the returned items and reads nothing', async () => {
  // Refreshes the product cache, which then does not expire during the test.
  advanceTime(CACHE_MS);
  const loan = await disbursedLoan(ledger);
  const { proxy } = ledger;
  proxy.requests.length = 0;
  // A fee commits between our reads and our commit; the account stays unchanged.
  let isIn = false;
  proxy.fail(async (operation): Promise<StoreFault> => {
    if (operation === 'TransactWriteItems' && !isIn) {
      isIn = true;
      await post(loan, fee('2.00'));
    }
    return 'none';
  });

  const posted = await post(loan, repay('10.00'));

  expect(posted.status).toBe(201);
  // Two reads for the repayment, and two for the fee between them.
  expect(proxy.requests.map(({ operation }) => operation)).toEqual([
    'BatchGetItem',
    'BatchGetItem',
    'BatchGetItem',
    'BatchGetItem',
    'TransactWriteItems',
    'TransactWriteItems',
    'TransactWriteItems',
  ]);
});

test('is later than the newest transaction, even if the clock goes back', async () => {
  const loan = await agreeLoan(ledger);
  const ahead = new Date(Date.now() + 60_000);
  await changeStoredAttribute(ledger, keys.loan('acme', loan.id), [
    'updated_at',
    ahead.toISOString(),
  ]);

  const one = await post(loan, fee('1.00'));
  const two = await post(loan, fee('1.00'));

  expect([one, two].map(({ body }) => Date.parse(body.posted_at) - ahead.getTime())).toEqual([
    1, 2,
  ]);
  expect(one.body.id < two.body.id).toBe(true);
});

test('gives a duplicate the answer of its twin that has repaid the loan', async () => {
  const loan = await disbursedLoan(ledger, '10.00');
  const key = randomUUID();

  const answers = await Promise.all(
    Array.from({ length: 12 }, () => post(loan, repay('10.00'), { key })),
  );

  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
});

const passing: [string, StoreFault, string, number][] = [
  ['a conflict', 'conflict', 'TransactWriteItems', 1],
  ['throttling of the commit', 'throttle', 'TransactWriteItems', 1],
  ['throttling of the loan’s read', 'throttle', 'BatchGetItem', 1],
  ['throttling of the account’s read', 'throttle', 'BatchGetItem', 2],
  ['a connection that breaks before the commit', 'dead', 'TransactWriteItems', 1],
  ['a connection that breaks after the commit', 'lost', 'TransactWriteItems', 1],
];

test.each(passing)('recovers from %s and disburses once', async (...[, fault, on, from]) => {
  const loan = await agreeLoan(ledger);
  let met = 0;
  ledger.proxy.fail((operation) => {
    if (operation === on) met += 1;
    return operation === on && met >= from && met < from + 2 ? fault : 'none';
  });

  const posted = await post(loan, disbursement('10.00'));

  expect(posted.status).toBe(201);
  expect([await owedOn(loan), await heldOn(loan)]).toEqual(['10.00', '10.00']);
});

// A crashed process sends no further requests; the client retries with its key.
test.each([
  ['after the loan’s read', 'BatchGetItem', 1],
  ['after the account’s read', 'BatchGetItem', 2],
  ['after the commit', 'TransactWriteItems', 1],
] as const)('after a crash %s the retry disburses once', async (_, last, times) => {
  const loan = await agreeLoan(ledger);
  const key = randomUUID();
  let met = 0;
  ledger.proxy.fail((operation) => {
    if (met >= times) return 'dead';
    if (operation === last) met += 1;
    return operation === last && met === times ? 'lost' : 'none';
  });
  const crashed = await post(loan, disbursement('7.00'), {
    key,
    remainingMs: () => (met >= times ? 1_000 : 30_000),
  });
  const code = last === 'TransactWriteItems' ? 'outcome_unknown' : 'contention';
  expect(crashed.body).toMatchObject({ statusCode: 503, code });
  ledger.proxy.heal();

  const again = await post(loan, disbursement('7.00'), { key });

  expect(again.status).toBe(201);
  expect([await owedOn(loan), await heldOn(loan)]).toEqual(['7.00', '7.00']);
});

test('keeps random transactions, each sent twice at once, right through locks and lost answers', async () => {
  const next = buildRandom(20261120);
  const loans = await Promise.all(Array.from({ length: 3 }, () => disbursedLoan(ledger)));
  const before = await expectSoundLedger(ledger.tables.ledger);
  ledger.proxy.lockItems(4);
  ledger.proxy.fail(() => {
    const draw = next();
    return draw < 0.04 ? 'lost' : draw < 0.06 ? 'throttle' : draw < 0.08 ? 'dead' : 'none';
  });

  const lanes = loans.map(async (loan, lane) => {
    for (let count = 0; count < 10; count += 1) {
      const body = (lane + count) % 2 === 0 ? repay('1.00') : fee('1.00');
      const key = randomUUID();
      const [one, two] = await Promise.all([
        untilPosted(loan, body, key),
        untilPosted(loan, body, key),
      ]);
      expect(one).toBe(two);
    }
  });
  await Promise.all(lanes);

  ledger.proxy.heal();
  const after = await expectSoundLedger(ledger.tables.ledger);
  expect(after.transactions - before.transactions).toBe(30);
  expect(before.total - after.total).toBe(1_500n);
});

// docs/contract.md, Idempotency: clients repeat the same key after a 503, a limited number of
// times.
async function untilPosted(loan: TestLoan, body: object, key: string): Promise<string> {
  for (let tries = 0; tries < 20; tries += 1) {
    const answer = await post(loan, body, { key });
    if (answer.status === 201) return answer.text;
    expect(answer.status).toBe(503);
  }
  throw new Error('no answer in 20 tries');
}
