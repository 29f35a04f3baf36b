// Exports of the journal for an authority (decisions section 10).
import { acceptBatch } from './batches.ts';
import type { Batch, BatchRequest } from './batches.ts';
import { dayPeriod } from './periods.ts';
import { refuseIf } from './refusals.ts';

/** In the words of the contract. Dates are UTC days, the period includes both of its ends. */
export interface ExportRequest {
  readonly period_from: string;
  readonly period_to: string;
  readonly legal_basis_code: string;
  readonly retention_until: string;
}

/**
 * A batch that exports the journal of the period. A period that is not over yet is exported as far
 * as it has come. Refuses, in this order: invalid_period, invalid_retention.
 */
export function requestExport(
  asked: ExportRequest,
  submission: Omit<BatchRequest, 'type' | 'request'>,
): Batch {
  const { period_from, period_to, legal_basis_code, retention_until } = asked;
  const { from = submission.now } = dayPeriod({ from: period_from, to: period_to });
  refuseIf(from > submission.now, 'invalid_period', `The period begins in the future.`);
  refuseIf(
    retention_until <= period_to,
    'invalid_retention',
    `retention_until ${retention_until} is not after period_to ${period_to}.`,
  );
  const request = { period_from, period_to, legal_basis_code, retention_until };
  return acceptBatch({ ...submission, type: 'REGULATORY_EXPORT', request });
}
