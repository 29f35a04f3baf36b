// Answers with which DynamoDB declines a request.
import { buildJsonAnswer } from '../../../local/http/proxy.ts';
import type { ProxiedAnswer } from '../../../local/http/proxy.ts';

export function buildStoreError(status: number, name: string, extra: object = {}): ProxiedAnswer {
  const type = `com.amazonaws.dynamodb.v20120810#${name}`;
  return buildJsonAnswer(status, { __type: type, message: name, ...extra });
}

/** A transaction of this number of items, cancelled because of the one at the position. */
export function buildCancellation(items: number, code: string, position = 0): ProxiedAnswer {
  const reasons = Array.from({ length: Math.max(items, 1) }, (_, index) =>
    index === position ? { Code: code, Message: code } : { Code: 'None' },
  );
  return buildStoreError(400, 'TransactionCanceledException', { CancellationReasons: reasons });
}

// Calls do not conflict in the receipt, which comes first and which each has for itself.
export const buildConflict = (items: number): ProxiedAnswer =>
  buildCancellation(items, 'TransactionConflict', items > 1 ? 1 : 0);

/** DynamoDB reads or writes none of the items, and expects the caller to request them again. */
export function buildUnprocessed(operation: string, items: object | undefined): ProxiedAnswer {
  return operation === 'BatchWriteItem'
    ? buildJsonAnswer(200, { UnprocessedItems: items })
    : buildJsonAnswer(200, { Responses: {}, UnprocessedKeys: items });
}
