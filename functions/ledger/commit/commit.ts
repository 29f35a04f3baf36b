// The only way to change the ledger: one TransactWriteItems with the receipt first. mutation.ts
// describes the whole path around it.
import type { CancellationReason } from '@aws-sdk/client-dynamodb';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { RetryableError } from '../store/retries.ts';
import { buildIdGenerator } from '../store/ids.ts';
import type { Item } from '../store/item.ts';
import type { Attempt } from './attempt.ts';
import type { Outcome } from './outcome.ts';
import type { RequestIdentity } from './request-identity.ts';
import { ITEMS_MAX } from './ledger-change.ts';
import type { LedgerChange, TransactItem, Write } from './ledger-change.ts';
import { toReceiptItem } from './receipts.ts';
import { omitRequestToken } from './request-token.ts';
import { attemptOf } from './session.ts';
import type { Session } from './session.ts';
import { callStore } from '../store/store.ts';

export type { LedgerChange, Write } from './ledger-change.ts';

/**
 * Commits the change with its receipt, all or nothing, and returns the outcome: `committed`, or the
 * outcome of the receipt that already exists (docs/contract.md, Idempotency; ADR 001). Throws the
 * write's refusal when its condition failed for good, and a RetryableError when another attempt may
 * succeed. Refuses with entry_too_large when one receipt cannot hold the change. Where the session has
 * something to do instead, it does that (docs/controls.md).
 */
export function commit(session: Session, change: LedgerChange): Promise<Outcome> {
  return session.commitInstead?.(change) ?? commitNow(session, change);
}

/** Commits the change whatever the session would do instead; otherwise as `commit`. */
export async function commitNow(session: Session, change: LedgerChange): Promise<Outcome> {
  const { store } = session;
  const attempt = attemptOf(session);
  const text = JSON.stringify(change.body);
  const receipt = buildReceipt(session, attempt.identity, change, { text });
  const items = [
    buildPutOnce(store.receiptsTable, receipt),
    ...change.writes.map(({ action }) => action),
  ];
  if (items.length > ITEMS_MAX) throw new Error(`${items.length} items in one transaction`);
  if (session.withholdCommit) {
    session.withholdCommit(change);
    return { kind: 'committed', status: change.status, text };
  }
  await change.beforeCommit?.();
  attempt.sent.noteReceipt(receipt);
  const existing = await sendTransaction(session, items, change.writes);
  return existing
    ? attempt.toOutcome(existing)
    : { kind: 'committed', status: change.status, text };
}

/**
 * The receipt of a change under an identity, by the session's actor; `now` is its time, and `text` that of
 * its answer. Refuses with entry_too_large.
 */
export function buildReceipt(
  session: Session,
  identity: RequestIdentity,
  { events: drafts, status, body }: LedgerChange,
  { now = new Date(), text = JSON.stringify(body) } = {},
): Item {
  const { shards } = session.store;
  const newId = buildIdGenerator(shards)(now);
  const events = drafts.map((event) => ({ ...event, id: newId('evt') }));
  return toReceiptItem({ ...session, identity, shards }, { status, text }, events, now);
}

/** A put that never overwrites, and returns the existing item when it fails. */
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

/** Below the SDK's retries and signing, around sending the request and reading its answer. */
const EACH_TRY = {
  name: 'watchedTry',
  step: 'deserialize',
  priority: 'high',
  override: true,
} as const;

// Sends the transaction; returns the receipt if it already exists.
async function sendTransaction(
  session: Session,
  items: TransactItem[],
  writes: readonly Write[],
): Promise<Item | undefined> {
  const { store } = session;
  const attempt = attemptOf(session);
  const command = new TransactWriteCommand({ TransactItems: items });
  omitRequestToken(command);
  command.middlewareStack.add((next) => attempt.sent.watched(next, store.deadline), EACH_TRY);
  try {
    await callStore(store, (until) => store.documents.send(command, until));
    return undefined;
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const reasons = error.CancellationReasons ?? [];
    const [receipt] = reasons;
    if (isConditionFailed(receipt) && receipt?.Item) return toItem(receipt);
    throw failureOf(attempt, reasons, writes);
  }
}

const TRANSIENT = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

// The reasons of a cancelled transaction are in the order of its items: the receipt's is first.
function failureOf(
  attempt: Attempt,
  [receipt, ...reasons]: readonly CancellationReason[],
  writes: readonly Write[],
): Error {
  if (isConditionFailed(receipt)) {
    attempt.sent.noteUnconfirmed();
    return new RetryableError('unanswered', 'the receipt exists but was not returned');
  }
  const failed = writes.filter((_, index) => isConditionFailed(reasons[index]));
  const refused = failed.find(({ otherwise }) => otherwise !== 'retry');
  if (refused && refused.otherwise !== 'retry') {
    return new Refusal(refused.otherwise, 'The record changed while the request was decided.');
  }
  if (failed.length > 0) {
    attempt.noteReturned(findReturnedItems(reasons));
    return new RetryableError('lost_race', 'lost the race');
  }
  const isTransient = [receipt, ...reasons].some((reason) => TRANSIENT.has(reason?.Code ?? ''));
  // Reasons contain whole items, which must not be logged: log only their codes.
  const codes = [receipt, ...reasons].map((reason) => reason?.Code ?? '?').join(', ');
  return isTransient
    ? new RetryableError('busy', codes)
    : new Error(`transaction cancelled: ${codes}`);
}

function isConditionFailed(reason: CancellationReason | undefined): boolean {
  return reason?.Code === 'ConditionalCheckFailed';
}

function findReturnedItems(reasons: readonly CancellationReason[]): Item[] {
  return reasons.flatMap((reason) =>
    isConditionFailed(reason) && reason.Item ? [toItem(reason)] : [],
  );
}

function toItem(reason: CancellationReason): Item {
  return unmarshall(reason.Item ?? {}, { wrapNumbers: (digits) => BigInt(digits) }) as Item;
}
