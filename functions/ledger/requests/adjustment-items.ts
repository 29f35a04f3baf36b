// Adjustment requests as items and back. The item keeps what its target says, which never changes,
// so that an approval need not read it.
import { targetIdOf } from '../../domain/requests/adjustments.ts';
import type { AdjustmentRequest } from '../../domain/requests/adjustments.ts';
import type { AdjustmentType, Correction, TargetType } from '../../domain/requests/corrections.ts';
import { journalEntryIdOf } from '../../domain/journal/journal.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import type { DecisionStatus } from '../../domain/states/transitions.ts';
import { indexes } from '../store/indexes.ts';
import { journalEntry, journalItem } from '../journal/items.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { controlledRequest, requestItem } from './items.ts';
import { storedBytes } from '../store/item-size.ts';
import { optional, text } from '../store/stored.ts';

/** The store keeps items of 400 KB; the decision still has to find room. */
const ITEM_BYTES_MAX = 390_000;

/** In the index by state, type and target type come after the status. */
export function adjustmentsByState(
  tenant: string,
  status: DecisionStatus,
  type: AdjustmentType,
  target: TargetType,
): string {
  return keys.requestsByState(tenant, 'FAR', [status, type, target].join('#'));
}

/** Refuses with entry_too_large. */
export function adjustmentItem(tenant: string, request: AdjustmentRequest): Item {
  const { status, adjustmentType, target, correction } = request;
  const targetId = targetIdOf(target);
  const { PK: _PK, SK: _SK, ...record } = journalItem(tenant, target.entry);
  const item = {
    ...requestItem(tenant, { kind: 'FAR', subject: targetId }, request),
    [indexes.state.partition]: adjustmentsByState(tenant, status, adjustmentType, target.type),
    adjustment_type: adjustmentType,
    target_type: target.type,
    target_id: targetId,
    target: record,
    correction,
    reversal_journal_entry_id: request.reversalJournalEntryId,
    replacement_journal_entry_id: request.replacementJournalEntryId,
  };
  if (status === 'PENDING_APPROVAL' && storedBytes(item) > ITEM_BYTES_MAX) {
    throw new Refusal('entry_too_large', 'The request is too large for one record of the ledger.');
  }
  return item;
}

export function adjustmentRequest(item: Item): AdjustmentRequest {
  const record = item['target'] as Record<string, unknown>;
  const correction = item['correction'] as Correction | undefined;
  return {
    ...controlledRequest(item),
    adjustmentType: text(item, 'adjustment_type') as AdjustmentType,
    target: {
      type: text(item, 'target_type') as TargetType,
      entry: journalEntry({ ...record, PK: '', SK: journalEntryIdOf(text(item, 'target_id')) }),
    },
    ...(correction && { correction }),
    ...optional(item, 'reversal_journal_entry_id', 'reversalJournalEntryId'),
    ...optional(item, 'replacement_journal_entry_id', 'replacementJournalEntryId'),
  };
}
