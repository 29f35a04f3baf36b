// Reads and changes of the state of an evidence log. A change replaces the state that was read, or nothing:
// of two sealers that change it at once, one succeeds.
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { LogHead } from '../../domain/sealing/log-head.ts';
import type { SealedMinute } from '../../domain/sealing/sealed-minutes.ts';
import { getItem } from '../store/batch-get.ts';
import { callStore } from '../store/store.ts';
import type { Store } from '../store/store.ts';
import { logHeadFields, sealedMinuteFields } from './items.ts';
import { evidenceKeys } from './keys.ts';

/** The state of the tenant's log, strongly consistent: one request. Undefined before the first receipt. */
export async function readLogHead(store: Store, tenant: string): Promise<LogHead | undefined> {
  const item = await getItem({ store }, evidenceKeys.head(tenant));
  return item && logHeadFields.fromItem(item);
}

/** The minutes that one batch may touch: a transaction takes 100 items, and the state is one of them. */
export const BATCH_MINUTES_MAX = 99;

export interface LogGrowth {
  readonly before: LogHead | undefined;
  /** With the batch that it adds. */
  readonly after: LogHead;
  /** The changed minutes. */
  readonly minutes: readonly SealedMinute[];
}

/**
 * Makes a batch part of the log. From then on its leaves and their order are fixed. False if the state has
 * changed since it was read: then nothing is written.
 */
export async function growLog(store: Store, tenant: string, growth: LogGrowth): Promise<boolean> {
  const { before, after, minutes } = growth;
  const condition = buildStateCondition(before && { ...before, batch: undefined });
  const head = logHeadFields.toItem(evidenceKeys.head(tenant), after);
  const items: TransactWriteCommandInput['TransactItems'] = [
    { Put: { TableName: store.ledgerTable, Item: head, ...condition } },
    ...minutes.map((minute) => ({
      Put: {
        TableName: store.ledgerTable,
        Item: sealedMinuteFields.toItem(evidenceKeys.minute(tenant, minute.minute), minute),
      },
    })),
  ];
  const command = new TransactWriteCommand({ TransactItems: items });
  try {
    await callStore(store, (until) => store.documents.send(command, until));
    return true;
  } catch (error) {
    if (isLost(error)) return false;
    throw error;
  }
}

/** Records that the batch is published. Another sealer may have recorded it before. */
export async function recordPublication(
  store: Store,
  tenant: string,
  head: LogHead,
): Promise<void> {
  const { batch: _, ...published } = head;
  await replaceHead(store, tenant, { before: head, after: published });
}

/** Records that no late receipts are left, if the state is still the one that was searched by. */
export async function endLateSearch(store: Store, tenant: string, head: LogHead): Promise<void> {
  const { lateSince: _, ...searched } = head;
  await replaceHead(store, tenant, { before: head, after: searched });
}

async function replaceHead(
  store: Store,
  tenant: string,
  { before, after }: Omit<LogGrowth, 'minutes'>,
): Promise<void> {
  const command = new PutCommand({
    TableName: store.ledgerTable,
    Item: logHeadFields.toItem(evidenceKeys.head(tenant), after),
    ...buildStateCondition(before),
  });
  try {
    await callStore(store, (until) => store.documents.send(command, until));
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

/** The condition that the state is still this one. */
export function buildStateCondition(head: LogHead | undefined) {
  if (head === undefined) return { ConditionExpression: 'attribute_not_exists(PK)' };
  const { size, root, batch, lateSince } = head;
  const expect = (name: string, isPresent: boolean) =>
    isPresent ? `#${name} = :${name}` : `attribute_not_exists(#${name})`;
  const ofBatch = expect('batch', batch !== undefined);
  const ofLate = expect('late', lateSince !== undefined);
  return {
    ConditionExpression: `#size = :size AND #root = :root AND ${ofBatch} AND ${ofLate}`,
    ExpressionAttributeNames: {
      '#size': 'size',
      '#root': 'root',
      '#batch': 'batch',
      '#late': 'late_since',
    },
    ExpressionAttributeValues: {
      ':size': BigInt(size),
      ':root': Buffer.from(root, 'hex'),
      ...(batch && { ':batch': JSON.stringify(batch) }),
      ...(lateSince !== undefined && { ':late': lateSince }),
    },
  };
}

// Another sealer has changed the state, or is changing it.
function isLost(error: unknown): boolean {
  if (!(error instanceof TransactionCanceledException)) return false;
  const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code);
  return codes.some((code) => code === 'ConditionalCheckFailed' || code === 'TransactionConflict');
}
