import Button from '@cloudscape-design/components/button';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { getRouteApi } from '@tanstack/react-router';
import type { Workflow } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { readListHeaders } from '../../../api/list-pages.ts';
import { useList } from '../../../api/use-list.ts';
import { Instant } from '../../../parts/instant.tsx';
import type { ListColumn } from '../../../parts/item-list.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { PageLink } from '../../../routing/page-link.tsx';
import { useIsPermitted } from '../../../session/session-context.tsx';
import { KindPage } from '../kind-page.tsx';
import { PendingChanges } from '../pending-changes.tsx';
import { workflowText } from './messages.ts';
import { PresetDialog } from './preset-dialog.tsx';
import { TriggerFilter } from './trigger-filter.tsx';
import { WorkflowForm } from './workflow-form.tsx';

const PAGE_SIZE = 50;

const route = getRouteApi('/config/workflows');

const columns: readonly ListColumn<Workflow>[] = [
  {
    id: 'name',
    header: workflowText('workflow'),
    isRowHeader: true,
    cell: ({ id, name }) => (
      <PageLink to="/config/workflows/$workflowId" params={{ workflowId: id }}>
        {name}
      </PageLink>
    ),
  },
  { id: 'trigger', header: workflowText('trigger'), cell: ({ trigger }) => trigger },
  { id: 'steps', header: workflowText('steps'), cell: ({ steps }) => steps.length },
  {
    id: 'created',
    header: workflowText('created'),
    cell: ({ created_at }) => <Instant value={created_at} />,
  },
];

const WORKFLOW_CHANGES = [
  'createWorkflow',
  'createMonthlyFeeChargeWorkflow',
  'createLoanApprovalNotificationWorkflow',
] as const;

export function WorkflowsPage() {
  const { form, trigger } = route.useSearch();
  const navigate = route.useNavigate();
  const isPermitted = useIsPermitted(['configuration.write']);
  const kept = trigger === undefined ? {} : { trigger };
  const close = () => void navigate({ search: kept });
  return (
    <KindPage kind="workflows">
      {isPermitted && form === 'new' && <WorkflowForm onClose={close} />}
      {isPermitted && form !== undefined && form !== 'new' && (
        <PresetDialog preset={form} onClose={close} />
      )}
      <PendingChanges operations={WORKFLOW_CHANGES} isAbout={() => true} />
      <ListPage
        title={workflowText('title')}
        level="h2"
        list={useWorkflowList(trigger)}
        columns={columns}
        readId={({ id }) => id}
        empty={workflowText(trigger === undefined ? 'none' : 'noMatch')}
        filters={
          <TriggerFilter
            key={trigger}
            trigger={trigger}
            onFind={(next) => void navigate({ search: next === '' ? {} : { trigger: next } })}
          />
        }
        actions={
          isPermitted &&
          form === undefined && (
            <DefinitionActions
              onShow={(next) => void navigate({ search: { ...kept, form: next } })}
            />
          )
        }
      />
    </KindPage>
  );
}

interface DefinitionActionsProps {
  readonly onShow: (form: 'new' | 'monthly-fee' | 'loan-approval') => void;
}

function DefinitionActions({ onShow }: DefinitionActionsProps) {
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <ButtonDropdown
        items={[
          { id: 'monthly-fee', text: workflowText('monthlyFee') },
          { id: 'loan-approval', text: workflowText('loanApproval') },
        ]}
        onItemClick={({ detail }) => onShow(detail.id as 'monthly-fee' | 'loan-approval')}
      >
        {workflowText('presets')}
      </ButtonDropdown>
      <Button onClick={() => onShow('new')}>{workflowText('create')}</Button>
    </SpaceBetween>
  );
}

function useWorkflowList(trigger: string | undefined) {
  const { ledger } = useApi();
  return useList({
    operation: 'listWorkflows',
    params: { trigger },
    pageSize: PAGE_SIZE,
    read: async (cursor) => {
      const query = { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
      const answer =
        trigger === undefined
          ? await ledger.GET('/api/workflows', { params: { query } })
          : await ledger.GET('/api/workflows/trigger/{trigger}', {
              params: { path: { trigger }, query },
            });
      return { items: requireData(answer), ...readListHeaders(answer.response.headers) };
    },
  });
}
