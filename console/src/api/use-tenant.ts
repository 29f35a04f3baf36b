import { useQuery } from '@tanstack/react-query';
import { useApi } from './api-clients.ts';
import { requireData } from './api-failure.ts';
import { useOperationKey } from './queries.ts';

export interface TenantView {
  /** The institution's name; its id where the identity service knows no name, undefined before that is read. */
  readonly name: string | undefined;
  /** The zone in which the institution reads times; UTC before that is read. */
  readonly timeZone: string;
  readonly currency: string | undefined;
  /** Whether the institution was read, or cannot be read. */
  readonly isKnown: boolean;
}

/** The institution for which the operator is signed in. */
export function useTenant(): TenantView {
  const { ledger } = useApi();
  const queryKey = useOperationKey('getSession');
  const { data, isFetched } = useQuery({
    queryKey,
    queryFn: async () => requireData(await ledger.GET('/api/session')),
    staleTime: 3_600_000,
  });
  const tenant = data?.tenant;
  return {
    name: tenant?.name ?? tenant?.id,
    timeZone: tenant?.time_zone ?? 'UTC',
    currency: tenant?.base_currency,
    isKnown: isFetched,
  };
}
