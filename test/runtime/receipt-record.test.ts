// Which changes of the receipts' table a consumer of its stream sees.
import { marshall } from '@aws-sdk/util-dynamodb';
import { expect, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { toReceiptItem } from '../../functions/ledger/commit/receipts.ts';
import { RequestIdentity } from '../../functions/ledger/commit/request-identity.ts';
import { toReceiptRecord } from '../../functions/runtime/receipt-record.ts';

async function buildRecord(eventName: 'INSERT' | 'MODIFY'): Promise<DynamoDBRecord> {
  const scope = { tenant: 'acme', idempotencyKey: 'a-key-of-a-client' };
  const identity = await RequestIdentity.of(scope, '1', 1_000);
  const author = { tenant: 'acme', operation: 'createRule', actor: 'ada', correlationId: 'c-1' };
  const answer = { status: 201, text: '{}' };
  const receipt = toReceiptItem({ ...author, identity, shards: 1 }, answer, [], new Date());
  // Lambda receives the image as JSON, with bytes in Base64.
  const json = JSON.stringify(marshall(receipt), (_, value: unknown) =>
    isSerializedBuffer(value) ? Buffer.from(value.data).toString('base64') : value,
  );
  return JSON.parse(
    `{"eventName":"${eventName}","dynamodb":{"NewImage":${json}}}`,
  ) as DynamoDBRecord;
}

function isSerializedBuffer(value: unknown): value is { readonly data: readonly number[] } {
  return typeof value === 'object' && value !== null && 'data' in value && 'type' in value;
}

test('a receipt is seen when it is put', async () => {
  expect(toReceiptRecord(await buildRecord('INSERT'))?.receipt?.operation).toBe('createRule');
});

// Its events would be published again, years later, and its batches started.
test('a receipt is not seen again when it is adopted', async () => {
  expect(toReceiptRecord(await buildRecord('MODIFY'))).toBeUndefined();
});
