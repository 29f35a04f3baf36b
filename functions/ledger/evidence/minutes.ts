// Reads of the minutes of an evidence log, strongly consistent.
import type { SealedMinute } from '../../domain/sealing/sealed-minutes.ts';
import { batchGet } from '../store/batch-get.ts';
import { runPages } from '../store/merged-lists.ts';
import type { Store } from '../store/store.ts';
import { sealedMinuteFields } from './items.ts';
import { evidenceKeys } from './keys.ts';

/** Those of the minutes that have leaves. */
export async function readSealedMinutes(
  store: Store,
  tenant: string,
  minutes: readonly string[],
): Promise<SealedMinute[]> {
  const keys = minutes.map((minute) => evidenceKeys.minute(tenant, minute));
  return (await batchGet(store, store.ledgerTable, keys)).map(sealedMinuteFields.fromItem);
}

/** Those from a minute to another, both included, in their order. */
export async function listSealedMinutes(
  store: Store,
  tenant: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<SealedMinute[]> {
  const minutes: SealedMinute[] = [];
  const pages = runPages(store, {
    TableName: store.ledgerTable,
    KeyConditionExpression: 'PK = :partition AND SK BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':partition': evidenceKeys.minutes(tenant),
      ':from': from,
      ':to': to,
    },
    ConsistentRead: true,
  });
  for await (const page of pages) minutes.push(...page.map(sealedMinuteFields.fromItem));
  return minutes;
}
