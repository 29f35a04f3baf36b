// That a record was reversed stands beside it, never in it: one item for a journal entry and one for
// the loan transaction that it posts, each put once.
import { readTargetId } from '../../domain/requests/adjustments.ts';
import type { AdjustmentRequest } from '../../domain/requests/adjustments.ts';
import { toTransactionId } from '../../domain/journal/journal.ts';
import { buildPutOnce } from '../commit/commit.ts';
import type { Write } from '../commit/commit.ts';
import type { Item } from './items.ts';
import { keys } from '../store/keys.ts';
import type { Session } from '../commit/session.ts';
import { readText } from '../store/attributes.ts';

/** Marks the target as reversed. When it is already, the next attempt finds out and decides anew. */
export function buildReversalMarks(session: Session, request: AdjustmentRequest): Write[] {
  const { target, reversalJournalEntryId = '', replacementJournalEntryId } = request;
  const names = target.entry.lending ? [keepId, toTransactionId] : [keepId];
  return names.map((nameOf) => {
    const item = {
      ...keys.reversal(session.tenant, nameOf(target.entry.id)),
      reversed_by: nameOf(reversalJournalEntryId),
      adjustment_request_id: request.id,
      ...(replacementJournalEntryId !== undefined && {
        replaced_by: nameOf(replacementJournalEntryId),
      }),
    };
    return { action: buildPutOnce(session.store.ledgerTable, item), otherwise: 'retry' };
  });
}

function keepId(id: string): string {
  return id;
}

/** Nothing changes, only if the target is marked as reversed. */
export function buildReversalCheck(
  { store, tenant }: Session,
  { target }: AdjustmentRequest,
): Write {
  const place = { TableName: store.ledgerTable, Key: keys.reversal(tenant, readTargetId(target)) };
  const condition = { ConditionExpression: 'attribute_exists(PK)' };
  return { action: { ConditionCheck: { ...place, ...condition } }, otherwise: 'retry' };
}

/** The record that has reversed the one whose mark may be among the items. */
export function findReversal(items: readonly Item[]): string | undefined {
  const mark = items.find(({ PK }) => PK.split('#')[2] === 'REV');
  return mark && readText(mark, 'reversed_by');
}
