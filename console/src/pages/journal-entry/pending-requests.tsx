import Alert from '@cloudscape-design/components/alert';
import { useQuery } from '@tanstack/react-query';
import type { JournalEntry } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useOperationKey } from '../../api/queries.ts';
import { RequestLink } from '../../routing/request-link.tsx';
import { useIsPermitted } from '../../session/session-context.tsx';
import { entryText } from './messages.ts';

/** The requests for this entry that no one has decided yet. */
export function PendingRequests({ entry }: { readonly entry: JournalEntry }) {
  const { ledger } = useApi();
  const query = {
    status: 'PENDING_APPROVAL',
    target_id: entry.transaction_id ?? entry.id,
    limit: 10,
  } as const;
  const queryKey = useOperationKey('listFinancialAdjustmentRequests', query);
  const isPermitted = useIsPermitted(['finance.read']);
  const { data } = useQuery({
    queryKey,
    queryFn: async () =>
      requireData(await ledger.GET('/api/financial-adjustment-requests', { params: { query } })),
    enabled: isPermitted,
  });
  return (data?.items ?? []).map(({ id, adjustment_type }) => (
    <Alert key={id} type="info">
      {entryText(adjustment_type === 'REVERSAL' ? 'pendingReversal' : 'pendingCorrection')}{' '}
      <RequestLink requestId={id}>{entryText('openRequest')}</RequestLink>
    </Alert>
  ));
}
