import { getReceipt } from '../../../schemas/generated/operations/get-receipt.ts';
import type { Receipt as ReceiptBody } from '../../../schemas/generated/types.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { findFirstAnswer } from '../../ledger/commit/receipts.ts';
import type { FirstAnswer } from '../../ledger/commit/receipts.ts';
import { operation } from '../../runtime/operation.ts';

export const handler = operation(getReceipt, async ({ path, session, permissions }) => {
  const found = await findFirstAnswer(session, path.key);
  const isReadable = found?.actor === session.actor || permissions.has('audit.read');
  if (found && isReadable) return { body: toReceiptView(path.key, found) };
  throw new Refusal(
    'receipt_not_found',
    `No request of yours was committed under the key ${path.key.slice(0, 128)} so far.`,
  );
});

function toReceiptView(key: string, { status, text, ...receipt }: FirstAnswer): ReceiptBody {
  return {
    idempotency_key: key,
    operation: receipt.operation,
    actor: receipt.actor,
    correlation_id: receipt.correlationId,
    at: receipt.at,
    answer: { status, body: JSON.parse(text) },
  };
}
