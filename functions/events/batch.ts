import type { Batch, BatchType } from '../domain/batches/batches.ts';
import type { EventDraft } from '../ledger/commit/receipt-events.ts';

const KINDS: Record<BatchType, string> = {
  REGULATORY_EXPORT: 'regulatory_export',
  LEGACY_IMPORT: 'legacy_import',
};

/** Builds the event of a batch; the answer, which is the batch's receipt, is the payload. */
export function buildBatchEvent(
  { id, type, version }: Batch,
  what: 'requested' | 'started' | 'completed' | 'failed' | 'delivered',
): EventDraft {
  return { type: `${KINDS[type]}.${what}`, aggregateId: id, version, payloadAt: '' };
}
