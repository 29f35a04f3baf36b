import type { Batch, BatchType } from '../domain/batches/batches.ts';
import type { EventDraft } from '../ledger/commit/receipt-events.ts';

const KINDS: Record<BatchType, string> = {
  REGULATORY_EXPORT: 'regulatory_export',
  LEGACY_IMPORT: 'legacy_import',
};

/** What happened to a batch; the answer, which is its receipt, is the payload. */
export function buildBatchEvent(
  { id, type, version }: Batch,
  what: 'requested' | 'started' | 'completed' | 'failed' | 'delivered',
): EventDraft {
  return { type: `${KINDS[type]}.${what}`, aggregateId: id, version, payloadAt: '' };
}
