// What became of each request of a bulk decision.
import type { SubmissionStage } from '../../../api/submissions/submission.ts';
import type { StoredRequest } from '../request-kinds.ts';
import type { BulkRow } from './bulk-decision.ts';
import { bulkText } from './messages.ts';

export interface BulkResult {
  readonly kind: 'waiting' | 'sending' | 'done' | 'failed';
  readonly sentence: string;
}

export function reportStage(stage: SubmissionStage<StoredRequest>): BulkResult {
  switch (stage.kind) {
    case 'open':
      return { kind: 'waiting', sentence: bulkText('waiting') };
    case 'sending':
      return { kind: 'sending', sentence: bulkText('sending') };
    case 'repeating':
    case 'unknown':
    case 'confirming':
      return { kind: 'sending', sentence: bulkText('unknown') };
    case 'refused':
      return { kind: 'failed', sentence: bulkText('refused', { reason: stage.failure.message }) };
    case 'done':
      return reportAnswer(stage.answer);
  }
}

function reportAnswer({ status, failure_reason: reason = '' }: StoredRequest): BulkResult {
  if (status === 'FAILED') return { kind: 'failed', sentence: bulkText('failed', { reason }) };
  return { kind: 'done', sentence: bulkText(status === 'APPLIED' ? 'approved' : 'rejected') };
}

/** Lists the requests that are decided now, as the API answered. */
export function listDecided(rows: readonly BulkRow<StoredRequest>[]): readonly StoredRequest[] {
  return rows.flatMap(({ stage }) => (stage.kind === 'done' ? [stage.answer] : []));
}
