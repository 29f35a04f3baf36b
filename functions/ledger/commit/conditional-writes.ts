// Writes of any record, each on its condition.
import { buildPutOnce } from './commit.ts';
import type { Write } from './commit.ts';
import type { Session } from './session.ts';
import type { Item } from '../store/item.ts';
import type { Key } from '../store/keys.ts';

/**
 * Puts a new record. An identifier that is taken already is a collision of random bits: the next
 * attempt has others.
 */
export function buildPutNew(table: string, item: Item): Write {
  return { action: buildPutOnce(table, item), otherwise: 'retry' };
}

/** Replaces a record, only if nothing has changed it since that version was read. */
export function buildVersionReplacement(table: string, item: Item, version: number): Write {
  return { action: { Put: { TableName: table, Item: item, ...at(version) } }, otherwise: 'retry' };
}

/** Leaves a record as it is, only if it still is at that version. */
export function buildVersionCheck({ store }: Session, { PK, SK }: Key, version: number): Write {
  const place = { TableName: store.ledgerTable, Key: { PK, SK } };
  return { action: { ConditionCheck: { ...place, ...at(version) } }, otherwise: 'retry' };
}

function at(version: number) {
  return {
    ConditionExpression: '#version = :version',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':version': BigInt(version) },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  } as const;
}
