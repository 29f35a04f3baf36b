// Exports of the journal for an authority (docs/contract.md, Batches).
import { acceptBatch, requireArtifact, batchNotFound } from './batches.ts';
import type { Batch, BatchSubmission, ExportDelivery } from './batches.ts';
import { DEFAULT_ENCODING } from '../exports/export-encoding.ts';
import type { ExportEncoding } from '../exports/export-encoding.ts';
import type { ExportScope } from '../exports/export-scope.ts';
import { chooseExportFormat, findStoredFormat } from '../exports/export-formats.ts';
import type { ExportFormat } from '../exports/export-format.ts';
import { latestTime } from '../values/times.ts';
import { parseDayPeriod } from '../values/periods.ts';
import { refuseIf } from '../refusals/refusals.ts';

/** With the contract's member names. Dates are UTC days; the period includes both of its ends. */
export interface ExportRequest {
  readonly period_from: string;
  readonly period_to: string;
  readonly legal_basis_code: string;
  readonly retention_until: string;
  /** By default the legal basis code chooses. */
  readonly format?: string;
  /** UTF-8 by default. */
  readonly encoding?: ExportEncoding;
}

/**
 * Requests a batch that exports the journal of the period. For a period that has not ended, it exports
 * what has been posted so far. Refuses, in this order: invalid_period, invalid_retention,
 * invalid_format, invalid_encoding. invalid_retention depends on the day, so a repeated request may be
 * refused although the first was accepted.
 */
export function requestExport(
  exportRequest: ExportRequest,
  submission: Omit<BatchSubmission, 'type' | 'request'>,
): Batch {
  const { period_from, period_to, legal_basis_code, retention_until, format, encoding } =
    exportRequest;
  const { from = submission.now } = parseDayPeriod({ from: period_from, to: period_to });
  refuseIf(from > submission.now, 'invalid_period', `The period starts in the future.`);
  refuseIf(
    retention_until <= period_to,
    'invalid_retention',
    `retention_until ${retention_until} is not after period_to ${period_to}.`,
  );
  // The work may last beyond midnight, and its files must still be locked then.
  const today = submission.now.toISOString().slice(0, 10);
  refuseIf(
    retention_until <= today,
    'invalid_retention',
    `retention_until ${retention_until} is not after today, ${today}.`,
  );
  const chosen = chooseExportFormat(exportRequest);
  refuseOtherEncoding(chosen.format, exportRequest);
  const request = {
    period_from,
    period_to,
    legal_basis_code,
    retention_until,
    ...(format !== undefined && { format }),
    ...(encoding !== undefined && { encoding }),
  };
  return acceptBatch({
    ...submission,
    type: 'REGULATORY_EXPORT',
    request,
    format: chosen.format.name,
    formatReason: chosen.reason,
  });
}

function refuseOtherEncoding({ encodings }: ExportFormat, exportRequest: ExportRequest): void {
  const { legal_basis_code, encoding = DEFAULT_ENCODING } = exportRequest;
  refuseIf(
    !encodings.includes(encoding),
    'invalid_encoding',
    `An export for ${legal_basis_code} is in ${encodings.join(' or ')}, not in ${encoding}.`,
  );
}

/** Returns the format of a requested export; throws for a batch that is not an export. */
export function readExportFormat({ id, type, request, format }: Batch): ExportFormat {
  if (type !== 'REGULATORY_EXPORT') throw new Error(`batch ${id} is not an export`);
  return findStoredFormat(String(request['legal_basis_code']), format);
}

/** Returns the scope of a requested export. */
export function readExportScope(exportRequest: ExportRequest): ExportScope {
  return {
    legalBasisCode: exportRequest.legal_basis_code,
    periodFrom: exportRequest.period_from,
    periodTo: exportRequest.period_to,
    encoding: exportRequest.encoding ?? DEFAULT_ENCODING,
  };
}

/** Refuses with description_not_found when no description accompanies the artifact of the batch. */
export function requireDescription(batch: Batch): void {
  const isExport = batch.type === 'REGULATORY_EXPORT';
  refuseIf(
    !isExport || readExportFormat(batch).describe === undefined,
    'description_not_found',
    `The artifact of ${batch.id} has no description: only that of a FEC has one.`,
  );
}

/** When an export reads, and up to which posting time. */
export interface ExportWindow {
  readonly from: Date;
  /** The first millisecond that is not exported: the end of the period, or the watermark. */
  readonly before: Date;
  /** From this time on, no posting of the window can still be in flight. */
  readonly readyAt: Date;
}

/**
 * Computes the window of an export, from the time of its request. The entries of a fiscal year may have been posted
 * at any time, so their window is the whole journal up to the watermark. It includes every posting made
 * before the request even when a clock was ahead by half the settle time, and reading starts only half the
 * settle time after the window's end.
 */
export function exportWindow(batch: Batch, settleSeconds: number): ExportWindow {
  const { fiscalYear } = readExportFormat(batch);
  const exportRequest = batch.request as unknown as ExportRequest;
  const at = new Date(batch.createdAt);
  const { from = at, before = at } = parseDayPeriod({
    from: exportRequest.period_from,
    to: exportRequest.period_to,
  });
  const half = settleSeconds * 500;
  const watermark = new Date(at.getTime() + half);
  const end = fiscalYear !== undefined || watermark < before ? watermark : before;
  return {
    from: fiscalYear === undefined ? from : new Date(0),
    before: end,
    readyAt: new Date(end.getTime() + half),
  };
}

/**
 * Returns the export with the record of its delivery. Refuses, in this order: batch_not_found for a
 * batch that is not an export, batch_not_completed, already_delivered.
 */
export function recordDelivery(
  batch: Batch,
  given: Pick<ExportDelivery, 'authorityReference' | 'deliveredAt'>,
  { recordedBy, now }: { recordedBy: string; now: Date },
): Batch {
  if (batch.type !== 'REGULATORY_EXPORT') throw batchNotFound(batch.id);
  requireArtifact(batch);
  const { delivery } = batch;
  refuseIf(
    delivery !== undefined,
    'already_delivered',
    `The delivery of ${batch.id} was recorded at ${delivery?.recordedAt}.`,
  );
  const recordedAt = latestTime(now, batch.completedAt).toISOString();
  return {
    ...batch,
    delivery: { ...given, recordedBy, recordedAt },
    version: batch.version + 1,
  };
}
