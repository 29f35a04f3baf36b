// Receipts of what `npm run evidence` does to a log, so that the log states it too. Their keys are shorter than any
// that a client may send.
import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { toReceiptItem } from '../commit/receipts.ts';
import { RequestIdentity } from '../commit/request-identity.ts';
import type { Item } from '../store/item.ts';
import { callStore, isConditionMet } from '../store/store.ts';
import type { Store } from '../store/store.ts';

/** An act of maintenance, as its receipt states it. */
export interface MaintenanceRecord {
  readonly operation: string;
  readonly idempotencyKey: string;
  readonly actor: string;
  /** What it amounted to: the answer of the receipt. */
  readonly statement: object;
  readonly at: Date;
}

/** Records an act of maintenance by a receipt. False if there is one with this key. */
export async function recordMaintenance(
  store: Store,
  tenant: string,
  { operation, idempotencyKey, actor, statement, at }: MaintenanceRecord,
): Promise<boolean> {
  const identity = await RequestIdentity.of({ tenant, idempotencyKey }, operation, 1_000);
  const author = { tenant, operation, actor, correlationId: randomUUID() };
  const answer = { status: 200, text: JSON.stringify(statement) };
  const receipt = toReceiptItem({ ...author, identity, shards: store.shards }, answer, [], at);
  return putReceipt(store, receipt, 'attribute_not_exists(PK)');
}

/** Writes a receipt on a condition. False if it is not met. */
export async function putReceipt(store: Store, receipt: Item, condition: string): Promise<boolean> {
  const command = new PutCommand({
    TableName: store.receiptsTable,
    Item: receipt,
    ConditionExpression: condition,
  });
  return isConditionMet(callStore(store, (until) => store.documents.send(command, until)));
}
