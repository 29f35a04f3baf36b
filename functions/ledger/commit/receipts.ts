// The receipt: one immutable item per mutation, written by the mutation's own transaction. It is
// idempotency record, outbox and audit trail at once (docs/adr/003).
import { deflateRawSync } from 'node:zlib';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { refuseIf } from '../../domain/refusals/refusals.ts';
import type { Item } from '../journal/items.ts';
import { callStore } from '../store/store.ts';
import { eventMembers } from './receipt-events.ts';
import type { Event } from './receipt-events.ts';
import { attemptOf } from './session.ts';
import type { MutationSession, Session } from './session.ts';

/** An item whose answer and payloads are larger than this does not fit DynamoDB's 400 KB together with its other members. */
const CONTENT_BYTES_MAX = 360_000;

/** The receipt of a mutation that is about to be committed. Refuses with entry_too_large. */
export function receiptItem(
  session: Session,
  answer: { readonly status: number; readonly text: string },
  events: readonly Event[],
  at: Date,
): Item {
  const { receiptKey, payloadHash } = attemptOf(session).identity;
  const deflated = deflateRawSync(answer.text);
  const members = eventMembers(events, answer.text);
  const bytes = deflated.byteLength + (members.payloads?.byteLength ?? 0);
  refuseIf(
    bytes > CONTENT_BYTES_MAX,
    'entry_too_large',
    'The request is too large for one record of the ledger.',
  );
  return {
    ...receiptKey,
    fingerprint: payloadHash,
    operation: session.operation,
    actor: session.actor,
    correlation_id: session.correlationId,
    at: at.toISOString(),
    status: BigInt(answer.status),
    answer: deflated,
    ...members,
  };
}

/** Reads the request's own receipt, strongly consistent: one request to the store. */
export async function readReceipt({ store, attempt }: MutationSession): Promise<Item | undefined> {
  const command = new GetCommand({
    TableName: store.receiptsTable,
    Key: attempt.identity.receiptKey,
    ConsistentRead: true,
  });
  const { Item: item } = await callStore(store, (until) => store.documents.send(command, until));
  return item as Item | undefined;
}
