// Owners and combiners end, lose answers and wake late at every point of the protocol: nothing is lost, nothing is
// posted twice, and no answer is wrong (ADR 125).
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from '@jest/globals';
import { AccountQueue } from '../../../../functions/ledger/commit/combining/account-queue.ts';
import { Combiner } from '../../../../functions/ledger/commit/combining/combiner.ts';
import { openStore } from '../../../../functions/ledger/store/store.ts';
import {
  leadQueue,
  listIntents,
  markContended,
  untilQueued,
} from '../../../support/combining/queues.ts';
import { expectSoundLedger } from '../../../support/invariants/invariants.ts';
import { verifyTables } from '../../../support/invariants/verification.ts';
import { startFaultProxy } from '../../../support/stack/fault-proxy.ts';
import type { StoreFault } from '../../../support/stack/fault-proxy.ts';
import { credit, openAccount, startWatchedLedger } from '../../../support/stack/ledger.ts';
import type { CallAnswer, CallOptions, WatchedLedger } from '../../../support/stack/ledger.ts';

const ledger: WatchedLedger = await startWatchedLedger({ combines: true });
afterAll(async () => {
  ledger.proxy.heal();
  await expectSoundLedger(ledger.tables.ledger);
  const { differences } = await verifyTables(ledger.tables);
  await ledger.stop();
  expect(differences).toEqual([]);
});

const post = (options: CallOptions) =>
  ledger.call('postJournalEntry', { remainingMs: 60_000, ...options });
const readBalance = async (tenant: string, accountId: string): Promise<string> =>
  (await ledger.call('getAccountBalance', { tenant, path: { accountId } })).body.balance;
const isReplayed = ({ headers }: CallAnswer) => headers['Idempotency-Replayed'] === 'true';

/** An account in a tenant of its own, so that faults can be injected for it alone. */
async function openContended(tenant: string): Promise<string> {
  const account = await openAccount(ledger, { tenant });
  await markContended(ledger, account, tenant);
  return account;
}

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

/** A combiner in a process of its own, whose calls meet faults. */
async function startRivalCombiner(tenant: string, accountId: string) {
  const proxy = await startFaultProxy();
  const { ledger: ledgerTable, receipts: receiptsTable } = ledger.tables;
  const { intentsTable } = ledger;
  const configuration = { ledgerTable, receiptsTable, intentsTable, shards: 4 };
  const connection = { endpoint: proxy.endpoint, region: 'eu-central-1', maxAttempts: 1 };
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const store = openStore(configuration, { ...connection, credentials });
  const { handler } = await import('../../../../functions/api/journal/post-journal-entry.ts');
  const queue = new AccountQueue(store, intentsTable, tenant, accountId);
  const holder = `rival of ${tenant}`;
  expect(await queue.takeLease(holder)).toBe(true);
  const combiner = new Combiner(
    {
      store,
      tenant,
      queue,
      perform: (session, { request }, now) => handler.perform(session, request, now),
    },
    holder,
  );
  const run = () => combiner.run(Date.now() + 3_000);
  const stop = async () => {
    store.documents.destroy();
    await proxy.stop();
  };
  return { proxy, run, stop };
}

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
    const rival = await startRivalCombiner(tenant, account);
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
  const rival = await startRivalCombiner(tenant, account);
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
  const answered = await answers;
  await rival.proxy.release();

  expect(answered.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(await readBalance(tenant, account)).toBe('3.00');
  await rival.stop();
});

test('two combiners at once disturb each other, and post everything once', async () => {
  const tenant = 'two';
  const account = await openContended(tenant);
  const rival = await startRivalCombiner(tenant, account);
  const answers = Promise.all(
    Array.from({ length: 8 }, () => post({ tenant, body: credit(account, '1.00') })),
  );
  await untilQueued(ledger, 8, tenant);
  // The lease goes to the owners, and the first combiner does not know.
  await leadQueue(ledger, account, { tenant, until: 0n });

  await rival.run();

  expect((await answers).map(({ status }) => status)).toEqual(Array(8).fill(201));
  expect(await readBalance(tenant, account)).toBe('8.00');
  await rival.stop();
});

