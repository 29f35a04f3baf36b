// Reads of the minutes of an evidence log, strongly consistent.
import type { SealedMinute } from '../../domain/sealing/sealed-minutes.ts';
import { batchGet } from '../store/batch-get.ts';
import type { Item } from '../store/item.ts';
import { runPages, runQuery } from '../store/merged-lists.ts';
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

/** The first minute that has leaves: one request. */
export async function readFirstMinute(
  store: Store,
  tenant: string,
): Promise<SealedMinute | undefined> {
  const { Items: found } = await runQuery(store, { ...buildMinutesQuery(store, tenant), Limit: 1 });
  return found[0] && sealedMinuteFields.fromItem(found[0]);
}

/** All minutes that have leaves, in their order: a page for each megabyte. */
export async function* listMinutePages(
  store: Store,
  tenant: string,
): AsyncGenerator<SealedMinute[]> {
  for await (const page of listMinuteItemPages(store, tenant)) {
    yield page.map(sealedMinuteFields.fromItem);
  }
}

/** As `listMinutePages`, as they are stored: one of them may be damaged. */
export function listMinuteItemPages(store: Store, tenant: string): AsyncGenerator<Item[]> {
  return runPages(store, buildMinutesQuery(store, tenant));
}

function buildMinutesQuery(store: Store, tenant: string) {
  return {
    TableName: store.ledgerTable,
    KeyConditionExpression: 'PK = :partition',
    ExpressionAttributeValues: { ':partition': evidenceKeys.minutes(tenant) },
    ConsistentRead: true,
  };
}
