import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Workflow, WorkflowStep } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useOperationKey } from '../../../api/queries.ts';
import { CopyId } from '../../../parts/copy-id.tsx';
import { FactTable } from '../../../parts/facts/fact-table.tsx';
import { Instant } from '../../../parts/instant.tsx';
import type { ListColumn } from '../../../parts/item-list.tsx';
import { PageLink } from '../../../routing/page-link.tsx';
import { DetailPage } from '../detail-page.tsx';
import { formatJsonText } from '../editing/json-text.ts';
import { toVersionPage, VERSION_PAGE_SIZE, VersionHistory } from '../history/version-history.tsx';
import { workflowText } from './messages.ts';

const route = getRouteApi('/config/workflows/$workflowId');

export function WorkflowPage() {
  const { workflowId } = route.useParams();
  const { ledger } = useApi();
  const queryKey = useOperationKey('getWorkflow', { workflowId });
  const query = useQuery({
    queryKey,
    queryFn: async () =>
      requireData(
        await ledger.GET('/api/workflows/{workflowId}', { params: { path: { workflowId } } }),
      ),
  });
  return (
    <DetailPage title={query.data?.name ?? workflowText('workflow')} reading={query}>
      {query.data !== undefined && <WorkflowFacts workflow={query.data} />}
      {query.data !== undefined && <WorkflowVersions workflowId={workflowId} />}
    </DetailPage>
  );
}

const columns: readonly ListColumn<WorkflowStep>[] = [
  { id: 'order', header: workflowText('order'), cell: ({ order }) => order },
  { id: 'name', header: workflowText('stepName'), isRowHeader: true, cell: ({ name }) => name },
  { id: 'action', header: workflowText('action'), cell: ({ action }) => action },
  {
    id: 'condition',
    header: workflowText('condition'),
    cell: ({ condition = '' }) =>
      condition === '' ? workflowText('always') : <code className="fact-text">{condition}</code>,
  },
  {
    id: 'parameters',
    header: workflowText('parameters'),
    cell: ({ parameters }) => <code className="fact-text">{formatJsonText(parameters)}</code>,
  },
];

function WorkflowFacts({ workflow }: { readonly workflow: Workflow }) {
  return (
    <Container header={<Header variant="h2">{workflowText('facts')}</Header>}>
      <SpaceBetween size="m">
        <KeyValuePairs
          columns={3}
          items={[
            { label: workflowText('trigger'), value: workflow.trigger },
            { label: workflowText('workflow'), value: <CopyId id={workflow.id} /> },
            { label: workflowText('created'), value: <Instant value={workflow.created_at} /> },
          ]}
        />
        <FactTable
          title={workflowText('steps')}
          items={workflow.steps.toSorted((one, other) => one.order - other.order)}
          columns={columns}
        />
      </SpaceBetween>
    </Container>
  );
}

function WorkflowVersions({ workflowId }: { readonly workflowId: string }) {
  const { v } = route.useSearch();
  const { ledger } = useApi();
  return (
    <VersionHistory
      operation="listWorkflowVersions"
      path={{ workflowId }}
      isCurrent={(newest) => newest !== undefined}
      open={v}
      read={async (cursor) => {
        const query = { limit: VERSION_PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
        const answer = await ledger.GET('/api/workflows/{workflowId}/versions', {
          params: { path: { workflowId }, query },
        });
        return toVersionPage(requireData(answer), answer.response.headers);
      }}
      link={(version, text) => (
        <PageLink
          to="/config/workflows/$workflowId"
          params={{ workflowId }}
          search={version === undefined ? {} : { v: version }}
          resetScroll={false}
        >
          {text}
        </PageLink>
      )}
    />
  );
}
