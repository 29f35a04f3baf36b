// What one attempt of a mutation passes to the next.
import { expect, test } from '@jest/globals';
import { Attempt } from '../../../functions/ledger/commit/attempt.ts';
import { RequestIdentity } from '../../../functions/ledger/commit/request-identity.ts';
import { SentWrites } from '../../../functions/ledger/commit/transaction/sent-writes.ts';

const balance = { PK: 'T#acme#ACC#1', SK: 'B' };
const loan = { PK: 'T#acme#LON#1', SK: 'L' };
const other = { PK: 'T#acme#ACC#2', SK: 'B' };

async function attemptThatLost(): Promise<Attempt> {
  const request = { tenant: 'acme', idempotencyKey: 'attempt-0000-0001' };
  const identity = await RequestIdentity.of(request, 'fingerprint', 30_000);
  const attempt = new Attempt(identity, new SentWrites());
  attempt.noteRead([
    { ...balance, version: 1n },
    { ...loan, version: 1n },
  ]);
  attempt.noteReturned([{ ...balance, version: 2n }]);
  return attempt;
}

test('an immediate attempt starts from the items that the lost race returned', async () => {
  const next = (await attemptThatLost()).next({ isImmediate: true });

  expect(next.number).toBe(2);
  expect(next.hasRead).toBe(false);
  expect(next.returnedItems([balance, loan])).toEqual([
    { ...balance, version: 2n },
    { ...loan, version: 1n },
  ]);
});

test('reads when an item is missing or the returned items are not wanted', async () => {
  const next = (await attemptThatLost()).next({ isImmediate: true });

  expect(next.returnedItems([balance, other])).toBeUndefined();
  expect(next.returnedItems([])).toBeUndefined();
});

test('reads everything after a pause', async () => {
  const next = (await attemptThatLost()).next({ isImmediate: false });

  expect(next.returnedItems([balance])).toBeUndefined();
});

test('uses returned items for one attempt only', async () => {
  const second = (await attemptThatLost()).next({ isImmediate: true });

  expect(second.next({ isImmediate: true }).returnedItems([balance])).toBeUndefined();
});

test('remembers for the whole request which items changed', async () => {
  const second = (await attemptThatLost()).next({ isImmediate: false });
  const third = second.next({ isImmediate: false });

  expect([third.hasMoved(balance), third.hasMoved(loan)]).toEqual([true, false]);
});

test('counts the sent transactions over the whole request', async () => {
  const first = await attemptThatLost();
  first.sent.noteUnconfirmed();

  expect(first.next({ isImmediate: false }).sent.isUnconfirmed).toBe(true);
});
