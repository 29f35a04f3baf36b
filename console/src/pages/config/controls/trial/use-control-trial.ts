import { useQuery } from '@tanstack/react-query';
import type {
  ControlEvaluation,
  EvaluateControlsRequest,
} from '../../../../../../client/client.ts';
import { useApi } from '../../../../api/api-clients.ts';
import { requireData } from '../../../../api/api-failure.ts';
import { useOperationKey } from '../../../../api/queries.ts';

export type ControlTrialBody = EvaluateControlsRequest['body'];

/** Tries controls without a trace; nothing is asked while there is no body. */
export function useControlTrial(body: ControlTrialBody | undefined) {
  const { ledger } = useApi();
  const queryKey = useOperationKey('evaluateControls', { body: JSON.stringify(body) });
  return useQuery<ControlEvaluation>({
    queryKey,
    queryFn: async () =>
      requireData(await ledger.POST('/api/controls/evaluate', { body: body ?? {} })),
    enabled: body !== undefined,
    refetchOnWindowFocus: false,
  });
}
