import { sumRecordCounts } from '../domain/batches/batches.ts';
import type { Artifact, Batch, ExportDelivery } from '../domain/batches/batches.ts';
import type { Batch as BatchReceipt } from '../../schemas/generated/types.ts';

/** Shows a batch as its receipt (docs/contract.md, Batches). */
export function toBatchView(batch: Batch): BatchReceipt {
  const { format, formatReason, artifact, controlTotals, delivery, failureReason } = batch;
  const { startedAt, completedAt } = batch;
  const { total } = batch.progress;
  return {
    batchId: batch.id,
    type: batch.type,
    status: batch.status,
    request: batch.request,
    ...(format !== undefined && { format }),
    ...(formatReason !== undefined && { format_reason: formatReason }),
    progress: { ...(total !== undefined && { total }), ...sumRecordCounts(batch.progress) },
    ...(artifact && { artifact: toArtifactView(artifact) }),
    ...(controlTotals && { control_totals: controlTotals }),
    ...(delivery && { delivery: toDeliveryView(delivery) }),
    ...(failureReason !== undefined && { failure_reason: failureReason }),
    requested_by: batch.requestedBy,
    correlation_id: batch.correlationId,
    created_at: batch.createdAt,
    ...(startedAt !== undefined && { started_at: startedAt }),
    ...(completedAt !== undefined && { completed_at: completedAt }),
  };
}

function toArtifactView(artifact: Artifact) {
  const { mediaType, filename, sizeBytes, checksum, rows, isSigned } = artifact;
  return {
    media_type: mediaType,
    filename,
    size_bytes: sizeBytes,
    checksum: { algorithm: 'SHA-256' as const, value: checksum },
    rows,
    ...(isSigned === true && { is_signed: true }),
  };
}

function toDeliveryView(delivery: ExportDelivery) {
  return {
    authority_reference: delivery.authorityReference,
    delivered_at: delivery.deliveredAt,
    recorded_by: delivery.recordedBy,
    recorded_at: delivery.recordedAt,
  };
}
