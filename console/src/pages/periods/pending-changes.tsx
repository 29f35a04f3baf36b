import Alert from '@cloudscape-design/components/alert';
import { useQuery } from '@tanstack/react-query';
import type { GeneralLedgerRequest } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useOperationKey } from '../../api/queries.ts';
import { RequestLink } from '../../routing/request-link.tsx';
import { useIsPermitted } from '../../session/session-context.tsx';
import { formatMonth } from '../../values/calendar-dates.ts';
import { periodsText } from './messages.ts';

const KIND_TEXTS = {
  PERIOD_CLOSE: 'pendingClose',
  PERIOD_REOPEN: 'pendingReopen',
  YEAR_CLOSE: 'pendingYear',
} as const;

/** A list of requests may lack the newest for a moment. */
const REQUESTS_INTERVAL_MS = 10_000;

/** The requests for periods that no one has decided yet. */
export function PendingChanges() {
  const { ledger } = useApi();
  const query = { status: 'PENDING_APPROVAL', limit: 20 } as const;
  const queryKey = useOperationKey('listGeneralLedgerRequests', query);
  const mayOpen = useIsPermitted(['finance.read']);
  const { data } = useQuery({
    queryKey,
    queryFn: async () =>
      requireData(await ledger.GET('/api/general-ledger/requests', { params: { query } })),
    refetchInterval: REQUESTS_INTERVAL_MS,
  });
  return (data?.items ?? []).map((request) => (
    <PendingChange key={request.id} request={request} mayOpen={mayOpen} />
  ));
}

interface PendingChangeProps {
  readonly request: Pick<GeneralLedgerRequest, 'id' | 'kind' | 'period'>;
  readonly mayOpen: boolean;
}

function PendingChange({ request: { id, kind, period }, mayOpen }: PendingChangeProps) {
  if (kind === 'SETTINGS_CHANGE' || period === undefined) return null;
  return (
    <Alert type="info">
      {periodsText(KIND_TEXTS[kind], { period: formatMonth(period) })}{' '}
      {mayOpen && <RequestLink requestId={id}>{periodsText('openRequest')}</RequestLink>}
    </Alert>
  );
}
