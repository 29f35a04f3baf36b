// The one way anything changes: ONE TransactWriteItems with the receipt first (ADR 001).
import type { CancellationReason } from '@aws-sdk/client-dynamodb';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { RefusalCode } from '../../domain/refusals/refusals.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { RetryableError } from '../store/retries.ts';
import { buildIdGenerator } from '../store/ids.ts';
import type { Item } from '../journal/items.ts';
import { formatKey } from '../store/keys.ts';
import { markReceiptCommitted, toReceiptItem, throwReceiptFound, sentWrites } from './receipts.ts';
import type { CommittedAnswer } from './receipts.ts';
import type { EventDraft } from './receipt-events.ts';
import type { Session } from './session.ts';
import { sendWithDeadline } from '../store/store.ts';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** A write with the meaning of its condition failing: a refusal, or a lost race to run again. */
export interface Write {
  readonly action: TransactItem;
  readonly otherwise: RefusalCode | 'retry';
}

export interface LedgerChange {
  readonly writes: readonly Write[];
  readonly events: readonly EventDraft[];
  /** The answer's status and body, in the words of the contract. */
  readonly status: number;
  readonly body: unknown;
}

const ITEMS_MAX = 100;

/**
 * Commits the change with its receipt, all or nothing, and gives the answer.
 * Throws Contention when a race was lost or the outcome is unknown, the write's refusal when its
 * condition failed for good, and ends in a replay when the receipt is there already.
 */
export async function commit(session: Session, change: LedgerChange): Promise<CommittedAnswer> {
  const { store } = session;
  const text = JSON.stringify(change.body);
  const now = new Date();
  const newId = buildIdGenerator(store.shards)(now);
  const events = change.events.map((event) => ({ ...event, id: newId('evt') }));
  const receipt = toReceiptItem(session, { status: change.status, text }, events, now);
  const items = [
    buildPutOnce(store.receiptsTable, receipt),
    ...change.writes.map(({ action }) => action),
  ];
  if (items.length > ITEMS_MAX) throw new Error(`${items.length} items in one transaction`);
  await sendTransaction(session, items, change.writes);
  markReceiptCommitted();
  return { status: change.status, text, replayed: false };
}

/** A put that never overwrites and brings back what it met. */
export function buildPutOnce(table: string, item: Item): TransactItem {
  return {
    Put: {
      TableName: table,
      Item: item,
      ConditionExpression: 'attribute_not_exists(PK)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

/** Below the SDK's retries and its signing, around the connection and the reading of the answer. */
const EACH_TRY = {
  name: 'watchedTry',
  step: 'deserialize',
  priority: 'high',
  override: true,
} as const;

async function sendTransaction(
  session: Session,
  items: TransactItem[],
  writes: readonly Write[],
): Promise<void> {
  const command = new TransactWriteCommand({ TransactItems: items });
  const sent = sentWrites();
  command.middlewareStack.add((next) => sent.watched(next, session.store.deadline), EACH_TRY);
  try {
    await sendWithDeadline(session.store, (until) => session.store.documents.send(command, until));
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    throw toCommitError(session, error, writes);
  }
}

const TRANSIENT_CODES = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

function toCommitError(
  session: Session,
  cancelled: TransactionCanceledException,
  writes: readonly Write[],
): unknown {
  const [receipt, ...reasons] = cancelled.CancellationReasons ?? [];
  if (isConditionFailed(receipt)) {
    if (receipt?.Item) throwReceiptFound(readReturnedItem(receipt));
    sentWrites().noteUnconfirmed();
    return new RetryableError('the receipt exists and did not come back');
  }
  const failed = writes.filter((_, index) => isConditionFailed(reasons[index]));
  const refused = failed.find(({ otherwise }) => otherwise !== 'retry');
  if (refused && refused.otherwise !== 'retry') {
    return new Refusal(refused.otherwise, 'The record changed while the request was decided.');
  }
  if (failed.length > 0) {
    keepReturnedItems(session, reasons);
    return new RetryableError('lost the race', { isFresh: true });
  }
  const isPassing = [receipt, ...reasons].some((reason) => TRANSIENT_CODES.has(reason?.Code ?? ''));
  // The reasons carry whole items: their codes alone may go into a log.
  const codes = [receipt, ...reasons].map((reason) => reason?.Code ?? '?').join(', ');
  return isPassing ? new RetryableError(codes) : new Error(`transaction cancelled: ${codes}`);
}

function isConditionFailed(reason: CancellationReason | undefined): boolean {
  return reason?.Code === 'ConditionalCheckFailed';
}

function readReturnedItem(reason: CancellationReason): Item {
  return unmarshall(reason.Item ?? {}, { wrapNumbers: (digits) => BigInt(digits) }) as Item;
}

// What did not fail its check is still as it was read; what did came back with the failure.
function keepReturnedItems(session: Session, reasons: readonly CancellationReason[]): void {
  for (const [key, item] of session.read) session.returned.set(key, item);
  for (const reason of reasons) {
    if (!isConditionFailed(reason) || !reason.Item) continue;
    const item = readReturnedItem(reason);
    session.returned.set(formatKey(item), item);
    session.moved.add(formatKey(item));
  }
}
