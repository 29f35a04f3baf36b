// Adjustment requests as items, and back. The item holds a copy of its target, which never changes, so
// that an approval need not read it.
import { readTargetId } from '../../domain/requests/adjustments.ts';
import type { AdjustmentRequest } from '../../domain/requests/adjustments.ts';
import type { AdjustmentType, Correction, TargetType } from '../../domain/requests/corrections.ts';
import { toJournalEntryId } from '../../domain/journal/journal.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import type { DecisionStatus } from '../../domain/requests/transitions.ts';
import { INDEXES } from '../store/indexes.ts';
import { fromJournalItem, toJournalItem } from '../journal/items.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import { requestKeys, requestRows } from './items.ts';
import { countStoredBytes, ITEM_BYTES_MAX } from '../store/item.ts';
import { attribute, hidden, readOptionalText, text } from '../store/field-kinds.ts';
import { fields } from '../store/fields.ts';
import { map, readText } from '../store/attributes.ts';

/** The partition key in the index by state: status, type and target type. */
export function buildAdjustmentStateKey(
  tenant: string,
  status: DecisionStatus,
  type: AdjustmentType,
  target: TargetType,
): string {
  return keys.requestsByState(tenant, 'FAR', [status, type, target].join('#'));
}

// The request's own text: the schema of the contract has validated it.
const correction = attribute('correction', {
  read: (item) => map(item, 'correction') as Correction,
});

/** Without the target, which is stored as a map. */
export const adjustmentFields = fields<Omit<AdjustmentRequest, 'target'>>()({
  adjustmentType: text('adjustment_type'),
  correction: hidden(readOptionalText(correction)),
  reversalJournalEntryId: readOptionalText(text('reversal_journal_entry_id')),
  replacementJournalEntryId: readOptionalText(text('replacement_journal_entry_id')),
  ...requestRows,
});

/** The item of a request. Refuses with entry_too_large. */
export function toAdjustmentItem(tenant: string, request: AdjustmentRequest): Item {
  const { status, adjustmentType, target } = request;
  const targetId = readTargetId(target);
  const { PK: _PK, SK: _SK, ...record } = toJournalItem(tenant, target.entry);
  const item = {
    ...requestKeys(tenant, { kind: 'FAR', subject: targetId }, request),
    [INDEXES.state.partition]: buildAdjustmentStateKey(tenant, status, adjustmentType, target.type),
    ...adjustmentFields.toAttributes(request),
    target_type: target.type,
    target_id: targetId,
    target: record,
  };
  if (status === 'PENDING_APPROVAL' && countStoredBytes(item) > ITEM_BYTES_MAX) {
    throw new Refusal('entry_too_large', 'The request is too large for one record of the ledger.');
  }
  return item;
}

export function fromAdjustmentItem(item: Item): AdjustmentRequest {
  const entryId = toJournalEntryId(readText(item, 'target_id'));
  return {
    ...adjustmentFields.fromItem(item),
    target: {
      type: readText(item, 'target_type') as TargetType,
      entry: fromJournalItem({ ...map(item, 'target'), PK: '', SK: entryId }),
    },
  };
}
