// The request that is open, with what this operator may do with it.
import type { RequestSummary } from '../../../../../client/client.ts';
import { useIsPermitted, useOperator } from '../../../session/session-context.tsx';
import { listWithdrawPermissions } from '../request-kinds.ts';
import type { Decision, StoredRequest } from '../request-kinds.ts';
import { describeAction, describeSummary, readAction } from '../request-titles.ts';
import { listDecisions } from './decision-rules.ts';
import { useRequest, useSummary } from './use-request.ts';

export interface OpenRequest {
  readonly id: string;
  /** Undefined before it is read. */
  readonly request: StoredRequest | undefined;
  readonly summary: RequestSummary | undefined;
  readonly title: string;
  /** The decisions that are open to this operator. */
  readonly decisions: readonly Decision[];
  readonly error: Error | null;
  readonly readAgain: () => void;
}

export function useOpenRequest(id: string, listed: RequestSummary | undefined): OpenRequest {
  const { data: request, error, refetch } = useRequest(id);
  const summary = useSummary(id, request?.created_at, listed);
  const { id: own } = useOperator();
  const mayDecide = useIsPermitted(['finance.approve']);
  const mayWithdraw = useIsPermitted(listWithdrawPermissions(id));
  return {
    id,
    request,
    summary,
    title: describe(request, summary),
    decisions: request === undefined ? [] : listDecisions(request, { own, mayDecide, mayWithdraw }),
    error,
    readAgain: () => void refetch(),
  };
}

function describe(request: StoredRequest | undefined, summary: RequestSummary | undefined): string {
  if (summary !== undefined) return describeSummary(summary);
  return request === undefined ? '' : describeAction(readAction(request));
}
