import Button from '@cloudscape-design/components/button';
import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../../../api/api-clients.ts';
import { useFilteredList } from '../../../api/use-filtered-list.ts';
import { Instant } from '../../../parts/instant.tsx';
import type { ListColumn } from '../../../parts/item-list.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { PageLink } from '../../../routing/page-link.tsx';
import { useIsPermitted } from '../../../session/session-context.tsx';
import { KindPage } from '../kind-page.tsx';
import { templateText } from './messages.ts';
import type { SavedTemplate } from './template-draft.ts';
import { TemplateForm } from './template-form.tsx';

const route = getRouteApi('/config/templates');

const columns: readonly ListColumn<SavedTemplate>[] = [
  {
    id: 'name',
    header: templateText('template'),
    isRowHeader: true,
    cell: ({ id, name }) => (
      <PageLink to="/config/templates/$templateId" params={{ templateId: id }}>
        {name}
      </PageLink>
    ),
  },
  {
    id: 'description',
    header: templateText('description'),
    cell: ({ description = '–' }) => description,
  },
  { id: 'lines', header: templateText('lines'), cell: ({ lines }) => lines.length },
  { id: 'postings', header: templateText('postings'), cell: ({ postings }) => postings.length },
  { id: 'version', header: templateText('version'), cell: ({ version }) => version },
  {
    id: 'updated',
    header: templateText('updated'),
    cell: ({ updated_at }) => <Instant value={updated_at} />,
  },
];

export function TemplatesPage() {
  const { form } = route.useSearch();
  const navigate = route.useNavigate();
  const { ledger } = useApi();
  const isPermitted = useIsPermitted(['configuration.write']);
  const list = useFilteredList({
    operation: 'listPostingTemplates',
    filter: {},
    read: (query) => ledger.GET('/api/posting-templates', { params: { query } }),
  });
  return (
    <KindPage kind="templates">
      {isPermitted && form === 'new' && (
        <TemplateForm template={undefined} onClose={() => void navigate({ search: {} })} />
      )}
      <ListPage
        title={templateText('title')}
        level="h2"
        list={list}
        columns={columns}
        readId={({ id }) => id}
        empty={templateText('none')}
        actions={
          isPermitted &&
          form === undefined && (
            <Button onClick={() => void navigate({ search: { form: 'new' } })}>
              {templateText('create')}
            </Button>
          )
        }
      />
    </KindPage>
  );
}
