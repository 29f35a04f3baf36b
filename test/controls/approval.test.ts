// Whatever happens around the approval of a change request, its operation is carried out once or not at all.
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { approveChange, putControls, readChange } from '../support/controls/controls.ts';
import { raceCalls } from '../support/fixtures/racing-calls.ts';
import { verifyTables } from '../support/invariants/verification.ts';
import { advanceTime } from '../support/stack/advance-time.ts';
import type { StoreFault } from '../support/stack/fault-proxy.ts';
import {
  asTenant,
  credit,
  debit,
  openAccount,
  startWatchedLedger,
} from '../support/stack/ledger.ts';
import type { CallAnswer, OperationCaller, WatchedLedger } from '../support/stack/ledger.ts';

const ledger: WatchedLedger = await startWatchedLedger();
let caller: OperationCaller;
let account: string;
let tenants = 0;
beforeEach(async () => {
  ledger.proxy.heal();
  caller = asTenant(ledger, `bank-${(tenants += 1)}`);
  await putControls(caller, [{ operation: 'postJournalEntry', when: 'amount >= 10.00' }]);
  account = await openAccount(caller);
});
afterAll(async () => {
  ledger.proxy.heal();
  try {
    expect((await verifyTables(ledger.tables)).differences).toEqual([]);
  } finally {
    await ledger.stop();
  }
});

const post = (body: object, options = {}) => caller.call('postJournalEntry', { body, ...options });
const readBalance = async () =>
  (await caller.call('getAccountBalance', { path: { accountId: account } })).body.balance;
const submit = async (body: object = credit(account, '10.00')) => {
  const { status, body: request } = await post(body);
  expect(status).toBe(202);
  return request.id as string;
};

const faults: [string, StoreFault, string][] = [
  ['a conflict', 'conflict', 'TransactWriteItems'],
  ['throttling of the read', 'throttle', 'BatchGetItem'],
  ['a store that is unavailable', 'unavailable', 'TransactWriteItems'],
  ['a connection that breaks before the commit', 'dead', 'TransactWriteItems'],
  ['a connection that breaks after the commit', 'lost', 'TransactWriteItems'],
];

test.each(faults)(
  'recovers from %s at the submission and at the approval',
  async (_, fault, on) => {
    const failTwice = () => {
      let left = 2;
      ledger.proxy.fail((operation) => (operation === on && left-- > 0 ? fault : 'none'));
    };
    failTwice();
    const id = await submit();
    failTwice();

    const approved = await approveChange(caller, id);

    expect(approved).toMatchObject({ status: 201, body: { status: 'APPLIED' } });
    expect(approved.headers).not.toHaveProperty('Idempotency-Replayed');
    ledger.proxy.heal();
    expect(await readBalance()).toBe('10.00');
    expect((await caller.call('listChangeRequests')).body.items).toHaveLength(2);
  },
);

// The caller dies after each request to the store in turn, and comes back with the same key.
test.each([1, 2, 3, 4])(
  'a crash at request %i to the store loses and repeats nothing',
  async (at) => {
    const key = 'approval-after-a-crash';
    const id = await submit();
    let count = 0;
    ledger.proxy.fail(() => ((count += 1) >= at ? 'lost' : 'none'));
    const crashed = await approveChange(caller, id, { key, remainingMs: 300 });
    ledger.proxy.heal();

    const repeated = await approveChange(caller, id, { key });

    if (crashed.status !== 201) expect(crashed.status).toBe(503);
    expect(repeated).toMatchObject({ status: 201, body: { status: 'APPLIED' } });
    expect(await readBalance()).toBe('10.00');
  },
);

test('of fifty approvals and fifty rejections one wins', async () => {
  const id = await submit();
  const decide = (subject: string, index: number): Promise<CallAnswer> => {
    const options = { subject, key: `decision-of-${subject}` };
    if (index % 2 === 0) return approveChange(caller, id, options);
    const rejection = { path: { requestId: id }, body: { reason: 'No' } };
    return caller.call('rejectChangeRequest', { ...options, ...rejection });
  };
  const checkers = Array.from({ length: 100 }, (_, index) => `checker-${index}`);

  const answers = await raceCalls(checkers.map((subject, index) => () => decide(subject, index)));

  const won = answers.filter(({ status }) => status === 201);
  const lost = answers.filter(({ status }) => status !== 201);
  expect(won).toHaveLength(1);
  expect(lost.map(({ body }) => body.code)).toEqual(lost.map(() => 'already_decided'));
  const stored = await readChange(caller, id);
  expect(stored).toEqual(won[0]?.body);
  expect(await readBalance()).toBe(stored.status === 'APPLIED' ? '10.00' : '0.00');
});

test('of ten approvals and ten withdrawals by the maker one wins', async () => {
  const id = await submit();
  const withdraw = (key: string) =>
    caller.call('withdrawChangeRequest', { path: { requestId: id }, body: {}, key });
  const checkers = Array.from({ length: 10 }, (_, index) => `checker-${index}`);

  const answers = await raceCalls(
    checkers.flatMap((subject) => [
      () => withdraw(`withdrawal-beside-${subject}`),
      () => approveChange(caller, id, { subject, key: `approval-of-${subject}` }),
    ]),
  );

  const won = answers.filter(({ status }) => status === 201);
  const lost = answers.filter(({ status }) => status !== 201);
  expect(won).toHaveLength(1);
  expect(lost.map(({ body }) => body.code)).toEqual(lost.map(() => 'already_decided'));
  const stored = await readChange(caller, id);
  expect(stored).toEqual(won[0]?.body);
  expect(await readBalance()).toBe(stored.status === 'APPLIED' ? '10.00' : '0.00');
});

test('debits that race with approved ones take no more than there is', async () => {
  for (let count = 0; count < 5; count += 1) await post(credit(account, '9.00'));
  const ids = await Promise.all(Array.from({ length: 4 }, () => submit(debit(account, '15.00'))));

  const [approvals, withdrawals] = await Promise.all([
    Promise.all(ids.map((id) => approveChange(caller, id))),
    Promise.all(Array.from({ length: 6 }, () => post(debit(account, '9.00')))),
  ]);

  const applied = approvals.filter(({ body }) => body.status === 'APPLIED').length;
  const failed = approvals.filter(({ body }) => body.failure_code === 'insufficient_funds').length;
  const withdrawn = withdrawals.filter(({ status }) => status === 201).length;
  expect(applied + failed).toBe(ids.length);
  expect(await readBalance()).toBe(`${45 - 15 * applied - 9 * withdrawn}.00`);
});

test('an approval of the same request under two keys carries it out once', async () => {
  const id = await submit();

  const answers = await Promise.all([approveChange(caller, id), approveChange(caller, id)]);

  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await readBalance()).toBe('10.00');
});

test('a control that does not catch a posting costs it no request', async () => {
  // What a container caches does not expire while the clock stands.
  advanceTime(0);
  const body = credit(account, '9.99');
  await post(body);
  ledger.proxy.requests.length = 0;

  expect((await post(body)).status).toBe(201);

  expect(ledger.proxy.requests).toHaveLength(2);
});
