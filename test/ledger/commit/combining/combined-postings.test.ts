// Many requests on one account at once are posted by combiners: each exactly once, with its exact balance, and every
// other answer is what the request would get alone.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { isReplayed, startCombiningLedger } from '../../../support/combining/combining-ledger.ts';
import {
  leadQueue,
  listIntents,
  markContended,
  putIntoQueue,
  removeIntents,
  untilQueued,
} from '../../../support/combining/queues.ts';
import { putControls } from '../../../support/controls/controls.ts';
import { asTenant, credit, debit, openAccount, transfer } from '../../../support/stack/ledger.ts';
import type { CallAnswer } from '../../../support/stack/ledger.ts';

const { ledger, post, stop } = await startCombiningLedger();
afterAll(stop);

const list = (answers: readonly CallAnswer[]) =>
  answers.map(({ status, body }) => body.code ?? status).toSorted();

/** The parts of the transactions that the store has carried out. */
function listTransactions(): string[][] {
  return ledger.proxy.requests
    .filter(({ operation }) => operation === 'TransactWriteItems')
    .map(({ actions }) => [...actions]);
}

const countCombined = (transaction: readonly string[]) =>
  transaction.filter((action) => action === `DeleteItem ${ledger.intentsTable}`).length;

test('24 callers on one account: all are posted, and their balances form one chain', async () => {
  const account = await openAccount(ledger);
  ledger.proxy.requests.length = 0;

  const answers = await Promise.all(
    Array.from({ length: 24 }, () => post({ body: credit(account, '1.00') })),
  );

  expect(list(answers)).toEqual(Array(24).fill(201));
  const balances = answers.map(({ body }) => Number(body.account_postings[0].balance_after));
  expect(balances.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, i) => i + 1));
  expect(answers.filter(isReplayed)).toEqual([]);
  expect(Math.max(...listTransactions().map(countCombined))).toBeGreaterThan(1);
  expect(await listIntents(ledger)).toEqual([]);
});

test('while a queue is busy, requests that come later join it without a transaction of their own', async () => {
  const [shared, other] = await Promise.all([
    openAccount(ledger, { funds: '100.00' }),
    openAccount(ledger),
  ]);
  await markContended(ledger, shared);
  ledger.proxy.requests.length = 0;

  const answers = await Promise.all(
    Array.from({ length: 6 }, () => post({ body: transfer(shared, other, '1.00') })),
  );

  expect(list(answers)).toEqual(Array(6).fill(201));
  const transactions = listTransactions();
  expect(transactions.map(countCombined).reduce((sum, count) => sum + count)).toBe(6);
  // A transfer takes five items on the same two accounts, and the balances are shared.
  for (const parts of transactions) expect(parts).toHaveLength(countCombined(parts) * 5 + 2);
});

test('a request that meets another on its account joins the queue, without any mark', async () => {
  const tenant = 'meeting';
  const account = await openAccount(ledger, { tenant });
  let isMet = false;
  ledger.proxy.fail((operation, _count, of) => {
    if (isMet || of !== tenant || operation !== 'TransactWriteItems') return 'none';
    isMet = true;
    return 'conflict';
  });
  ledger.proxy.requests.length = 0;

  const answer = await post({ tenant, body: credit(account, '1.00') });
  ledger.proxy.heal();

  expect(answer.status).toBe(201);
  expect(listTransactions().map(countCombined)).toEqual([1]);
});

test('what funds do not cover is refused to its own caller, and the rest is posted', async () => {
  const account = await openAccount(ledger, { funds: '5.00' });
  await markContended(ledger, account);

  const answers = await Promise.all(
    Array.from({ length: 10 }, () => post({ body: debit(account, '1.00') })),
  );

  expect(list(answers)).toEqual([...Array(5).fill(201), ...Array(5).fill('insufficient_funds')]);
});

test('each posting is in the name of its own caller, with its own correlation id and time', async () => {
  const account = await openAccount(ledger);
  await markContended(ledger, account);
  const callers = ['ada', 'grace', 'edsger', 'barbara'];

  const answers = await Promise.all(
    callers.map((subject) =>
      post({ subject, correlationId: `correlation-${subject}`, body: credit(account, '1.00') }),
    ),
  );

  expect(list(answers)).toEqual(Array(4).fill(201));
  expect(answers.map(({ body }) => body.posted_by)).toEqual(callers);
  expect(answers.map(({ body }) => body.correlation_id)).toEqual(
    callers.map((subject) => `correlation-${subject}`),
  );
  expect(new Set(answers.map(({ body }) => body.posted_at)).size).toBe(4);
});

