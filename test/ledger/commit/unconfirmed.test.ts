// While a transaction of a request may still commit, the answer is never "nothing was recorded" and
// never a final refusal. The proxy holds the transaction back until after the answer.
import { randomUUID } from 'node:crypto';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { Refusal } from '../../../functions/domain/refusals/refusals.ts';
import { SentWrites } from '../../../functions/ledger/commit/transaction/sent-writes.ts';
import { openStore } from '../../../functions/ledger/store/store.ts';
import type { StoreFault } from '../../support/stack/fault-proxy.ts';
import { expectSoundLedger } from '../../support/invariants/invariants.ts';
import {
  buildContext,
  credit,
  openAccount,
  startWatchedLedger,
} from '../../support/stack/ledger.ts';
import type { CallAnswer, CallOptions, WatchedLedger } from '../../support/stack/ledger.ts';

const ledger: WatchedLedger = await startWatchedLedger();
let account: string;
beforeEach(async () => {
  ledger.proxy.heal();
  account = await openAccount(ledger);
});
afterAll(async () => {
  ledger.proxy.heal();
  await expectSoundLedger(ledger.tables.ledger);
  await ledger.stop();
});

const balance = async () =>
  (await ledger.call('getAccountBalance', { path: { accountId: account } })).body.balance;
const post = (options: CallOptions) =>
  ledger.call('postJournalEntry', { body: credit(account, '1.00'), ...options });

let tries = 0;

/** The successive tries of transactions meet these faults; the last one repeats. */
function meet(...faults: StoreFault[]): void {
  tries = 0;
  ledger.proxy.fail((operation) => {
    if (operation !== 'TransactWriteItems') return 'none';
    tries += 1;
    return faults[Math.min(tries, faults.length) - 1] ?? 'none';
  });
}

/** Time that runs out after that many tries, each of them completed. */
const timeFor = (count: number) => () => (tries >= count ? 1_000 : 30_000);

function expectUnknown({ headers, body }: CallAnswer): void {
  expect(body).toMatchObject({ statusCode: 503, code: 'outcome_unknown' });
  expect(body.message).toContain('Retry it with the same Idempotency-Key');
  expect(headers['Retry-After']).toBe('1');
}

test('a transaction commits after the deadline: the repetition gets its answer', async () => {
  const key = randomUUID();
  meet('held');

  const answer = await post({ key, remainingMs: 3_500 });

  expectUnknown(answer);
  expect(await balance()).toBe('0.00');
  await ledger.proxy.release();
  expect(await balance()).toBe('1.00');
  ledger.proxy.heal();
  const again = await post({ key });
  expect(again.headers['Idempotency-Replayed']).toBe('true');
  expect(await balance()).toBe('1.00');
});

test('a transaction never arrives: the repetition executes first', async () => {
  const key = randomUUID();
  meet('hang');

  expectUnknown(await post({ key, remainingMs: 3_500 }));

  ledger.proxy.heal();
  expect(await balance()).toBe('0.00');
  const again = await post({ key });
  expect(again.status).toBe(201);
  expect(again.headers).not.toHaveProperty('Idempotency-Replayed');
  expect(await balance()).toBe('1.00');
});

test('one late try among many answered ones leaves the outcome unknown', async () => {
  const key = randomUUID();
  meet('late', 'conflict');

  const answer = await post({ key, remainingMs: timeFor(3) });

  expectUnknown(answer);
  await ledger.proxy.release();
  ledger.proxy.heal();
  expect(await balance()).toBe('1.00');
  const again = await post({ key });
  expect(again.headers['Idempotency-Replayed']).toBe('true');
  expect(await balance()).toBe('1.00');
});

const silent: [string, StoreFault][] = [
  ['a connection that breaks', 'dead'],
  ['an answer that is lost', 'lost'],
  ['a failure of the store itself', 'unavailable'],
  ['a transaction that is still in progress', 'in-progress'],
];

test.each(silent)('%s and then conflicts leave the outcome unknown', async (_, fault) => {
  // The SDK repeats the call itself, and the repetition meets a conflict.
  meet(fault, 'conflict');

  expectUnknown(await post({ remainingMs: timeFor(2) }));
});

test.each(['conflict', 'throttle'] as const)(
  'with every try answered (%s), nothing was recorded and the key is unused',
  async (fault) => {
    const key = randomUUID();
    meet(fault);

    const refused = await post({ key, remainingMs: timeFor(4) });

    ledger.proxy.heal();
    expect(refused.body).toMatchObject({ statusCode: 503, code: 'contention' });
    expect(refused.body.message).toContain('recorded nothing');
    expect(await balance()).toBe('0.00');
    expect((await post({ key })).headers).not.toHaveProperty('Idempotency-Replayed');
  },
);

