import Container from '@cloudscape-design/components/container';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Spinner from '@cloudscape-design/components/spinner';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Account } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useOperationKey } from '../../api/queries.ts';
import { CopyId } from '../../parts/copy-id.tsx';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { Instant } from '../../parts/instant.tsx';
import { useDelay } from '../../parts/use-delay.ts';
import { formatAmount } from '../../values/money.ts';
import { AccountHeader } from './account-header.tsx';
import { accountText } from './messages.ts';
import { MetadataPanel } from './metadata/metadata-panel.tsx';
import { PendingTransitions } from './pending-transitions.tsx';
import { Statement } from './statement/statement.tsx';

/** The balance decides what an operator does next, so it is never older than this. */
const BALANCE_INTERVAL_MS = 30_000;

const route = getRouteApi('/accounts/$accountId');

export function AccountPage() {
  const { accountId } = route.useParams();
  const { ledger } = useApi();
  const queryKey = useOperationKey('getAccount', { accountId });
  const query = useQuery({
    queryKey,
    queryFn: async () =>
      requireData(
        await ledger.GET('/api/accounts/{accountId}', { params: { path: { accountId } } }),
      ),
    refetchInterval: BALANCE_INTERVAL_MS,
    refetchOnWindowFocus: 'always',
  });
  const isLoading = useDelay(query.isPending);
  return (
    <SpaceBetween size="m">
      <AccountHeader key={`header ${accountId}`} account={query.data} />
      {query.error !== null && (
        <ErrorPanel error={query.error} onTryAgain={() => void query.refetch()} />
      )}
      {isLoading && <Spinner size="large" />}
      {query.data !== undefined && <AccountDetails account={query.data} />}
    </SpaceBetween>
  );
}

function AccountDetails({ account }: { readonly account: Account }) {
  return (
    <SpaceBetween size="m">
      <PendingTransitions accountId={account.id} />
      <Container>
        <KeyValuePairs
          columns={4}
          items={[
            {
              label: accountText('balance'),
              value: `${formatAmount(account.balance)}\u00a0${account.currency}`,
            },
            { label: accountText('account'), value: <CopyId id={account.id} /> },
            { label: accountText('customer'), value: account.customer_id ?? '–' },
            { label: accountText('product'), value: account.product_id ?? '–' },
            { label: accountText('externalId'), value: account.external_id ?? '–' },
            { label: accountText('opened'), value: <Instant value={account.created_at} /> },
          ]}
        />
      </Container>
      <MetadataPanel key={`metadata ${account.id}`} account={account} />
      <Statement key={account.id} account={account} />
    </SpaceBetween>
  );
}
