import { useQuery } from '@tanstack/react-query';
import { useIsPermitted } from '../session/session-context.tsx';
import { useApi } from './api-clients.ts';
import { requireData } from './api-failure.ts';
import { useOperationKey } from './queries.ts';

/** The name of an operator; undefined while it is read, and for those who may not read it. */
export function useOperatorName(operatorId: string): string | undefined {
  const { ledger } = useApi();
  const queryKey = useOperationKey('getOperator', { operatorId });
  const isPermitted = useIsPermitted(['finance.read', 'compliance.operate', 'audit.read']);
  const { data } = useQuery({
    queryKey,
    queryFn: async () =>
      requireData(
        await ledger.GET('/api/operators/{operatorId}', { params: { path: { operatorId } } }),
      ),
    staleTime: 3_600_000,
    enabled: isPermitted,
  });
  return data?.name ?? data?.preferred_username;
}
