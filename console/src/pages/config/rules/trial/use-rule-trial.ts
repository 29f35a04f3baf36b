import { useQuery } from '@tanstack/react-query';
import type { EvaluateRulesRequest, RuleEvaluation } from '../../../../../../client/client.ts';
import { useApi } from '../../../../api/api-clients.ts';
import { requireData } from '../../../../api/api-failure.ts';
import { useOperationKey } from '../../../../api/queries.ts';

/** Tries rules without a trace; nothing is asked while there is no body. */
export function useRuleTrial(productId: string, body: EvaluateRulesRequest['body'] | undefined) {
  const { ledger } = useApi();
  const queryKey = useOperationKey('evaluateRules', { productId, body: JSON.stringify(body) });
  return useQuery<RuleEvaluation>({
    queryKey,
    queryFn: async () =>
      requireData(
        await ledger.POST('/api/products/{productId}/rules/evaluate', {
          params: { path: { productId } },
          body: body ?? { sample: {} },
        }),
      ),
    enabled: body !== undefined,
    refetchOnWindowFocus: false,
  });
}