describe('a request whose time is over', () => {
  /** An account whose queue is led by a process that does nothing. */
  async function openLed(tenant: string): Promise<string> {
    const account = await openContended(tenant);
    await leadQueue(ledger, account, { tenant });
    return account;
  }

  /** Posts with a time that ends as soon as `isOver` says so. */
  async function postUntil(request: CallOptions, isOver: () => boolean): Promise<CallAnswer> {
    // What follows the wait still has its time.
    return post({ ...request, remainingMs: () => (isOver() ? 3_400 : 60_000) });
  }

  test('takes its intent back, and has recorded nothing', async () => {
    const tenant = 'gives-up';
    const account = await openLed(tenant);
    const request = { tenant, key: randomUUID(), body: credit(account, '1.00') };
    let isOver = false;
    const answer = postUntil(request, () => isOver);
    await untilQueued(ledger, 1, tenant);
    isOver = true;

    expect((await answer).body).toMatchObject({ statusCode: 503, code: 'contention' });
    expect((await answer).headers['Retry-After']).toBe('1');
    expect(await listIntents(ledger, tenant)).toEqual([]);
    await leadQueue(ledger, account, { tenant, until: 0n });
    const again = await post(request);
    expect([again.status, isReplayed(again)]).toEqual([201, false]);
    expect(await readBalance(tenant, account)).toBe('1.00');
  });

  test('and a combiner is posting it: its transaction comes too late', async () => {
    const tenant = 'taken-back';
    const account = await openContended(tenant);
    const rival = await startRivalCombiner(tenant, account);
    let isOver = false;
    const answer = postUntil({ tenant, body: credit(account, '1.00') }, () => isOver);
    await untilQueued(ledger, 1, tenant);
    let isSent = false;
    rival.proxy.fail((operation) => {
      if (isSent) return 'dead';
      isSent = operation === 'TransactWriteItems';
      return isSent ? 'late' : 'none';
    });
    await rival.run();
    isOver = true;

    expect((await answer).body).toMatchObject({ statusCode: 503, code: 'contention' });
    await rival.proxy.release();
    expect(await readBalance(tenant, account)).toBe('0.00');
    await rival.stop();
  });

  test('and its intent may still come: the outcome is unknown, and is one posting at most', async () => {
    const tenant = 'late-intent';
    const account = await openLed(tenant);
    const request = { tenant, key: randomUUID(), body: credit(account, '1.00') };
    let puts = 0;
    let isOver = false;
    // The first try of the intent comes late; the second one arrives.
    ledger.proxy.fail((operation, _count, of) => {
      if (of !== tenant || operation !== 'PutItem') return 'none';
      puts += 1;
      return puts === 1 ? 'late' : 'none';
    });
    const answer = postUntil(request, () => isOver);
    await untilQueued(ledger, 1, tenant);
    isOver = true;

    expect((await answer).body).toMatchObject({ statusCode: 503, code: 'outcome_unknown' });
    expect(await listIntents(ledger, tenant)).toEqual([]);
    // What comes now is posted by the next combiner.
    await ledger.proxy.release();
    ledger.proxy.heal();
    expect(await listIntents(ledger, tenant)).toHaveLength(1);
    await leadQueue(ledger, account, { tenant, until: 0n });
    const other = await post({ tenant, body: credit(account, '2.00') });
    expect(other.status).toBe(201);
    expect(await readBalance(tenant, account)).toBe('3.00');
    const again = await post(request);
    expect([again.status, isReplayed(again)]).toEqual([201, true]);
    expect(await readBalance(tenant, account)).toBe('3.00');
  });

  test('and taking its intent back has no answer: the outcome is unknown', async () => {
    const tenant = 'unanswered';
    const account = await openLed(tenant);
    const request = { tenant, key: randomUUID(), body: credit(account, '1.00') };
    let isOver = false;
    ledger.proxy.fail((operation, _count, of) =>
      of === tenant && operation === 'DeleteItem' ? 'dead' : 'none',
    );
    const answer = post({ ...request, remainingMs: () => (isOver ? 1_000 : 60_000) });
    await untilQueued(ledger, 1, tenant);
    isOver = true;

    expect((await answer).body).toMatchObject({ statusCode: 503, code: 'outcome_unknown' });
    ledger.proxy.heal();
    await leadQueue(ledger, account, { tenant, until: 0n });
    expect((await post(request)).status).toBe(201);
    expect(await readBalance(tenant, account)).toBe('1.00');
  });

  test('and the answer to taking it back is lost: nothing was recorded, or it posts alone', async () => {
    const tenant = 'lost-removal';
    const account = await openLed(tenant);
    let isOver = false;
    let removals = 0;
    ledger.proxy.fail((operation, _count, of) => {
      if (of !== tenant || operation !== 'DeleteItem') return 'none';
      removals += 1;
      return removals === 1 ? 'lost' : 'none';
    });
    const answer = postUntil({ tenant, body: credit(account, '1.00') }, () => isOver);
    await untilQueued(ledger, 1, tenant);
    isOver = true;

    expect((await answer).status).toBe(201);
    ledger.proxy.heal();
    expect(await readBalance(tenant, account)).toBe('1.00');
  });
});
