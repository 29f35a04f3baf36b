// That a journal entry was reversed stands beside it, never in it: one item, put once.
import type { AdjustmentRequest } from '../domain/adjustments.ts';
import { putOnce } from './commit.ts';
import type { Write } from './commit.ts';
import type { Item } from './items.ts';
import { keys } from './keys.ts';
import type { Session } from './session.ts';
import { text } from './stored.ts';

/** Marks the target as reversed. When it is already, the next attempt finds out and decides anew. */
export function markReversed({ store, tenant }: Session, request: AdjustmentRequest): Write {
  const item = {
    ...keys.reversal(tenant, request.target.entry.id),
    reversed_by: request.reversalJournalEntryId,
    adjustment_request_id: request.id,
    replaced_by: request.replacementJournalEntryId,
  };
  return { action: putOnce(store.ledgerTable, item), otherwise: 'retry' };
}

/** Nothing changes, only if the target is marked as reversed. */
export function checkReversed({ store, tenant }: Session, { target }: AdjustmentRequest): Write {
  const place = { TableName: store.ledgerTable, Key: keys.reversal(tenant, target.entry.id) };
  const condition = { ConditionExpression: 'attribute_exists(PK)' };
  return { action: { ConditionCheck: { ...place, ...condition } }, otherwise: 'retry' };
}

/** The entry that has reversed the one whose mark may be among the items. */
export function reversedByIn(items: readonly Item[]): string | undefined {
  const mark = items.find(({ PK }) => PK.split('#')[2] === 'REV');
  return mark && text(mark, 'reversed_by');
}
