import { useQuery } from '@tanstack/react-query';
import { useIsPermitted } from '../session/session-context.tsx';
import { useApi } from './api-clients.ts';
import { requireData } from './api-failure.ts';
import { useOperationKey } from './queries.ts';

export interface TenantView {
  /** The zone in which the institution reads times. */
  readonly timeZone: string;
  readonly currency: string | undefined;
  /** The month in which all fiscal years start, once one was closed. */
  readonly fiscalYearStart: string | undefined;
  /** Whether the settings were read, or cannot be read. */
  readonly isKnown: boolean;
}

/** The settings of the institution that pages show values by; UTC for those who may not read them. */
export function useTenant(): TenantView {
  const { ledger } = useApi();
  const queryKey = useOperationKey('getGeneralLedgerSettings');
  const isPermitted = useIsPermitted(['finance.read', 'audit.read']);
  const { data, isFetched } = useQuery({
    queryKey,
    queryFn: async () => requireData(await ledger.GET('/api/general-ledger/settings')),
    staleTime: 3_600_000,
    enabled: isPermitted,
  });
  return {
    timeZone: data?.time_zone ?? 'UTC',
    currency: data?.base_currency,
    fiscalYearStart: data?.fiscal_year_start,
    isKnown: isFetched || !isPermitted,
  };
}
