// What a failure of the store says: that the call may be repeated, and whether it may have been carried out; the codes
// are those that DynamoDB documents. And when a request ends its calls itself.
import { afterAll, expect, test } from '@jest/globals';
import { buildDeadline } from '../../../functions/ledger/store/retries.ts';
import { callStore, openStore } from '../../../functions/ledger/store/store.ts';

const store = openStore({ ledgerTable: 'ledger', receiptsTable: 'receipts', shards: 1 });
afterAll(() => store.documents.destroy());

/** An error as the SDK throws it; without a status no answer has arrived. */
function buildFailure(name: string, httpStatusCode?: number): Error {
  return Object.assign(new Error(name), { name, $metadata: { httpStatusCode } });
}

const fail = (error: unknown) => callStore(store, () => Promise.reject(error));

test.each([
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'TransactionConflictException',
])('%s has changed nothing, and the call may be repeated', async (name) => {
  const cause = buildFailure(name, 400);

  await expect(fail(cause)).rejects.toMatchObject({
    name: 'RetryableError',
    reason: 'busy',
    cause,
  });
});

test.each([
  ['TransactionInProgressException', 400],
  ['InternalServerError', 500],
  ['ServiceUnavailable', 503],
  ['an answer that was cut short', 200],
  ['an answer that never came', undefined],
])('after %s the call may have been carried out', async (name, status) => {
  await expect(fail(buildFailure(name, status))).rejects.toMatchObject({
    name: 'RetryableError',
    reason: 'unanswered',
  });
});

test.each([
  'AccessDeniedException',
  'ConditionalCheckFailedException',
  'ItemCollectionSizeLimitExceededException',
  'ResourceNotFoundException',
  'ValidationException',
])('%s is final', async (name) => {
  const error = buildFailure(name, 400);

  await expect(fail(error)).rejects.toBe(error);
});

test('an error of our own is no failure of the store', async () => {
  const error = new TypeError('stored name is not text');

  await expect(fail(error)).rejects.toBe(error);
});

test.each([1_500, 1_000, 0, -200])(
  'with %i ms left, the calls of a request end at once',
  async (remainingMs) => {
    const { abortSignal } = buildDeadline(remainingMs);

    await new Promise((resolve) => setTimeout(resolve, 100));

    expect(abortSignal.aborted).toBe(true);
  },
);
