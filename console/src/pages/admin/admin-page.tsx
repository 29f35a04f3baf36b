import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useOperationKey } from '../../api/queries.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { useIsPermitted } from '../../session/session-context.tsx';
import { CommandList } from './command-list.tsx';
import { listTenantCommands } from './command-lines.ts';
import { Directory } from './directory.tsx';
import { adminText } from './messages.ts';
import { OpenHolder } from './open-holder.tsx';
import { OwnAccount } from './own-account.tsx';
import { pageTitle } from '../../routing/page-titles.ts';

const route = getRouteApi('/admin');

export function AdminPage() {
  const { open } = route.useSearch();
  const { ledger } = useApi();
  const queryKey = useOperationKey('getSession');
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async () => requireData(await ledger.GET('/api/session')),
  });
  const mayReadDirectory = useIsPermitted(['finance.read', 'compliance.operate', 'audit.read']);
  const tenantId = data?.tenant.id;
  return (
    <SpaceBetween size="l">
      <Header variant="h1">{pageTitle('admin')}</Header>
      {error !== null && <ErrorPanel error={error} onTryAgain={() => void refetch()} />}
      <OwnAccount caller={data} />
      {mayReadDirectory && open !== undefined && tenantId !== undefined && (
        <OpenHolder id={open} tenantId={tenantId} />
      )}
      {mayReadDirectory && <Directory />}
      {tenantId !== undefined && (
        <CommandList
          label={adminText('changes')}
          lines={listTenantCommands(tenantId)}
          header={<Header variant="h2">{adminText('changes')}</Header>}
          footer={<Box color="text-body-secondary">{adminText('changesSentence')}</Box>}
        />
      )}
    </SpaceBetween>
  );
}
