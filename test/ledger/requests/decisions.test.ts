// Maker-checker under races: a request is decided once, by an operator other than its maker, on
// facts.
import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { StoreFault } from '../../support/stack/fault-proxy.ts';
import { expectSoundLedger } from '../../support/invariants/invariants.ts';
import { credit, debit, openAccount, startWatchedLedger } from '../../support/stack/ledger.ts';
import type { CallAnswer, WatchedLedger } from '../../support/stack/ledger.ts';
import {
  approveTransition,
  rejectTransition,
  submitTransition,
  applyTransitions,
} from '../../support/fixtures/lifecycle.ts';
import { readAllItems, openDirectClient } from '../../support/stack/tables.ts';

let ledger: WatchedLedger;
let account: string;
beforeAll(async () => {
  ledger = await startWatchedLedger();
});
beforeEach(async () => {
  ledger.proxy.heal();
  account = await openAccount(ledger);
});
afterAll(async () => {
  await expectSoundLedger(ledger.tables.ledger);
  await ledger.stop();
});

const accountOf = async (accountId: string) =>
  (await ledger.call('getAccount', { path: { accountId } })).body;
const requestOf = async (requestId: string) =>
  (await ledger.call('getAccountLifecycleRequest', { path: { requestId } })).body;

/** Runs `meanwhile` once, when the next transaction is about to be sent. */
function beforeNextCommit(meanwhile: () => Promise<unknown>): void {
  let isDone = false;
  ledger.proxy.fail(async (operation): Promise<StoreFault> => {
    if (operation === 'TransactWriteItems' && !isDone) {
      isDone = true;
      await meanwhile();
    }
    return 'none';
  });
}

function expectOneWinner(answers: readonly CallAnswer[]): CallAnswer {
  const [winner, ...others] = answers.filter(({ status }) => status === 201);
  const losers = answers.filter(({ status }) => status !== 201);
  expect(others).toEqual([]);
  expect(losers).toHaveLength(answers.length - 1);
  for (const { body } of losers) {
    expect(body).toMatchObject({ statusCode: 409, code: 'already_decided' });
  }
  if (!winner) throw new Error('no decision won');
  return winner;
}

test.each([undefined, 4])(
  'accepts one of 20 concurrent decisions (items locked for %s ms)',
  async (holdMs) => {
    const requestId = await submitTransition(ledger, account);
    ledger.proxy.lockItems(holdMs);
    const calls = Array.from({ length: 20 }, (_, index) => {
      const options = { subject: `checker-${index}`, key: randomUUID() };
      return () =>
        (index % 2 === 0 ? approveTransition : rejectTransition)(ledger, requestId, options);
    });

    const answers = await Promise.all(calls.map((call) => call()));

    const winner = expectOneWinner(answers);
    expect(await requestOf(requestId)).toEqual(winner.body);
    const status = winner.body.status === 'APPLIED' ? 'FROZEN' : 'ACTIVE';
    expect(await accountOf(account)).toMatchObject({ status });
    // All repeat their keys: the winner gets its answer again, the others are refused.
    const again = await Promise.all(calls.map((call) => call()));
    expect(again.map(({ status: code }) => code)).toEqual(answers.map(({ status: code }) => code));
    expect(expectOneWinner(again).text).toBe(winner.text);
    ledger.proxy.lockItems(undefined);
  },
);

test('never accepts the maker among 10 concurrent checkers', async () => {
  const requestId = await submitTransition(ledger, account);

  const [own, ...others] = await Promise.all(
    ['ada', ...Array.from({ length: 10 }, (_, index) => `checker-${index}`)].map((subject) =>
      approveTransition(ledger, requestId, { subject }),
    ),
  );

  expect(own?.body).toMatchObject({ statusCode: 403, code: 'self_approval' });
  expectOneWinner(others);
});

test('a withdrawal that an approval overtakes is refused, and the account is frozen', async () => {
  const requestId = await submitTransition(ledger, account);
  beforeNextCommit(() => approveTransition(ledger, requestId));

  const withdrawn = await ledger.call('withdrawAccountLifecycleRequest', {
    path: { requestId },
    body: {},
  });

  expect(withdrawn.body).toMatchObject({ statusCode: 409, code: 'already_decided' });
  expect(await requestOf(requestId)).toMatchObject({ status: 'APPLIED', decided_by: 'grace' });
  expect(await accountOf(account)).toMatchObject({ status: 'FROZEN' });
});

test('an approval that a withdrawal overtakes is refused, and the account stays as it is', async () => {
  const requestId = await submitTransition(ledger, account);
  beforeNextCommit(() =>
    ledger.call('withdrawAccountLifecycleRequest', { path: { requestId }, body: {} }),
  );

  const approved = await approveTransition(ledger, requestId);

  expect(approved.body).toMatchObject({ statusCode: 409, code: 'already_decided' });
  expect(await accountOf(account)).toMatchObject({ status: 'ACTIVE', version: 1 });
});

