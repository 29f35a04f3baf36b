// What a failure of the store says: that the call may be repeated, and whether it may have been carried out; the codes
// are those that DynamoDB documents. And when a request ends its calls itself.
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, expect, test } from '@jest/globals';
import { startEndpoint } from '../../../local/http/endpoint.ts';
import { buildDeadline } from '../../../functions/ledger/store/retries.ts';
import { callStore, openStore } from '../../../functions/ledger/store/store.ts';

const configuration = { ledgerTable: 'ledger', receiptsTable: 'receipts', shards: 1 };
const store = openStore(configuration);
afterAll(() => store.documents.destroy());

/** An error that the store has named, as the SDK throws it. */
function buildFailure(name: string, httpStatusCode: number): Error {
  const $fault = httpStatusCode < 500 ? 'client' : 'server';
  return Object.assign(new Error(name), { name, $fault, $metadata: { httpStatusCode } });
}

/** An error for which there is no whole answer; without a status none at all has arrived. */
function buildSilence(httpStatusCode?: number): Error {
  return Object.assign(new Error('aborted'), { $metadata: { httpStatusCode } });
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
  ['TransactionInProgressException', buildFailure('TransactionInProgressException', 400)],
  ['InternalServerError', buildFailure('InternalServerError', 500)],
  ['ServiceUnavailable', buildFailure('ServiceUnavailable', 503)],
  ['an answer that was cut short', buildSilence(200)],
  ['an answer of 500 that was cut short', buildSilence(500)],
  ['a refusal that was cut short', buildSilence(400)],
  ['an answer that never came', buildSilence()],
])('after %s the call may have been carried out', async (_, error) => {
  await expect(fail(error)).rejects.toMatchObject({
    name: 'RetryableError',
    reason: 'unanswered',
  });
});

// It may have been TransactionInProgressException: only its body says which.
test('a refusal that the network cuts short each time is no fault of ours', async () => {
  const cutting = await startEndpoint((request, response) => {
    request.resume();
    response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0', 'content-length': 99 });
    response.write('{"__type":');
    setImmediate(() => response.destroy());
  });
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const cut = openStore(configuration, {
    endpoint: cutting.endpoint,
    region: 'local',
    credentials,
  });
  const command = new GetCommand({ TableName: 'ledger', Key: { PK: 'a', SK: 'b' } });

  try {
    await expect(callStore(cut, () => cut.documents.send(command))).rejects.toMatchObject({
      name: 'RetryableError',
      reason: 'unanswered',
      cause: { $metadata: { httpStatusCode: 400 } },
    });
  } finally {
    cut.documents.destroy();
    await cutting.stop();
  }
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
