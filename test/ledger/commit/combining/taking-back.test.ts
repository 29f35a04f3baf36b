// A request whose time is over takes its intent back: it answers that nothing was recorded only if that is so, and stays
// so (ADR 006, ADR 125).
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { isReplayed, startCombiningLedger } from '../../../support/combining/combining-ledger.ts';
import { leadQueue, listIntents, untilQueued } from '../../../support/combining/queues.ts';
import { startRivalCombiner } from '../../../support/combining/rival-combiner.ts';
import { credit } from '../../../support/stack/ledger.ts';
import type { CallAnswer, CallOptions } from '../../../support/stack/ledger.ts';

const { ledger, post, readBalance, openContended, stop } = await startCombiningLedger();
afterAll(stop);

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

test('a request whose time is over takes its intent back, and has recorded nothing', async () => {
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

test('takes its intent back while a combiner is posting it: the transaction comes too late', async () => {
  const tenant = 'taken-back';
  const account = await openContended(tenant);
  const rival = await startRivalCombiner(ledger, account, tenant);
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

test('an intent may still come: the outcome is unknown, and is one posting at most', async () => {
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

test('taking the intent back has no answer: the outcome is unknown', async () => {
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

test('the answer to taking the intent back is lost: the request posts alone', async () => {
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