test('what a control catches waits for a second operator, and the rest is posted', async () => {
  const tenant = asTenant(ledger, 'controlled');
  await putControls(tenant, [{ operation: 'postJournalEntry', when: 'amount >= 10.00' }]);
  const account = await openAccount(tenant);
  await markContended(ledger, account, 'controlled');

  const answers = await Promise.all(
    ['1.00', '10.00', '2.00', '20.00', '3.00'].map((amount) =>
      post({ tenant: 'controlled', body: credit(account, amount) }),
    ),
  );

  expect(answers.map(({ status }) => status)).toEqual([201, 202, 201, 202, 201]);
  const balance = await tenant.call('getAccountBalance', { path: { accountId: account } });
  expect(balance.body.balance).toBe('6.00');
});

test('a control on the balance sees what the requests before have posted', async () => {
  const tenant = asTenant(ledger, 'watched');
  await putControls(tenant, [{ operation: 'postJournalEntry', when: 'account.balance >= 3.00' }]);
  const account = await openAccount(tenant);
  await markContended(ledger, account, 'watched');

  const answers = await Promise.all(
    Array.from({ length: 6 }, () => post({ tenant: 'watched', body: credit(account, '1.00') })),
  );

  expect(list(answers)).toEqual([201, 201, 201, 202, 202, 202]);
});

test('the same key sent twice at once is posted once, and both get the one answer', async () => {
  const account = await openAccount(ledger);
  await markContended(ledger, account);
  const requests = Array.from({ length: 5 }, () => ({
    key: randomUUID(),
    body: credit(account, '1.00'),
  }));

  const pairs = await Promise.all(
    requests.map((request) => Promise.all([post(request), post(request)])),
  );

  for (const [one, two] of pairs) {
    expect([one.status, two.status, one.text]).toEqual([201, 201, two.text]);
    expect([one, two].filter(isReplayed)).toHaveLength(1);
  }
  const balance = await ledger.call('getAccountBalance', { path: { accountId: account } });
  expect(balance.body.balance).toBe('5.00');
});

test('a key that waits for another request is refused to the second one', async () => {
  const account = await openAccount(ledger);
  await markContended(ledger, account);
  const key = randomUUID();

  const answers = await Promise.all([
    post({ key, body: credit(account, '1.00') }),
    post({ key, body: credit(account, '2.00') }),
  ]);

  expect(list(answers)).toEqual([201, 'idempotency_key_reused']);
});

test('a request that combiners of this version cannot read is left to its owner', async () => {
  const account = await openAccount(ledger);
  await markContended(ledger, account);
  await putIntoQueue(ledger, account, { SK: 'I#000000000000001#of-a-later-version', format: 99n });
  await putIntoQueue(ledger, account, {
    SK: 'I#000000000000002#damaged',
    format: 1n,
    actor: 'eve',
  });

  expect((await post({ body: credit(account, '1.00') })).status).toBe(201);
  expect(await listIntents(ledger)).toEqual([]);
});

test('a request that was returned posts alone', async () => {
  const account = await openAccount(ledger);
  await leadQueue(ledger, account);
  await markContended(ledger, account);
  ledger.proxy.requests.length = 0;

  // The request waits for a combiner that never acts; something returns its intent.
  const waiting = post({ body: credit(account, '1.00') });
  const [intent] = await untilQueued(ledger, 1);
  await removeIntents(ledger);

  expect((await waiting).status).toBe(201);
  expect(listTransactions().map(countCombined)).toEqual([0]);
  // The store deletes what a process has left, an hour after its owner could still wait.
  expect(intent?.['ttl']).toBe((BigInt(intent?.['until'] as bigint) + 999n) / 1_000n + 3_600n);
});

test('large requests, and those on many accounts, retry as ever', async () => {
  const account = await openAccount(ledger);
  const others = await Promise.all(Array.from({ length: 10 }, () => openAccount(ledger)));
  const postings = [account, ...others].flatMap((id) => credit(id, '1.00').account_postings);
  const many = { ...credit(account, '11.00'), account_postings: postings };
  await markContended(ledger, account);
  ledger.proxy.requests.length = 0;

  expect((await post({ body: many })).status).toBe(201);
  expect(listTransactions().map(countCombined)).toEqual([0]);
});

// The combiner of several of them would exceed the size of a transaction.
test('a request of more than 16 KB retries as ever, and a smaller one waits', async () => {
  const account = await openAccount(ledger);
  const buildLarge = (lines: number) => ({
    ...credit(account, '1.00'),
    ledger_lines: Array.from({ length: lines }, (_, index) => ({
      account_code: `${index}`.padStart(64, '0'),
      [index % 2 === 0 ? 'debit_amount' : 'credit_amount']: '1.00',
    })),
  });
  const combined: number[] = [];
  for (const lines of [200, 100]) {
    await markContended(ledger, account);
    ledger.proxy.requests.length = 0;
    expect((await post({ body: buildLarge(lines) })).status).toBe(201);
    combined.push(...listTransactions().map(countCombined));
  }

  expect(combined).toEqual([0, 1]);
});
