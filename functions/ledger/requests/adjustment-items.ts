// Adjustment requests as items and back. The item keeps what its target says, which never changes,
// so that an approval need not read it.
import { readTargetId } from '../../domain/requests/adjustments.ts';
import type { AdjustmentRequest } from '../../domain/requests/adjustments.ts';
import type { AdjustmentType, Correction, TargetType } from '../../domain/requests/corrections.ts';
import { toJournalEntryId } from '../../domain/journal/journal.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import type { DecisionStatus } from '../../domain/requests/transitions.ts';
import { indexes } from '../store/indexes.ts';
import { fromJournalItem, toJournalItem } from '../journal/items.ts';
import type { Item } from '../journal/items.ts';
import { keys } from '../store/keys.ts';
import { fromRequestItem, toRequestItem } from './items.ts';
import { countStoredBytes } from '../store/item-size.ts';
import { readOptionalText, readText } from '../store/attributes.ts';

/** The store keeps items of 400 KB; the decision still has to find room. */
const ITEM_BYTES_MAX = 390_000;

/** In the index by state, type and target type come after the status. */
export function buildAdjustmentStateKey(
  tenant: string,
  status: DecisionStatus,
  type: AdjustmentType,
  target: TargetType,
): string {
  return keys.requestsByState(tenant, 'FAR', [status, type, target].join('#'));
}

/** Refuses with entry_too_large. */
export function toAdjustmentItem(tenant: string, request: AdjustmentRequest): Item {
  const { status, adjustmentType, target, correction } = request;
  const targetId = readTargetId(target);
  const { PK: _PK, SK: _SK, ...record } = toJournalItem(tenant, target.entry);
  const item = {
    ...toRequestItem(tenant, { kind: 'FAR', subject: targetId }, request),
    [indexes.state.partition]: buildAdjustmentStateKey(tenant, status, adjustmentType, target.type),
    adjustment_type: adjustmentType,
    target_type: target.type,
    target_id: targetId,
    target: record,
    correction,
    reversal_journal_entry_id: request.reversalJournalEntryId,
    replacement_journal_entry_id: request.replacementJournalEntryId,
  };
  if (status === 'PENDING_APPROVAL' && countStoredBytes(item) > ITEM_BYTES_MAX) {
    throw new Refusal('entry_too_large', 'The request is too large for one record of the ledger.');
  }
  return item;
}

export function fromAdjustmentItem(item: Item): AdjustmentRequest {
  const record = item['target'] as Record<string, unknown>;
  const correction = item['correction'] as Correction | undefined;
  return {
    ...fromRequestItem(item),
    adjustmentType: readText(item, 'adjustment_type') as AdjustmentType,
    target: {
      type: readText(item, 'target_type') as TargetType,
      entry: fromJournalItem({
        ...record,
        PK: '',
        SK: toJournalEntryId(readText(item, 'target_id')),
      }),
    },
    ...(correction && { correction }),
    ...readOptionalText(item, 'reversal_journal_entry_id', 'reversalJournalEntryId'),
    ...readOptionalText(item, 'replacement_journal_entry_id', 'replacementJournalEntryId'),
  };
}
