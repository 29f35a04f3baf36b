// Owners and combiners end, lose answers and wake late at every point of the protocol: nothing is lost, nothing is
// posted twice, and no answer is wrong (ADR 125).
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from '@jest/globals';
import { startRivalCombiner } from '../../../support/combining/rival-combiner.ts';
import { isReplayed, startCombiningLedger } from '../../../support/combining/combining-ledger.ts';
import {
  leadQueue,
  listIntents,
  markContended,
  untilQueued,
} from '../../../support/combining/queues.ts';
import type { StoreFault } from '../../../support/stack/fault-proxy.ts';
import { credit } from '../../../support/stack/ledger.ts';

const { ledger, post, readBalance, openContended, stop } = await startCombiningLedger();
afterAll(stop);

/** The time of a request that ends with its process. */
const timeUntil = (isOver: () => boolean) => () => (isOver() ? 1_000 : 60_000);

describe('a process ends at its n-th call', () => {
  // A posting that waits, and combines for itself, makes eleven calls.
  const points = Array.from({ length: 12 }, (_, index) => index + 1);

  test.each<StoreFault>(['dead', 'lost'])(
    'which is %s: the repetition posts once',
    async (fault) => {
      const accounts = new Map<string, string>();
      for (const point of points) {
        const tenant = `${fault}-${point}`;
        accounts.set(tenant, await openContended(tenant));
      }
      const counts = new Map<string, number>();
      const over = new Set<string>();
      ledger.proxy.fail((_operation, _count, tenant) => {
        const point = Number(tenant.split('-')[1]);
        const count = (counts.get(tenant) ?? 0) + 1;
        counts.set(tenant, count);
        if (count < point) return 'none';
        over.add(tenant);
        return count === point ? fault : 'dead';
      });

      const outcomes = await Promise.all(
        [...accounts].map(async ([tenant, account]) => {
          const request = { tenant, key: randomUUID(), body: credit(account, '7.00') };
          const remainingMs = timeUntil(() => over.has(tenant));
          const answer = await post({ ...request, remainingMs });
          return { request, answer, account };
        }),
      );
      ledger.proxy.heal();

      // An answer before the crash is an answer.
      for (const { answer } of outcomes) expect([201, 503]).toContain(answer.status);
      expect(outcomes.filter(({ answer }) => answer.status === 503).length).toBeGreaterThan(8);
      for (const { request, answer, account } of outcomes) {
        const before = await readBalance(request.tenant, account);
        if (answer.status === 201) expect(before).toBe('7.00');
        if (answer.body.code === 'contention') expect(before).toBe('0.00');
        const again = await post(request);
        expect(again.status).toBe(201);
        expect(await readBalance(request.tenant, account)).toBe('7.00');
      }
    },
  );
});

type RivalCrash = readonly [name: string, operation: string, faults: readonly StoreFault[]];

const RIVAL_CRASHES: readonly RivalCrash[] = [
  ['before-it-reads-the-queue', 'Query', ['dead']],
  ['before-it-reads-the-balances', 'BatchGetItem', ['dead']],
  ['before-its-transaction', 'TransactWriteItems', ['dead']],
  ['after-its-transaction', 'TransactWriteItems', ['lost']],
  ['before-it-ends-its-lease', 'DeleteItem', ['dead']],
];

test.each(RIVAL_CRASHES)(
  'a combiner ends %s: others take its place, and all are posted once',
  async (tenant, operation, faults) => {
    const account = await openContended(tenant);
    const rival = await startRivalCombiner(ledger, account, tenant);
    const answers = Promise.all(
      Array.from({ length: 4 }, () => post({ tenant, body: credit(account, '1.00') })),
    );
    await untilQueued(ledger, 4, tenant);
    const left = [...faults];
    let isOver = false;
    rival.proxy.fail((one) => {
      isOver ||= one === operation;
      return isOver ? (left.shift() ?? 'dead') : 'none';
    });

    await rival.run();
    await rival.expire();

    expect(isOver).toBe(true);
    const answered = await answers;
    expect(answered.map(({ status }) => status)).toEqual(Array(4).fill(201));
    expect(answered.filter(isReplayed)).toEqual([]);
    const balances = answered.map(({ body }) => body.account_postings[0].balance_after);
    expect(balances.toSorted()).toEqual(['1.00', '2.00', '3.00', '4.00']);
    expect(await readBalance(tenant, account)).toBe('4.00');
    await rival.stop();
  },
);

