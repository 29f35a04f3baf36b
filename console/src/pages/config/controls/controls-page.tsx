import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Control, Controls } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useOperationKey } from '../../../api/queries.ts';
import { ErrorPanel } from '../../../parts/error-panel.tsx';
import { ItemList } from '../../../parts/item-list.tsx';
import type { ListColumn } from '../../../parts/item-list.tsx';
import { PageLink } from '../../../routing/page-link.tsx';
import { useIsPermitted } from '../../../session/session-context.tsx';
import { toVersionPage, VERSION_PAGE_SIZE, VersionHistory } from '../history/version-history.tsx';
import { KindPage } from '../kind-page.tsx';
import { PendingChanges } from '../pending-changes.tsx';
import { nameOperation } from './controlled-operations.ts';
import { ControlsForm } from './controls-form.tsx';
import { toComparableControls } from './controls-draft.ts';
import { controlsText } from './messages.ts';

const route = getRouteApi('/config/controls');

const CONTROL_CHANGES = ['replaceControls'] as const;

const columns: readonly ListColumn<Control>[] = [
  {
    id: 'operation',
    header: controlsText('operation'),
    isRowHeader: true,
    cell: ({ operation }) => nameOperation(operation),
  },
  {
    id: 'when',
    header: controlsText('when'),
    cell: ({ when }) =>
      when === undefined ? controlsText('always') : <code className="fact-text">{when}</code>,
  },
];

export function ControlsPage() {
  const { form } = route.useSearch();
  const navigate = route.useNavigate();
  const { ledger } = useApi();
  const queryKey = useOperationKey('getControls');
  const query = useQuery({
    queryKey,
    queryFn: async () => requireData(await ledger.GET('/api/controls')),
  });
  const isPermitted = useIsPermitted(['configuration.write']);
  const isEditing = isPermitted && form === 'edit';
  return (
    <KindPage kind="controls">
      {query.error !== null && (
        <ErrorPanel error={query.error} onTryAgain={() => void query.refetch()} />
      )}
      <PendingChanges operations={CONTROL_CHANGES} isAbout={() => true} />
      {isEditing && query.data !== undefined && (
        <ControlsForm controls={query.data} onClose={() => void navigate({ search: {} })} />
      )}
      {query.error === null && (
        <ControlList
          controls={query.data}
          onChange={
            isPermitted && !isEditing
              ? () => void navigate({ search: { form: 'edit' } })
              : undefined
          }
        />
      )}
      <ControlVersions current={query.data?.version} />
    </KindPage>
  );
}

interface ControlListProps {
  /** Undefined while they are read. */
  readonly controls: Controls | undefined;
  /** Undefined for those who may not change them. */
  readonly onChange: (() => void) | undefined;
}

function ControlList({ controls, onChange }: ControlListProps) {
  const change = onChange && <Button onClick={onChange}>{controlsText('change')}</Button>;
  return (
    <ItemList
      label={controlsText('title')}
      items={controls?.controls}
      columns={columns}
      readId={({ operation, when = '' }) => `${operation} ${when}`}
      empty={controlsText('none')}
      header={
        <Header variant="h2" description={controlsText('sentence')} actions={change}>
          {controlsText('title')}
        </Header>
      }
      filters={null}
      footer={controls && <Box>{controlsText('facts', { version: controls.version })}</Box>}
    />
  );
}

function ControlVersions({ current }: { readonly current: number | undefined }) {
  const { v } = route.useSearch();
  const { ledger } = useApi();
  return (
    <VersionHistory
      operation="listControlsVersions"
      path={{}}
      isCurrent={(newest) => (newest?.version ?? 0) === (current ?? 0)}
      open={v}
      toComparable={toComparableControls}
      read={async (cursor) => {
        const query = { limit: VERSION_PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
        const answer = await ledger.GET('/api/controls/versions', { params: { query } });
        return toVersionPage(requireData(answer), answer.response.headers);
      }}
      link={(version, text) => (
        <PageLink
          to="/config/controls"
          search={version === undefined ? {} : { v: version }}
          resetScroll={false}
        >
          {text}
        </PageLink>
      )}
    />
  );
}
