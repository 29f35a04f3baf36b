import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import type { CatchingControl, RequestSummary } from '../../../../../client/client.ts';
import { CopyId } from '../../../parts/copy-id.tsx';
import { Instant } from '../../../parts/instant.tsx';
import { formatAmount } from '../../../values/money.ts';
import { OperatorName } from '../operator-name.tsx';
import type { StoredRequest } from '../request-kinds.ts';
import { describeAction, readAction } from '../request-titles.ts';
import { requestText } from './messages.ts';

interface RequestFactsProps {
  readonly request: StoredRequest;
  readonly summary: RequestSummary | undefined;
}

/** Who asked, why, and what has become of it. */
export function RequestFacts({ request, summary }: RequestFactsProps) {
  const amount = formatSummaryAmount(summary);
  const control = summary?.control ?? ('control' in request ? request.control : undefined);
  return (
    <KeyValuePairs
      columns={2}
      items={[
        ...(amount === undefined ? [] : [{ label: requestText('amount'), value: amount }]),
        {
          label: requestText('maker'),
          value: <OperatorName id={request.requested_by} name={summary?.requested_by_name} />,
        },
        { label: requestText('why'), value: request.reason },
        { label: requestText('submitted'), value: <Instant value={request.created_at} /> },
        { label: requestText('askedBy'), value: describeControl(control, readAction(request)) },
        { label: requestText('requestId'), value: <CopyId id={request.id} /> },
        ...listDecisionFacts(request),
      ]}
    />
  );
}

/** Formats what the request moves; undefined if it moves no money. */
export function formatSummaryAmount(summary: RequestSummary | undefined): string | undefined {
  if (summary?.amount === undefined) return undefined;
  return [formatAmount(summary.amount), summary.currency ?? ''].join('\u00a0').trim();
}

function describeControl(control: CatchingControl | undefined, action: string): string {
  if (control === undefined) return requestText('alwaysTwo');
  const { when, error, controls_version: version } = control;
  const operation = describeAction(control.operation ?? action);
  const sentence =
    when === undefined
      ? requestText('controlEvery', { operation, version })
      : requestText('controlWhen', { when, version });
  return error === undefined ? sentence : `${sentence} ${requestText('controlError', { error })}`;
}

function listDecisionFacts(request: StoredRequest) {
  const { decided_by, decided_at, decision_reason, failure_reason } = request;
  return [
    decided_by !== undefined && {
      label: requestText('decidedBy'),
      value: <OperatorName id={decided_by} />,
    },
    decided_at !== undefined && {
      label: requestText('decided'),
      value: <Instant value={decided_at} />,
    },
    decision_reason !== undefined && {
      label: requestText('decisionReason'),
      value: decision_reason,
    },
    failure_reason !== undefined && { label: requestText('failureReason'), value: failure_reason },
  ].filter((fact) => fact !== false);
}