test('the transaction of a combiner that was replaced comes late, and changes nothing', async () => {
  const tenant = 'late';
  const account = await openContended(tenant);
  const rival = await startRivalCombiner(ledger, account, tenant);
  const answers = Promise.all(
    Array.from({ length: 3 }, () => post({ tenant, body: credit(account, '1.00') })),
  );
  await untilQueued(ledger, 3, tenant);
  let isOver = false;
  rival.proxy.fail((operation) => {
    if (operation === 'TransactWriteItems' && !isOver) {
      isOver = true;
      return 'late';
    }
    return isOver ? 'dead' : 'none';
  });

  await rival.run();
  await rival.expire();
  const answered = await answers;
  await rival.proxy.release();

  expect(answered.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(await readBalance(tenant, account)).toBe('3.00');
  await rival.stop();
});

test('two combiners at once disturb each other, and post everything once', async () => {
  const tenant = 'two';
  const account = await openContended(tenant);
  const rival = await startRivalCombiner(ledger, account, tenant);
  const answers = Promise.all(
    Array.from({ length: 8 }, () => post({ tenant, body: credit(account, '1.00') })),
  );
  await untilQueued(ledger, 8, tenant);
  // The lease goes to the owners, and the first combiner does not know.
  await leadQueue(ledger, account, { tenant, until: 0n });

  await rival.run();
  await rival.expire();

  expect((await answers).map(({ status }) => status)).toEqual(Array(8).fill(201));
  expect(await readBalance(tenant, account)).toBe('8.00');
  await rival.stop();
});

test('a transaction that the store does not understand is an error: its requests post alone', async () => {
  const tenant = 'refused';
  const account = await openContended(tenant);
  const rival = await startRivalCombiner(ledger, account, tenant);
  const answers = Promise.all(
    Array.from({ length: 3 }, () => post({ tenant, body: credit(account, '1.00') })),
  );
  await untilQueued(ledger, 3, tenant);
  // An error that no repetition can mend.
  rival.proxy.fail((operation) =>
    operation === 'TransactWriteItems' ? 'expired-iterator' : 'none',
  );

  await expect(rival.run()).rejects.toThrow('ExpiredIteratorException');
  await rival.expire();

  expect((await answers).map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(await readBalance(tenant, account)).toBe('3.00');
  await rival.stop();
});

test('an outsider posts while a combiner sends its transaction: the combiner decides again', async () => {
  const tenant = 'outsider';
  const account = await openContended(tenant);
  const rival = await startRivalCombiner(ledger, account, tenant);
  const answers = Promise.all(
    Array.from({ length: 3 }, () => post({ tenant, body: credit(account, '1.00') })),
  );
  await untilQueued(ledger, 3, tenant);
  let isIn = false;
  rival.proxy.fail(async (operation): Promise<StoreFault> => {
    if (operation !== 'TransactWriteItems' || isIn) return 'none';
    isIn = true;
    // An operation that never waits.
    const entries = [credit(account, '10.00')];
    await ledger.call('postJournalEntries', { tenant, body: { entries } });
    return 'none';
  });

  await rival.run();
  await rival.expire();

  const answered = await answers;
  const balances = answered.map(({ body }) => body.account_postings[0].balance_after);
  expect(balances.toSorted()).toEqual(['11.00', '12.00', '13.00']);
  expect(await readBalance(tenant, account)).toBe('13.00');
  await rival.stop();
});

test('an intent comes late, after its owner has posted alone: it is posted no second time', async () => {
  const tenant = 'late-alone';
  const account = await openContended(tenant);
  ledger.proxy.fail((operation, _count, of) =>
    of === tenant && operation === 'PutItem' ? 'late' : 'none',
  );
  const first = await post({ tenant, body: credit(account, '1.00') });
  expect([first.status, isReplayed(first)]).toEqual([201, false]);
  await ledger.proxy.release();
  ledger.proxy.heal();
  expect((await listIntents(ledger, tenant)).length).toBeGreaterThan(0);
  await markContended(ledger, account, tenant);

  const second = await post({ tenant, body: credit(account, '2.00') });

  expect(second.body.account_postings[0].balance_after).toBe('3.00');
  expect(await listIntents(ledger, tenant)).toEqual([]);
});
