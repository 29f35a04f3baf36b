import Flashbar from '@cloudscape-design/components/flashbar';
import { formatAge } from '../../../values/instants.ts';
import { useOperatorName } from '../operator-name.tsx';
import { reportDecision, reportLostDecision } from './decision-end.ts';
import type { DecisionEnd } from './decision-end.ts';
import { useRequest } from './use-request.ts';

interface DecisionNoticeProps {
  readonly outcome: DecisionEnd;
  readonly title: string;
}

/** Says what became of the operator's last decision. */
export function DecisionNotice({ outcome, title }: DecisionNoticeProps) {
  if (outcome.kind === 'lost') return <LostDecisionNotice requestId={outcome.requestId} />;
  const { isApplied, sentence } = reportDecision(outcome.request, title);
  return (
    <Flashbar
      items={[
        isApplied
          ? { id: 'decided', type: 'success', ariaRole: 'status', content: sentence }
          : { id: 'failed', type: 'error', ariaRole: 'alert', header: title, content: sentence },
      ]}
    />
  );
}

function LostDecisionNotice({ requestId }: { readonly requestId: string }) {
  const { data: request } = useRequest(requestId);
  const operator = useOperatorName(request?.decided_by);
  if (request?.decided_at === undefined) return null;
  const age = formatAge(request.decided_at, new Date());
  const content = reportLostDecision(request, operator, age);
  return <Flashbar items={[{ id: 'lost', type: 'warning', ariaRole: 'alert', content }]} />;
}