test('does not answer a refusal while an earlier transaction may still commit', async () => {
  const key = randomUUID();
  const close = (options: CallOptions) =>
    ledger.call('submitAccountStatusTransition', {
      path: { accountId: account },
      body: { transition: 'CLOSE', reason: 'Moved abroad' },
      ...options,
    });
  // Another request pays in between the two attempts.
  const faults: (StoreFault | 'paid in')[] = ['late', 'paid in'];
  ledger.proxy.fail(async (operation): Promise<StoreFault> => {
    const fault = operation === 'TransactWriteItems' ? (faults.shift() ?? 'none') : 'none';
    if (fault !== 'paid in') return fault;
    await post({});
    return 'conflict';
  });

  expectUnknown(await close({ key }));

  await ledger.proxy.release();
  ledger.proxy.heal();
  expect(await balance()).toBe('1.00');
  const again = await close({ key });
  expect([again.status, again.headers['Idempotency-Replayed']]).toEqual([201, 'true']);
  const fresh = await close({});
  expect(fresh.body).toMatchObject({ statusCode: 409, code: 'balance_not_zero' });
});

test('once a later attempt has committed, the earlier one cannot', async () => {
  meet('late', 'conflict', 'none');

  const posted = await post({});

  expect(posted.status).toBe(201);
  await ledger.proxy.release();
  expect(await balance()).toBe('1.00');
});

test('refuses a key of another request for good, even with a transaction under way', async () => {
  const key = randomUUID();
  await post({ key });
  meet('late', 'none');

  const other = await post({ key, body: credit(account, '2.00') });

  expect(other.body).toMatchObject({ statusCode: 409, code: 'idempotency_key_reused' });
  await ledger.proxy.release();
  expect(await balance()).toBe('1.00');
});

test('a task fails likewise, and gets the answer when it is called again', async () => {
  const call = await taskOf('work');
  meet('late', 'conflict');

  await expect(call(timeFor(2))).rejects.toMatchObject({
    code: 'outcome_unknown',
    cause: { code: 'contention' },
  });

  await ledger.proxy.release();
  ledger.proxy.heal();
  expect(await call(plenty)).toMatchObject({ status: 201, replayed: true });
});

test('does not answer 400 while an earlier transaction may still commit', async () => {
  meet('late', 'conflict');
  let attempts = 0;
  const call = await taskOf('grows', () => {
    attempts += 1;
    if (attempts === 2) throw new Refusal('too_many_writes', 'Too many fees.');
  });

  await expect(call(plenty)).rejects.toMatchObject({
    code: 'outcome_unknown',
    cause: { message: 'refused with too_many_writes' },
  });
});

test.each(['too_many_writes', 'entry_too_large', 'invalid_retention', 'invalid_rule'] as const)(
  'replays a committed answer even if its request would be refused with %s by now',
  async (code) => {
    const first = await taskOf(code);
    const again = await taskOf(code, () => {
      throw new Refusal(code, 'Not with the limits and settings of today.');
    });

    expect(await first(plenty)).toMatchObject({ status: 201, replayed: false });
    expect(await again(plenty)).toMatchObject({ status: 201, replayed: true });
  },
);

const plenty = () => 30_000;

/** A task that changes only its receipt, unless `decide` refuses. */
async function taskOf(key: string, decide = () => {}) {
  const { commit } = await import('../../../functions/ledger/commit/commit.ts');
  const { task } = await import('../../../functions/runtime/task.ts');
  const work = task('work', ({ once }) =>
    once(key, async (session) => {
      decide();
      return commit(session, { writes: [], events: [], status: 201, body: { key } });
    }),
  );
  return (remainingMs: () => number) =>
    work({ tenant: 'acme', batchId: 'bat_1' }, buildContext({ remainingMs }));
}

test('a transaction that the deadline kept from being sent leaves no unknown outcome', async () => {
  const { ledger: ledgerTable, receipts: receiptsTable } = ledger.tables;
  const { documents } = openStore({ ledgerTable, receiptsTable, shards: 4 });
  const writes = new SentWrites();
  const until = { abortSignal: AbortSignal.abort() };
  const command = new TransactWriteCommand({ TransactItems: [] });
  command.middlewareStack.add((next) => writes.watched(next, until), { step: 'deserialize' });

  await expect(documents.send(command, until)).rejects.toMatchObject({ name: 'AbortError' });

  expect(writes.isUnconfirmed).toBe(false);
});
