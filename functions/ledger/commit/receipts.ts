// The receipt: one immutable item per mutation, written by the mutation's own transaction. It is
// idempotency record, outbox and audit trail in one (docs/contract.md, Idempotency; ADR 001).
import { randomBytes, randomInt } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { refuseIf } from '../../domain/refusals/refusals.ts';
import { evidenceKeys } from '../evidence/keys.ts';
import { readCount, readText } from '../store/attributes.ts';
import { RECEIPT_INDEXES } from '../store/indexes.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { callStore } from '../store/store.ts';
import { computeReceiptDigest } from './receipt-digest.ts';
import { deflatePayloads, readAnswerText, toEventMembers } from './receipt-events.ts';
import type { ReceiptEvent, EventDraft } from './receipt-events.ts';
import type { RequestIdentity } from './request-identity.ts';
import type { MutationSession, Session } from './session.ts';

/** Answer and payloads together; leaves room for the other attributes in the 400 KB of an item. */
const CONTENT_BYTES_MAX = 360_000;

/** The message of a refusal with entry_too_large because of the receipt. */
export const RECEIPT_TOO_LARGE = 'The request is too large for one record of the ledger.';

/**
 * Whether one receipt can hold the answer and the events of a change. A mutation that has an
 * alternative asks before it commits; `commit` refuses an oversized change with entry_too_large.
 */
export function fitsReceipt(change: {
  readonly body: unknown;
  readonly events: readonly EventDraft[];
}): boolean {
  const text = JSON.stringify(change.body);
  return isWithinSize(deflateRawSync(text), deflatePayloads(change.events, text));
}

/** The author of a mutation, and the identity under which it is repeated. */
type ReceiptAuthor = Pick<Session, 'tenant' | 'operation' | 'actor' | 'correlationId'> & {
  readonly identity: RequestIdentity;
  /** The partitions that the tenant's new records spread over. */
  readonly shards: number;
  /** Random bytes that were chosen before; otherwise the receipt gets new ones. */
  readonly receiptSalt?: Uint8Array | undefined;
};

/** The length of the random bytes of a receipt. */
export const SALT_BYTES = 16;

/** The receipt of a mutation that is about to be committed. Refuses with entry_too_large. */
export function toReceiptItem(
  { tenant, operation, actor, correlationId, identity, shards, receiptSalt }: ReceiptAuthor,
  answer: { readonly status: number; readonly text: string },
  events: readonly ReceiptEvent[],
  at: Date,
): Item {
  const { receiptKey, payloadHash } = identity;
  const deflated = deflateRawSync(answer.text);
  const members = toEventMembers(events, answer.text);
  refuseIf(!isWithinSize(deflated, members.payloads), 'entry_too_large', RECEIPT_TOO_LARGE);
  const receipt = {
    ...receiptKey,
    fingerprint: payloadHash,
    operation,
    actor,
    correlation_id: correlationId,
    at: at.toISOString(),
    status: BigInt(answer.status),
    answer: deflated,
    ...members,
    ...buildFeedMembers(tenant, shards, receiptSalt),
  };
  return { ...receipt, digest: Buffer.from(computeReceiptDigest(receipt), 'hex') };
}

// The partition of the receipt in the feed of the evidence log, and random bytes: without them, the hash of the
// receipt in the log would confirm a guess at its content.
function buildFeedMembers(
  tenant: string,
  shards: number,
  salt: Uint8Array = randomBytes(SALT_BYTES),
) {
  const partitions = evidenceKeys.feeds(tenant, shards);
  return {
    [RECEIPT_INDEXES.feed.partition]: partitions[randomInt(shards)],
    salt,
  };
}

/** Reads the request's own receipt, strongly consistently: one request to the store. */
export async function readReceipt({ store, attempt }: MutationSession): Promise<Item | undefined> {
  const command = new GetCommand({
    TableName: store.receiptsTable,
    Key: attempt.identity.receiptKey,
    ConsistentRead: true,
  });
  const { Item: item } = await callStore(store, (until) => store.documents.send(command, until));
  return item as Item | undefined;
}

/** The first answer to a request that was committed, and who made the request. */
export interface FirstAnswer {
  readonly operation: string;
  readonly actor: string;
  readonly correlationId: string;
  /** The time of the receipt. */
  readonly at: string;
  readonly status: number;
  readonly text: string;
}

const IDEMPOTENCY_KEY = /^[A-Za-z0-9._:-]{16,128}$/;

/** The first answer under an Idempotency-Key of the tenant, strongly consistently: one request. */
export async function findFirstAnswer(
  { store, tenant }: Session,
  idempotencyKey: string,
): Promise<FirstAnswer | undefined> {
  if (!IDEMPOTENCY_KEY.test(idempotencyKey)) return undefined;
  const command = new GetCommand({
    TableName: store.receiptsTable,
    Key: keys.receipt(tenant, idempotencyKey),
    ConsistentRead: true,
  });
  const { Item: item } = await callStore(store, (until) => store.documents.send(command, until));
  return item && toFirstAnswer(item as Item);
}

function toFirstAnswer(receipt: Item): FirstAnswer {
  return {
    operation: readText(receipt, 'operation'),
    actor: readText(receipt, 'actor'),
    correlationId: readText(receipt, 'correlation_id'),
    at: readText(receipt, 'at'),
    status: readCount(receipt, 'status'),
    text: readAnswerText(receipt),
  };
}

function isWithinSize(answer: Uint8Array, payloads: Uint8Array | undefined): boolean {
  return answer.byteLength + (payloads?.byteLength ?? 0) <= CONTENT_BYTES_MAX;
}
