import { useCallback, useState } from 'react';
import type { RequestSummary } from '../../../../../client/client.ts';
import type { Decision } from '../request-kinds.ts';
import { useKeys } from '../keys/use-keys.ts';
import { loadPart } from '../../../parts/load-part.tsx';
import type { DecisionEnd } from './decision-end.ts';
import { formatSummaryAmount } from './request-facts.tsx';
import { RequestPanel } from './request-panel.tsx';
import { useOpenRequest } from './use-open-request.ts';

const DecisionDialog = loadPart(async () => (await import('./decision-dialog.tsx')).DecisionDialog);

interface OpenRequestViewProps {
  readonly requestId: string;
  /** What the list has of it. */
  readonly listed: RequestSummary | undefined;
  readonly onDecided: (outcome: DecisionEnd, title: string) => void;
}

/** The open request, and the dialog that decides it. */
export function OpenRequestView({ requestId, listed, onDecided }: OpenRequestViewProps) {
  const open = useOpenRequest(requestId, listed);
  const [decision, setDecision] = useState<Decision>();
  const { title, decisions } = open;
  const ask = (asked: Decision) => decisions.includes(asked) && setDecision(asked);
  useKeys({ a: () => ask('approve'), r: () => ask('reject') });
  const close = useCallback(
    (outcome?: DecisionEnd) => {
      setDecision(undefined);
      if (outcome !== undefined) onDecided(outcome, title);
    },
    [onDecided, title],
  );
  return (
    <div>
      <RequestPanel open={open} onDecide={setDecision} />
      {decision !== undefined && (
        <DecisionDialog
          requestId={requestId}
          decision={decision}
          title={title}
          amount={formatSummaryAmount(open.summary)}
          onClose={close}
        />
      )}
    </div>
  );
}
