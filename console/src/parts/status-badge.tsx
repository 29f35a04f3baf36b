import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import { partsText } from './parts-messages.ts';
import './parts.css';

interface StatusLook {
  readonly type: StatusIndicatorProps.Type;
  readonly word: () => string;
}

const looks: Readonly<Record<string, StatusLook>> = {
  ACTIVE: { type: 'success', word: () => partsText('accountStatusActive') },
  FROZEN: { type: 'stopped', word: () => partsText('accountStatusFrozen') },
  APPROVED: { type: 'pending', word: () => partsText('loanStatusApproved') },
  SETTLED: { type: 'not-started', word: () => partsText('loanStatusSettled') },
  CLOSED: { type: 'not-started', word: () => partsText('accountStatusClosed') },
  PENDING_APPROVAL: { type: 'pending', word: () => partsText('decisionPending') },
  APPLIED: { type: 'success', word: () => partsText('decisionApplied') },
  REJECTED: { type: 'stopped', word: () => partsText('decisionRejected') },
  FAILED: { type: 'error', word: () => partsText('decisionFailed') },
  PERIOD_OPEN: { type: 'success', word: () => partsText('periodOpen') },
  PERIOD_CLOSING: { type: 'in-progress', word: () => partsText('periodClosing') },
  PERIOD_CLOSED: { type: 'stopped', word: () => partsText('periodClosed') },
  PERIOD_FAILED: { type: 'error', word: () => partsText('periodFailed') },
  ACCEPTED: { type: 'pending', word: () => partsText('batchAccepted') },
  AWAITING_UPLOAD: { type: 'pending', word: () => partsText('batchAwaitingUpload') },
  RUNNING: { type: 'in-progress', word: () => partsText('batchRunning') },
  COMPLETED: { type: 'success', word: () => partsText('batchCompleted') },
};

/** A status by icon, word and color. A status that is not known here is shown as the API wrote it. */
export function StatusBadge({ status }: { readonly status: string }) {
  const look = looks[status];
  if (look === undefined) return <StatusIndicator type="info">{status}</StatusIndicator>;
  return (
    <span className="status">
      <StatusIndicator type={look.type}>{look.word()}</StatusIndicator>
    </span>
  );
}
