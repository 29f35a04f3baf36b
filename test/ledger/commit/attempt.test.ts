// What one attempt of a mutation hands to the next.
import { expect, test } from '@jest/globals';
import { Attempt } from '../../../functions/ledger/commit/attempt.ts';
import { RequestIdentity } from '../../../functions/ledger/commit/request-identity.ts';
import { SentWrites } from '../../../functions/ledger/commit/sent-writes.ts';

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

test('made at once, it starts from what was read, as the lost race returned it', async () => {
  const next = (await attemptThatLost()).next({ isImmediate: true });

  expect(next.number).toBe(2);
  expect(next.hasRead).toBe(false);
  expect(next.returnedItems([balance, loan])).toEqual([
    { ...balance, version: 2n },
    { ...loan, version: 1n },
  ]);
});

test('it reads when one item is not at hand, or none is wanted', async () => {
  const next = (await attemptThatLost()).next({ isImmediate: true });

  expect(next.returnedItems([balance, other])).toBeUndefined();
  expect(next.returnedItems([])).toBeUndefined();
});

test('made after a pause, it reads everything', async () => {
  const next = (await attemptThatLost()).next({ isImmediate: false });

  expect(next.returnedItems([balance])).toBeUndefined();
});

test('what came back for one attempt is gone for the attempt after it', async () => {
  const second = (await attemptThatLost()).next({ isImmediate: true });

  expect(second.next({ isImmediate: true }).returnedItems([balance])).toBeUndefined();
});

test('what has moved once has moved for the whole request', async () => {
  const second = (await attemptThatLost()).next({ isImmediate: false });
  const third = second.next({ isImmediate: false });

  expect([third.hasMoved(balance), third.hasMoved(loan)]).toEqual([true, false]);
});

test('the transactions that were sent count for the whole request', async () => {
  const first = await attemptThatLost();
  first.sent.noteUnconfirmed();

  expect(first.next({ isImmediate: false }).sent.isUnconfirmed).toBe(true);
});
