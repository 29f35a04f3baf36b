// What became of requests from before the page was loaded again.
import type { FlashbarProps } from '@cloudscape-design/components/flashbar';
import Link from '@cloudscape-design/components/link';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../api/api-clients.ts';
import {
  forgetOpenSubmission,
  listOpenSubmissions,
} from '../../api/submissions/open-submissions.ts';
import type { OpenSubmission } from '../../api/submissions/open-submissions.ts';
import { useOperationKeys } from '../../api/queries.ts';
import { findOutcome } from '../../api/submissions/submission-outcome.ts';
import type { SubmissionOutcome } from '../../api/submissions/submission-outcome.ts';
import { useTenant } from '../../api/use-tenant.ts';
import { useFollow } from '../../routing/use-follow.ts';
import { useRecordAddress } from '../../routing/use-record-address.ts';
import { useOperator } from '../../session/session-context.tsx';
import { formatInstant } from '../../values/instants.ts';
import { appText } from '../app-messages.ts';

type SubmissionNotice = FlashbarProps.MessageDefinition;

const ASK_AGAIN_MS = 5_000;

export function useSubmissionNotices(): SubmissionNotice[] {
  const { timeZone } = useTenant();
  const { id: operator } = useOperator();
  const [open, setOpen] = useState(() => listOpenSubmissions(operator));
  const outcomes = useOutcomes(open);
  return open.map((submission, at) => {
    const { key, operation, sentAt } = submission;
    const sent = { operation, time: formatInstant(sentAt, timeZone) };
    const dismiss = () => {
      forgetOpenSubmission(key);
      setOpen(open.filter((other) => other !== submission));
    };
    return { id: key, ...describeOutcome(outcomes[at], sent, dismiss) };
  });
}

function useOutcomes(open: readonly OpenSubmission[]): readonly (SubmissionOutcome | undefined)[] {
  const { ledger } = useApi();
  const buildKey = useOperationKeys();
  const reads = useQueries({
    queries: open.map(({ key }) => ({
      queryKey: buildKey('getReceipt', { key }),
      // The clock of the page starts when it is loaded, and no one can set it.
      queryFn: () => findOutcome(ledger, key, performance.now()),
      refetchInterval: ({ state }: { readonly state: { readonly data?: SubmissionOutcome } }) =>
        isFinal(state.data) ? false : ASK_AGAIN_MS,
    })),
  });
  return reads.map(({ data }) => data);
}

function isFinal(outcome: SubmissionOutcome | undefined): boolean {
  return outcome?.kind === 'committed' || outcome?.kind === 'absent';
}

interface NoticeValues {
  readonly operation: string;
  readonly time: string;
}

function describeOutcome(
  outcome: SubmissionOutcome | undefined,
  sent: NoticeValues,
  onDismiss: () => void,
): SubmissionNotice {
  const shared = { dismissible: true, dismissLabel: appText('dismiss'), onDismiss };
  if (outcome?.kind === 'committed') {
    return {
      type: 'success',
      header: appText('outcomeFound'),
      content: <CommittedAnswer sent={sent} body={outcome.receipt.answer.body} />,
      ...shared,
    };
  }
  if (outcome?.kind === 'absent') {
    const content = appText('outcomeAbsentSentence', { ...sent });
    return { type: 'info', header: appText('outcomeAbsent'), content, ...shared };
  }
  const content = appText('outcomeOpenSentence', { ...sent });
  return { type: 'warning', header: appText('outcomeOpen'), content, loading: true };
}

/** What answers of all operations may have in common. */
interface RecordBody {
  readonly id?: unknown;
  readonly status?: unknown;
  readonly failure_reason?: unknown;
}

function CommittedAnswer({ sent, body }: { readonly sent: NoticeValues; readonly body: unknown }) {
  const findAddress = useRecordAddress();
  const follow = useFollow();
  const record = (body ?? {}) as RecordBody;
  const address = typeof record.id === 'string' ? findAddress(record.id) : undefined;
  return (
    <>
      {appText('outcomeSent', { ...sent })} {describeRecord(record)}{' '}
      {address !== undefined && (
        <Link href={address} color="inverted" onFollow={follow}>
          {appText('outcomeShow')}
        </Link>
      )}
    </>
  );
}

function describeRecord({ status, failure_reason }: RecordBody): string {
  if (status === 'PENDING_APPROVAL') return appText('outcomeWaits');
  if (status === 'FAILED') return appText('outcomeFailed', { reason: String(failure_reason) });
  return appText('outcomeDone');
}
