// Conditional writes of any record.
import type { TransactItem, Write } from './ledger-change.ts';
import type { Session } from './session.ts';
import type { Item } from '../store/item.ts';
import type { Key } from '../store/keys.ts';

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

/**
 * Puts a new record. A taken identifier is a collision of random bits: the next attempt generates
 * others.
 */
export function buildPutNew(table: string, item: Item): Write {
  return { action: buildPutOnce(table, item), otherwise: 'retry' };
}

/** Replaces a record, provided that it is still at the version that was read. */
export function buildVersionReplacement(table: string, item: Item, version: number): Write {
  return { action: { Put: { TableName: table, Item: item, ...at(version) } }, otherwise: 'retry' };
}

/** Puts the first version of a record, or replaces the version before. */
export function buildVersionedWrite({ store }: Session, item: Item, version: number): Write {
  return version === 1
    ? buildPutNew(store.ledgerTable, item)
    : buildVersionReplacement(store.ledgerTable, item, version - 1);
}

/** Changes nothing; succeeds only if the record is still at that version. */
export function buildVersionCheck({ store }: Session, { PK, SK }: Key, version: number): Write {
  const target = { TableName: store.ledgerTable, Key: { PK, SK } };
  return { action: { ConditionCheck: { ...target, ...at(version) } }, otherwise: 'retry' };
}

/** Changes nothing; succeeds only if there is still no such record. */
export function buildAbsenceCheck({ store }: Session, { PK, SK }: Key): Write {
  const condition = {
    TableName: store.ledgerTable,
    Key: { PK, SK },
    ConditionExpression: 'attribute_not_exists(PK)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  } as const;
  return { action: { ConditionCheck: condition }, otherwise: 'retry' };
}

function at(version: number) {
  return {
    ConditionExpression: '#version = :version',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':version': BigInt(version) },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  } as const;
}
