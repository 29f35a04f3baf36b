import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { GeneralLedgerAccount } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useOperationKey } from '../../../api/queries.ts';
import { loadPart } from '../../../parts/load-part.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { PageLink } from '../../../routing/page-link.tsx';
import { useIsPermitted } from '../../../session/session-context.tsx';
import { DetailPage } from '../detail-page.tsx';
import { toVersionPage, VERSION_PAGE_SIZE, VersionHistory } from '../history/version-history.tsx';
import { PendingChanges } from '../pending-changes.tsx';
import { ChartAccountFacts } from './account-facts.tsx';
import { chartAccountText } from './messages.ts';

const ChartAccountForm = loadPart(
  async () => (await import('./account-form.tsx')).ChartAccountForm,
);

const route = getRouteApi('/config/chart/$code');

const CHART_CHANGES = ['upsertGeneralLedgerAccount'] as const;

export function ChartAccountPage() {
  const { code } = route.useParams();
  const { form } = route.useSearch();
  const navigate = route.useNavigate();
  const { ledger } = useApi();
  const queryKey = useOperationKey('getGeneralLedgerAccount', { code });
  const isPermitted = useIsPermitted(['configuration.write']);
  const query = useQuery({
    queryKey,
    queryFn: async () =>
      requireData(
        await ledger.GET('/api/general-ledger/accounts/{code}', { params: { path: { code } } }),
      ),
  });
  const account = query.data;
  const isEditing = isPermitted && form === 'edit';
  return (
    <DetailPage
      title={account === undefined ? code : `${code} ${account.name}`}
      reading={query}
      info={account && <StatusBadge status={account.status} />}
      actions={
        isPermitted &&
        !isEditing &&
        account !== undefined && (
          <Button onClick={() => void navigate({ search: { form: 'edit' } })}>
            {chartAccountText('change')}
          </Button>
        )
      }
    >
      <PendingChanges operations={CHART_CHANGES} isAbout={({ path }) => path['code'] === code} />
      {account !== undefined && isEditing && (
        <ChartAccountForm
          key={code}
          account={account}
          onClose={() => void navigate({ search: {} })}
        />
      )}
      {account !== undefined && <ChartAccountFacts account={account} />}
      {account !== undefined && <AccountVersions account={account} />}
    </DetailPage>
  );
}

function AccountVersions({ account }: { readonly account: GeneralLedgerAccount }) {
  const { code, version: current } = account;
  const { v } = route.useSearch();
  const { ledger } = useApi();
  return (
    <VersionHistory
      operation="listGeneralLedgerAccountVersions"
      path={{ code }}
      isCurrent={(newest) => newest?.version === current}
      open={v}
      read={async (cursor) => {
        const query = { limit: VERSION_PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
        const answer = await ledger.GET('/api/general-ledger/accounts/{code}/versions', {
          params: { path: { code }, query },
        });
        return toVersionPage(requireData(answer), answer.response.headers);
      }}
      link={(version, text) => (
        <PageLink
          to="/config/chart/$code"
          params={{ code }}
          search={version === undefined ? {} : { v: version }}
          resetScroll={false}
        >
          {text}
        </PageLink>
      )}
    />
  );
}
