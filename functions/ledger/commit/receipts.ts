// The receipt: one immutable item per mutation, written by the mutation's own transaction. It is
// idempotency record, outbox and audit trail at once (decisions sections 2 and 9).
//
// Powertools runs the idempotency flow; this persistence layer gives it a record that the domain's
// transaction has written. There is no "in progress" state: of two concurrent requests with one key
// one commits, and the other finds its receipt and answers with it. docs/adr/003 tells why.
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
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { eventMembers } from './receipt-events.ts';
import type { Event } from './receipt-events.ts';
import type { Mutation, Session } from './session.ts';
import { attempt } from '../store/store.ts';

/** An answer as it was first given: its status and its exact text. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
}

interface Flow {
  readonly session: Mutation;
  record?: IdempotencyRecord;
  existing?: IdempotencyRecord;
  isCommitted: boolean;
}

const flows = new AsyncLocalStorage<Flow>();

function currentFlow(): Flow {
  const flow = flows.getStore();
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

  /** After a failure: nothing was written, so there is nothing to delete. */
  protected override async _deleteRecord(): Promise<void> {}

  protected override async _getRecord(): Promise<IdempotencyRecord> {
    const item = await readReceipt(currentFlow().session);
    if (!item) throw new IdempotencyItemNotFoundError('no receipt');
    return recordOf(item);
  }
}

const layer = new ReceiptLayer();

/**
 * Runs a mutation under its Idempotency-Key: the first time it runs, every later time the first
 * answer is given again, byte for byte. Refuses with idempotency_key_reused when the fingerprint
 * (SHA-256 over method, path and canonical body) is another one.
 */
export async function idempotently(
  session: Mutation,
  { fingerprint, context }: { fingerprint: string; context: Context },
  run: () => Promise<Answer>,
): Promise<Answer> {
  const config = new IdempotencyConfig({
    payloadValidationJmesPath: 'fingerprint',
    hashFunction: 'sha256',
    throwOnNoIdempotencyKey: true,
    lambdaContext: context,
  });
  const once = makeIdempotent(async (_: { fingerprint: string }) => run(), {
    persistenceStore: layer,
    config,
  });
  try {
    const flow: Flow = { session, isCommitted: false };
    return await flows.run(flow, () => once({ fingerprint }));
  } catch (error) {
    throw meaningOf(error);
  }
}

/**
 * Runs an attempt whose refusal is final only when no receipt exists: a duplicate that was committed
 * while this request was reading may be the very reason for the "no" (it has spent the money, say).
 * A malformed request (400) has no such twin.
 */
export async function unlessReceipted<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refusal && error.status !== 400) {
      const item = await readReceipt(currentFlow().session);
      if (item) receiptSeen(item);
    }
    throw error;
  }
}

function meaningOf(error: unknown): unknown {
  if (error instanceof IdempotencyValidationError) {
    return new Refusal(
      'idempotency_key_reused',
      'This Idempotency-Key was used for a request with another method, path or body.',
    );
  }
  return error instanceof IdempotencyPersistenceLayerError ? (error.cause ?? error) : error;
}

async function readReceipt(session: Mutation): Promise<Item | undefined> {
  const { documents, receiptsTable } = session.store;
  const command = new GetCommand({
    TableName: receiptsTable,
    Key: keys.receipt(session.tenant, session.idempotencyKey),
    ConsistentRead: true,
  });
  const { Item: item } = await attempt(session.store, (until) => documents.send(command, until));
  return item as Item | undefined;
}

/** Ends the attempt: the request was committed before, and its first answer is given again. */
export function receiptSeen(item: Item): never {
  currentFlow().existing = recordOf(item);
  throw new IdempotencyInconsistentStateError('the receipt was committed before');
}

/** Marks the receipt as written by the transaction that just succeeded. */
export function receiptCommitted(): void {
  currentFlow().isCommitted = true;
}

function recordOf(item: Item): IdempotencyRecord {
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
export function receiptItem(
  session: Session,
  answer: { status: number; text: string },
  events: readonly Event[],
  at: Date,
): Item {
  const { record } = currentFlow();
  if (!record?.payloadHash) throw new Error('no idempotency record in scope');
  const deflated = deflateRawSync(answer.text);
  const members = eventMembers(events, answer.text);
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
