// The one way anything changes: ONE TransactWriteItems with the receipt first (architecture 1.4).
import type { CancellationReason } from '@aws-sdk/client-dynamodb';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { RefusalCode } from '../../domain/refusals/refusals.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { Contention } from '../store/retries.ts';
import { idsAt } from '../store/ids.ts';
import type { Item } from '../store/item.ts';
import { nameOf } from '../store/keys.ts';
import { receiptCommitted, receiptItem, receiptSeen } from './receipts.ts';
import type { Answer } from './receipts.ts';
import type { EventDraft } from './receipt-events.ts';
import type { Session } from './session.ts';
import { attempt } from '../store/store.ts';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** A write with the meaning of its condition failing: a refusal, or a lost race to run again. */
export interface Write {
  readonly action: TransactItem;
  readonly otherwise: RefusalCode | 'retry';
}

export interface Change {
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
export async function commit(session: Session, change: Change): Promise<Answer> {
  const { store } = session;
  const text = JSON.stringify(change.body);
  const now = new Date();
  const newId = idsAt(store.shards)(now);
  const events = change.events.map((event) => ({ ...event, id: newId('evt') }));
  const receipt = receiptItem(session, { status: change.status, text }, events, now);
  const items = [
    putOnce(store.receiptsTable, receipt),
    ...change.writes.map(({ action }) => action),
  ];
  if (items.length > ITEMS_MAX) throw new Error(`${items.length} items in one transaction`);
  await transact(session, items, change.writes);
  receiptCommitted();
  return { status: change.status, text, replayed: false };
}

/** A put that never overwrites and brings back what it met. */
export function putOnce(table: string, item: Item): TransactItem {
  return {
    Put: {
      TableName: table,
      Item: item,
      ConditionExpression: 'attribute_not_exists(PK)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

async function transact(
  session: Session,
  items: TransactItem[],
  writes: readonly Write[],
): Promise<void> {
  const command = new TransactWriteCommand({ TransactItems: items });
  try {
    await attempt(session.store, (until) => session.store.documents.send(command, until));
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    throw meaningOf(session, error, writes);
  }
}

const PASSING = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

function meaningOf(
  session: Session,
  cancelled: TransactionCanceledException,
  writes: readonly Write[],
): unknown {
  const [receipt, ...reasons] = cancelled.CancellationReasons ?? [];
  if (isConditionFailed(receipt)) {
    if (receipt?.Item) receiptSeen(itemOf(receipt));
    return new Contention('the receipt exists and did not come back');
  }
  const failed = writes.filter((_, index) => isConditionFailed(reasons[index]));
  const refused = failed.find(({ otherwise }) => otherwise !== 'retry');
  if (refused && refused.otherwise !== 'retry') {
    return new Refusal(refused.otherwise, 'The record changed while the request was decided.');
  }
  if (failed.length > 0) {
    keepReturned(session, reasons);
    return new Contention('lost the race', { isFresh: true });
  }
  const isPassing = [receipt, ...reasons].some((reason) => PASSING.has(reason?.Code ?? ''));
  // The reasons carry whole items: their codes alone may go into a log.
  const codes = [receipt, ...reasons].map((reason) => reason?.Code ?? '?').join(', ');
  return isPassing ? new Contention(codes) : new Error(`transaction cancelled: ${codes}`);
}

function isConditionFailed(reason: CancellationReason | undefined): boolean {
  return reason?.Code === 'ConditionalCheckFailed';
}

function itemOf(reason: CancellationReason): Item {
  return unmarshall(reason.Item ?? {}, { wrapNumbers: (digits) => BigInt(digits) }) as Item;
}

// What did not fail its check is still as it was read; what did came back with the failure.
function keepReturned(session: Session, reasons: readonly CancellationReason[]): void {
  for (const [key, item] of session.read) session.returned.set(key, item);
  for (const reason of reasons) {
    if (!isConditionFailed(reason) || !reason.Item) continue;
    const item = itemOf(reason);
    session.returned.set(nameOf(item), item);
    session.moved.add(nameOf(item));
  }
}
