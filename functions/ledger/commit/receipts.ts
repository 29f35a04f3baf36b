// The receipt: one immutable item per mutation, written by the mutation's own transaction. It is
// idempotency record, outbox and audit trail at once (docs/contract.md, Idempotency).
//
// Powertools runs the idempotency flow; this persistence layer gives it a record that the domain's
// transaction has written. There is no "in progress" state: of two concurrent requests with one key
// one commits, and the other finds its receipt and answers with it. ADR 001 tells why.
import { AsyncLocalStorage } from 'node:async_hooks';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import {
  IdempotencyConfig,
  IdempotencyInconsistentStateError,
  IdempotencyItemAlreadyExistsError,
  IdempotencyItemNotFoundError,
  IdempotencyPersistenceLayerError,
  IdempotencyValidationError,
  makeIdempotent,
} from '@aws-lambda-powertools/idempotency';
import {
  BasePersistenceLayer,
  IdempotencyRecord,
} from '@aws-lambda-powertools/idempotency/persistence';
import type { JSONValue } from '@aws-lambda-powertools/commons/types';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { Refusal } from '../../domain/refusals/refusals.ts';
import type { RefusalCode } from '../../domain/refusals/refusals.ts';
import type { Item } from '../journal/items.ts';
import { keys } from '../store/keys.ts';
import { toEventMembers } from './receipt-events.ts';
import type { ReceiptEvent } from './receipt-events.ts';
import { SentWrites } from './sent-writes.ts';
import type { MutationSession, Session } from './session.ts';
import { sendWithDeadline } from '../store/store.ts';

/** An answer as it was first given: its status and its exact text. */
export interface CommittedAnswer {
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
}

interface IdempotentFlow {
  readonly session: MutationSession;
  record?: IdempotencyRecord;
  existing?: IdempotencyRecord;
  isCommitted: boolean;
  readonly writes: SentWrites;
}

const flowStorage = new AsyncLocalStorage<IdempotentFlow>();

function currentFlow(): IdempotentFlow {
  const flow = flowStorage.getStore();
  if (!flow) throw new Error('not inside an idempotent operation');
  return flow;
}

class ReceiptLayer extends BasePersistenceLayer {
  // The receipt's key is the tenant's own; the layer's shared, mutable prefix takes no part in it.
  protected override getHashedIdempotencyKey(): string {
    const { session } = currentFlow();
    return keys.receipt(session.tenant, session.idempotencyKey).PK;
  }

  /** Before the operation: writes nothing, but replays a receipt that this request has met. */
  protected override async _putRecord(record: IdempotencyRecord): Promise<void> {
    const flow = currentFlow();
    if (flow.existing) throw new IdempotencyItemAlreadyExistsError('receipt exists', flow.existing);
    flow.record = record;
  }

  /** After the operation: its transaction must have written the receipt. */
  protected override async _updateRecord(): Promise<void> {
    if (!currentFlow().isCommitted) throw new Error('the operation returned without committing');
  }

  /** After a failure: this layer has written nothing, and a receipt is never deleted. */
  protected override async _deleteRecord(): Promise<void> {}

  protected override async _getRecord(): Promise<IdempotencyRecord> {
    const item = await readReceipt(currentFlow().session);
    if (!item) throw new IdempotencyItemNotFoundError('no receipt');
    return toIdempotencyRecord(item);
  }
}

const receiptLayer = new ReceiptLayer();

/**
 * Runs a mutation under its Idempotency-Key: the first time it runs, every later time the first
 * answer is given again, byte for byte. Refuses with idempotency_key_reused when the fingerprint
 * (SHA-256 over method, path and canonical body) is another one, and with outcome_unknown instead of
 * anything else while the store has not confirmed what became of a write.
 */
