// Sends transactions without the ClientRequestToken that the SDK gives each of them. The receipt makes a
// repeated try harmless for as long as it exists; the token would do so for ten minutes, in which the
// store of one machine remembers every token and walks through all of them at each transaction
// (ADR 081).
import type { TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';

/** Before the length of the body is computed, and once for all tries. */
const BUILT = { name: 'withoutRequestToken', step: 'build', priority: 'high' } as const;
const TOKEN = /,"ClientRequestToken":"[\w-]*"\}$/;
const TAIL_BYTES = 80;

/** The SDK has no setting for it. A body that does not end with the token stays as it is. */
export function omitRequestToken(
  command: Pick<TransactWriteItemsCommand, 'middlewareStack'>,
): void {
  command.middlewareStack.add(
    (next) => (call) => {
      const { request } = call as { request: { body?: unknown } };
      if (request.body instanceof Uint8Array) request.body = cutToken(request.body);
      return next(call);
    },
    { ...BUILT, override: true },
  );
}

function cutToken({ buffer, byteOffset, length }: Uint8Array): Uint8Array {
  const bytes = Buffer.from(buffer, byteOffset, length);
  const found = TOKEN.exec(bytes.toString('latin1', Math.max(0, length - TAIL_BYTES)));
  if (!found) return bytes;
  return Buffer.concat([bytes.subarray(0, length - found[0].length), Buffer.from('}')]);
}
