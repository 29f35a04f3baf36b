// Records never change, so a reversal is marked in items of its own: one for the journal entry and one
// for the loan transaction that it posts, each put once.
import { readTargetId } from '../../domain/requests/adjustments.ts';
import type { AdjustmentRequest } from '../../domain/requests/adjustments.ts';
import { toTransactionId } from '../../domain/journal/journal.ts';
import { buildPutOnce } from '../commit/conditional-writes.ts';
import type { Write } from '../commit/commit.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import type { Session } from '../commit/session.ts';
import { readText } from '../store/attributes.ts';

/**
 * Marks the target as reversed. If it is marked already, the next attempt reads that and decides again.
 */
export function buildReversalMarks(session: Session, request: AdjustmentRequest): Write[] {
  const { target, reversalJournalEntryId = '', replacementJournalEntryId } = request;
  const names = target.entry.loanEntry ? [keepId, toTransactionId] : [keepId];
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

/** Changes nothing; succeeds only if the target is marked as reversed. */
export function buildReversalCheck(
  { store, tenant }: Session,
  { target }: AdjustmentRequest,
): Write {
  const mark = { TableName: store.ledgerTable, Key: keys.reversal(tenant, readTargetId(target)) };
  const condition = { ConditionExpression: 'attribute_exists(PK)' };
  return { action: { ConditionCheck: { ...mark, ...condition } }, otherwise: 'retry' };
}

/** The id of the reversing record, from the mark among the items if there is one. */
export function findReversal(items: readonly Item[]): string | undefined {
  const mark = items.find(({ PK }) => PK.split('#')[2] === 'REV');
  return mark && readText(mark, 'reversed_by');
}