export async function runIdempotently(
  session: MutationSession,
  { fingerprint, context }: { fingerprint: string; context: Context },
  run: () => Promise<CommittedAnswer>,
): Promise<CommittedAnswer> {
  const config = new IdempotencyConfig({
    payloadValidationJmesPath: 'fingerprint',
    hashFunction: 'sha256',
    throwOnNoIdempotencyKey: true,
    lambdaContext: context,
  });
  const once = makeIdempotent(async (_: { fingerprint: string }) => run(), {
    persistenceStore: receiptLayer,
    config,
  });
  const flow: IdempotentFlow = { session, isCommitted: false, writes: new SentWrites() };
  try {
    return await flowStorage.run(flow, () => once({ fingerprint }));
  } catch (error) {
    throw toIdempotencyError(error, flow);
  }
}

const TOO_LARGE: ReadonlySet<RefusalCode> = new Set(['too_many_writes', 'entry_too_large']);

/**
 * Runs an attempt whose refusal is final only when no receipt exists: a duplicate that was committed
 * while this request was reading may be the very reason for the "no" (it has spent the money, say).
 * A malformed request (400) has no such twin; one that has grown too large by the rules of today may.
 */
export async function replayOnReceipt<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refusal && (error.status !== 400 || TOO_LARGE.has(error.code))) {
      const item = await readReceipt(currentFlow().session);
      if (item) throwReceiptFound(item);
    }
    throw error;
  }
}

// A receipt of another request ends all attempts of this one: they are conditional on there being none.
function toIdempotencyError(error: unknown, { writes }: IdempotentFlow): unknown {
  if (error instanceof IdempotencyValidationError) {
    return new Refusal(
      'idempotency_key_reused',
      'This Idempotency-Key was used for a request with another method, path or body.',
    );
  }
  const isOfLayer = error instanceof IdempotencyPersistenceLayerError;
  return writes.answerable(isOfLayer ? (error.cause ?? error) : error);
}

async function readReceipt(session: MutationSession): Promise<Item | undefined> {
  const { documents, receiptsTable } = session.store;
  const command = new GetCommand({
    TableName: receiptsTable,
    Key: keys.receipt(session.tenant, session.idempotencyKey),
    ConsistentRead: true,
  });
  const { Item: item } = await sendWithDeadline(session.store, (until) =>
    documents.send(command, until),
  );
  return item as Item | undefined;
}

/** Ends the attempt: the request was committed before, and its first answer is given again. */
export function throwReceiptFound(item: Item): never {
  currentFlow().existing = toIdempotencyRecord(item);
  throw new IdempotencyInconsistentStateError('the receipt was committed before');
}

/** The transactions that this request has sent. */
export function sentWrites(): SentWrites {
  return currentFlow().writes;
}

/** Marks the receipt as written by the transaction that just succeeded. */
export function markReceiptCommitted(): void {
  currentFlow().isCommitted = true;
}

function toIdempotencyRecord(item: Item): IdempotencyRecord {
  const text = inflateRawSync(item['answer'] as Uint8Array).toString('utf8');
  return new IdempotencyRecord({
    idempotencyKey: item.PK,
    status: 'COMPLETED',
    payloadHash: item['fingerprint'] as string,
    responseData: { status: Number(item['status']), text, replayed: true } as JSONValue,
  });
}

/** An item whose answer and payloads are larger than this does not fit DynamoDB's 400 KB together with its other members. */
const ANSWER_BYTES_MAX = 360_000;

/** The receipt of this mutation; fails closed outside an idempotent operation. */
export function toReceiptItem(
  session: Session,
  answer: { status: number; text: string },
  events: readonly ReceiptEvent[],
  at: Date,
): Item {
  const { record } = currentFlow();
  if (!record?.payloadHash) throw new Error('no idempotency record in scope');
  const deflated = deflateRawSync(answer.text);
  const members = toEventMembers(events, answer.text);
  const bytes = deflated.byteLength + (members.payloads?.byteLength ?? 0);
  if (bytes > ANSWER_BYTES_MAX) {
    throw new Refusal('entry_too_large', 'The request is too large for one record of the ledger.');
  }
  return {
    PK: record.idempotencyKey,
    SK: 'R',
    fingerprint: record.payloadHash,
    operation: session.operation,
    actor: session.actor,
    correlation_id: session.correlationId,
    at: at.toISOString(),
    status: BigInt(answer.status),
    answer: deflated,
    ...members,
  };
}