test('the transaction itself refuses the maker, whatever was read before', async () => {
  const requestId = await submitTransition(ledger, account);
  // No operation can cause this: it shows that the commit checks the stored maker again.
  beforeNextCommit(async () => {
    const items = await readAllItems(ledger.tables.ledger);
    const item = items.find(({ SK }) => SK === requestId);
    const client = openDirectClient();
    const Item = { ...item, requested_by: 'grace' };
    await client.send(new PutCommand({ TableName: ledger.tables.ledger, Item }));
    client.destroy();
  });

  const refused = await approveTransition(ledger, requestId);

  expect(refused.body).toMatchObject({ statusCode: 403, code: 'self_approval' });
  expect(await requestOf(requestId)).toMatchObject({ status: 'PENDING_APPROVAL' });
  expect(await accountOf(account)).toMatchObject({ status: 'ACTIVE', version: 1 });
});

test('applies one of several approved requests on one account and fails the others', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, () => submitTransition(ledger, account)));

  const answers = await Promise.all(ids.map((id) => approveTransition(ledger, id)));

  const statuses = answers.map(({ body }) => body.status).sort();
  expect(statuses).toEqual(['APPLIED', 'FAILED', 'FAILED', 'FAILED', 'FAILED']);
  for (const { body } of answers.filter((answer) => answer.body.status === 'FAILED')) {
    expect(body.failure_reason).toBe('The account is FROZEN, no longer ACTIVE.');
  }
  expect(await accountOf(account)).toMatchObject({ status: 'FROZEN', version: 2 });
});

test('judges a failure by the account as it is at the commit', async () => {
  const stale = await submitTransition(ledger, account);
  const thaw = async () => applyTransitions(ledger, account, 'UNFREEZE');
  await applyTransitions(ledger, account, 'FREEZE');
  let commits = 0;
  ledger.proxy.fail(async (operation): Promise<StoreFault> => {
    // The first commit meets the frozen account. Before the second one would fail the request for
    // that reason, the account becomes active again.
    if (operation === 'TransactWriteItems' && (commits += 1) === 2) await thaw();
    return 'none';
  });

  const approved = await approveTransition(ledger, stale);

  expect(approved.body).toMatchObject({ status: 'APPLIED' });
  expect(await accountOf(account)).toMatchObject({ status: 'FROZEN', version: 4 });
});

test('freezes an account under continuous postings', async () => {
  const requestId = await submitTransition(ledger, account);
  let left = 4;
  ledger.proxy.fail(async (operation): Promise<StoreFault> => {
    if (operation === 'TransactWriteItems' && left > 0) {
      left -= 1;
      // Calls back through this very proxy: one posting before each of the first commits.
      const before = left;
      left = 0;
      await ledger.call('postJournalEntry', { body: credit(account, '1.00') });
      left = before;
    }
    return 'none';
  });

  const approved = await approveTransition(ledger, requestId);

  expect(approved.body.status).toBe('APPLIED');
  expect(await accountOf(account)).toMatchObject({
    status: 'FROZEN',
    balance: '4.00',
    version: 6,
  });
});

test('refuses a posting that a freeze overtakes', async () => {
  const requestId = await submitTransition(ledger, account);
  beforeNextCommit(() => approveTransition(ledger, requestId));

  const posted = await ledger.call('postJournalEntry', { body: credit(account, '1.00') });

  expect(posted.body).toMatchObject({ statusCode: 409, code: 'account_not_active' });
  expect(await accountOf(account)).toMatchObject({ status: 'FROZEN', balance: '0.00' });
});

test('a freeze among 12 postings keeps the earlier ones and refuses the later ones', async () => {
  const requestId = await submitTransition(ledger, account);

  const [approved, ...posted] = await Promise.all([
    approveTransition(ledger, requestId),
    ...Array.from({ length: 12 }, () =>
      ledger.call('postJournalEntry', { body: credit(account, '1.00') }),
    ),
  ]);

  const accepted = posted.filter(({ status }) => status === 201).length;
  const refused = posted.filter(({ body }) => body.code === 'account_not_active').length;
  expect(approved?.body).toMatchObject({ status: 'APPLIED' });
  expect(accepted + refused).toBe(12);
  expect(await accountOf(account)).toMatchObject({
    status: 'FROZEN',
    balance: `${accepted}.00`,
    version: 2 + accepted,
  });
});

test('never closes an account with money that arrives meanwhile', async () => {
  const requestId = await submitTransition(ledger, account, 'CLOSE');
  beforeNextCommit(() => ledger.call('postJournalEntry', { body: credit(account, '1.00') }));

  const approved = await approveTransition(ledger, requestId);

  expect(approved.body).toMatchObject({ status: 'FAILED' });
  expect(await accountOf(account)).toMatchObject({ status: 'ACTIVE', balance: '1.00' });
  await ledger.call('postJournalEntry', { body: debit(account, '1.00') });
});
