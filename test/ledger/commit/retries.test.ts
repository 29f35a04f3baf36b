import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { batchWrite } from '../../../functions/ledger/store/batch-write.ts';
import type { BatchWriteOptions } from '../../../functions/ledger/store/batch-write.ts';
import { RetryableError, withRetries } from '../../../functions/ledger/store/retries.ts';
import { Refusal } from '../../../functions/domain/refusals/refusals.ts';
import { expectSoundLedger } from '../../support/invariants/invariants.ts';
import { openTestStore } from '../../support/projections/tables.ts';
import { readAllItems } from '../../support/stack/tables.ts';
import { credit, openAccount, startWatchedLedger } from '../../support/stack/ledger.ts';
import type { StoreFault } from '../../support/stack/fault-proxy.ts';
import type { WatchedLedger } from '../../support/stack/ledger.ts';

let ledger: WatchedLedger;
beforeAll(async () => {
  ledger = await startWatchedLedger();
});
afterAll(() => ledger.stop());

test('16 concurrent postings on one account all succeed in one gapless sequence', async () => {
  const account = await openAccount(ledger);

  const answers = await Promise.all(
    Array.from({ length: 16 }, () =>
      ledger.call('postJournalEntry', { body: credit(account, '1.00') }),
    ),
  );

  expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(201));
  expect((await expectSoundLedger(ledger.tables.ledger)).total).toBe(1_600n);
});

test('after a first lost race the next attempt uses the returned items and reads nothing', async () => {
  // In a tenant of its own: what the tenant of the other tests has cached may run out in the middle.
  const tenant = 'first-race';
  const account = await openAccount(ledger, { tenant });
  // The product is cached from here on.
  await openAccount(ledger, { tenant, funds: '1.00' });
  const { proxy } = ledger;
  proxy.requests.length = 0;
  // Another posting commits between our read and our commit.
  let isIn = false;
  proxy.fail(async (operation): Promise<StoreFault> => {
    if (operation === 'TransactWriteItems' && !isIn) {
      isIn = true;
      await ledger.call('postJournalEntry', { tenant, body: credit(account, '2.00') });
    }
    return 'none';
  });

  const posted = await ledger.call('postJournalEntry', { tenant, body: credit(account, '1.00') });

  proxy.heal();
  expect(posted.body.account_postings[0].balance_after).toBe('3.00');
  expect(proxy.requests.map(({ operation }) => operation)).toEqual([
    'BatchGetItem',
    'BatchGetItem',
    'TransactWriteItems',
    'TransactWriteItems',
    'TransactWriteItems',
  ]);
});

test('after a second lost race the next attempt pauses and reads', async () => {
  const tenant = 'second-race';
  const account = await openAccount(ledger, { tenant, funds: '1.00' });
  const { proxy } = ledger;
  proxy.requests.length = 0;
  const rivals = ['2.00', '4.00'];
  let isRivalIn = false;
  const own: string[] = [];
  proxy.fail(async (operation): Promise<StoreFault> => {
    if (isRivalIn) return 'none';
    own.push(operation);
    const amount = operation === 'TransactWriteItems' ? rivals.shift() : undefined;
    if (amount === undefined) return 'none';
    isRivalIn = true;
    await ledger.call('postJournalEntry', { tenant, body: credit(account, amount) });
    isRivalIn = false;
    return 'none';
  });

  const posted = await ledger.call('postJournalEntry', { tenant, body: credit(account, '1.00') });

  proxy.heal();
  expect(posted.body.account_postings[0].balance_after).toBe('8.00');
  expect(own).toEqual([
    'BatchGetItem',
    'TransactWriteItems',
    'TransactWriteItems',
    'BatchGetItem',
    'TransactWriteItems',
  ]);
});

test('gives up with contention after fifteen attempts, with growing pauses after the first', async () => {
  const pauses: number[] = [];
  let attempts = 0;
  const busy = () => {
    attempts += 1;
    throw new RetryableError('lost_race', 'busy');
  };
  const pause = async (milliseconds: number) => void pauses.push(milliseconds);

  const { random } = Math;
  Math.random = () => 1;
  const outcome = withRetries(busy, () => 60_000, pause);
  await expect(outcome).rejects.toMatchObject({ code: 'contention' });
  Math.random = random;

  expect(attempts).toBe(15);
  expect(pauses).toEqual([100, 200, 400, 800, 1_600, ...Array(8).fill(2_000)]);
});

test('does not sleep beyond the remaining time', async () => {
  let now = 0;
  const busy = async () => {
    now += 300;
    throw new RetryableError('busy', 'busy');
  };
  const pause = async (milliseconds: number) => void (now += milliseconds);

  for (let run = 0; run < 50; run += 1) {
    now = 0;
    await expect(withRetries(busy, () => 5_000 - now, pause)).rejects.toMatchObject({
      code: 'contention',
    });
    expect(now).toBeLessThanOrEqual(5_000 - 1_500 + 300);
  }
});

test('gives up when no time is left to answer', async () => {
  let attempts = 0;
  const busy = () => {
    attempts += 1;
    throw new RetryableError('busy', 'busy');
  };

  await expect(withRetries(busy, () => 1_000)).rejects.toMatchObject({ code: 'contention' });
  expect(attempts).toBe(1);
});

test('does not retry a refusal or a bug', async () => {
  for (const error of [new Refusal('unbalanced', 'no'), new TypeError('bug')]) {
    let attempts = 0;
    const failing = async () => {
      attempts += 1;
      throw error;
    };
    await expect(withRetries(failing, () => 60_000)).rejects.toBe(error);
    expect(attempts).toBe(1);
  }
});

/** Writes 30 items, of which the store leaves those of the first requests unprocessed. */
async function writeMany(unprocessed: number, options: BatchWriteOptions): Promise<number[]> {
  const { proxy, tables } = ledger;
  const store = openTestStore(ledger, proxy.endpoint);
  const pauses: number[] = [];
  const pause = async (milliseconds: number) => void pauses.push(milliseconds);
  const writes = Array.from({ length: 30 }, (_, index) => ({
    PutRequest: { Item: { PK: 'T#acme#WRITTEN', SK: `${unprocessed} ${index}` } },
  }));
  proxy.fail((_, count) => (count <= unprocessed ? 'unprocessed' : 'none'));
  try {
    await batchWrite(store, tables.projections, writes, { pause, ...options });
  } finally {
    proxy.heal();
    store.documents.destroy();
  }
  return pauses;
}

const countWritten = async (unprocessed: number) =>
  (await readAllItems(ledger.tables.projections)).filter(({ SK }) =>
    SK.startsWith(`${unprocessed} `),
  ).length;

test.each([{ requestsMax: 1 }, { requestsMax: 8, roundsMax: 5 }])(
  'sends writes that the store left unprocessed again, after growing pauses (%j)',
  async (options) => {
    const pauses = await writeMany(4, options);

    expect(await countWritten(4)).toBe(30);
    expect(pauses).toHaveLength(4);
    pauses.forEach((paused, index) => {
      expect(paused).toBeGreaterThan(0);
      expect(paused).toBeLessThanOrEqual(25 * 2 ** (index + 1));
    });
  },
);

test('gives up on writes that stay unprocessed, if their rounds are limited', async () => {
  const limits = { requestsMax: 1, roundsMax: 5 };

  await expect(writeMany(5, limits)).rejects.toMatchObject({ reason: 'busy' });
  expect(await countWritten(5)).toBe(0);
  expect(await writeMany(7, { requestsMax: 1 })).toHaveLength(7);
});
