// One TransactWriteItems, and what the reasons say when the store cancels it.
import type { CancellationReason } from '@aws-sdk/client-dynamodb';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { callStore } from '../../store/store.ts';
import type { Store } from '../../store/store.ts';
import type { TransactItem } from '../ledger-change.ts';
import { omitRequestToken } from './request-token.ts';
import type { SentWrites } from './sent-writes.ts';

/**
 * Sends the items in one transaction. Returns the reasons, in the order of the items, if the store cancelled it. A
 * try without an answer may still commit: `sent` notes it. Throws as callStore does.
 */
export async function sendTransaction(
  store: Store,
  sent: SentWrites,
  items: TransactItem[],
): Promise<readonly CancellationReason[] | undefined> {
  const command = new TransactWriteCommand({ TransactItems: items });
  omitRequestToken(command);
  sent.watch(command, store.deadline);
  try {
    await callStore(store, (until) => store.documents.send(command, until));
    return undefined;
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    return error.CancellationReasons ?? [];
  }
}

const CONFLICT = 'TransactionConflict';
const TRANSIENT = new Set([CONFLICT, 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** Whether the condition of the item failed. */
export function isConditionFailed(reason: CancellationReason | undefined): boolean {
  return reason?.Code === 'ConditionalCheckFailed';
}

/** Whether another call was changing the item. */
export function isConflict(reason: CancellationReason | undefined): boolean {
  return reason?.Code === CONFLICT;
}

/** Whether the same transaction may succeed later. */
export function isTransientReason(reason: CancellationReason | undefined): boolean {
  return TRANSIENT.has(reason?.Code ?? '');
}
