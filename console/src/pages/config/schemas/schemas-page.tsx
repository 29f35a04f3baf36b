import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { getRouteApi } from '@tanstack/react-router';
import type { EntitySchema } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { readListHeaders } from '../../../api/list-pages.ts';
import { useList } from '../../../api/use-list.ts';
import { Instant } from '../../../parts/instant.tsx';
import type { ListColumn } from '../../../parts/item-list.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { PageLink } from '../../../routing/page-link.tsx';
import { useIsPermitted } from '../../../session/session-context.tsx';
import { ConfirmationDialog } from '../editing/confirmation-dialog.tsx';
import { KindPage } from '../kind-page.tsx';
import { PendingChanges } from '../pending-changes.tsx';
import { schemaText } from './messages.ts';
import { SchemaForm } from './schema-form.tsx';

const PAGE_SIZE = 50;

const route = getRouteApi('/config/schemas');

const columns: readonly ListColumn<EntitySchema>[] = [
  {
    id: 'name',
    header: schemaText('displayName'),
    isRowHeader: true,
    cell: ({ id, display_name }) => (
      <PageLink to="/config/schemas/$schemaId" params={{ schemaId: id }}>
        {display_name}
      </PageLink>
    ),
  },
  { id: 'entity', header: schemaText('name'), cell: ({ entity_name }) => entity_name },
  { id: 'version', header: schemaText('version'), cell: ({ version }) => version },
  { id: 'fields', header: schemaText('fields'), cell: ({ fields }) => fields.length },
  {
    id: 'updated',
    header: schemaText('updated'),
    cell: ({ updated_at }) => <Instant value={updated_at} />,
  },
];

const SCHEMA_CHANGES = [
  'createSchema',
  'importSchema',
  'createBusinessRegistrationSchema',
] as const;

export function SchemasPage() {
  const { form } = route.useSearch();
  const navigate = route.useNavigate();
  const { ledger } = useApi();
  const isPermitted = useIsPermitted(['configuration.write']);
  const list = useList({
    operation: 'listSchemas',
    params: {},
    pageSize: PAGE_SIZE,
    read: async (cursor) => {
      const query = { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
      const answer = await ledger.GET('/api/schemas', { params: { query } });
      // The client types a list of at least one text as any list.
      const items = requireData(answer) as EntitySchema[];
      return { items, ...readListHeaders(answer.response.headers) };
    },
  });
  const close = () => void navigate({ search: {} });
  return (
    <KindPage kind="schemas">
      {isPermitted && form === 'new' && <SchemaForm schema={undefined} onClose={close} />}
      {isPermitted && form === 'preset' && <PresetDialog onClose={close} />}
      <PendingChanges operations={SCHEMA_CHANGES} isAbout={() => true} />
      <ListPage
        title={schemaText('title')}
        level="h2"
        list={list}
        columns={columns}
        readId={({ id }) => id}
        empty={schemaText('none')}
        actions={
          isPermitted &&
          form === undefined && (
            <SpaceBetween direction="horizontal" size="xs">
              <Button onClick={() => void navigate({ search: { form: 'preset' } })}>
                {schemaText('preset')}
              </Button>
              <Button onClick={() => void navigate({ search: { form: 'new' } })}>
                {schemaText('create')}
              </Button>
            </SpaceBetween>
          )
        }
      />
    </KindPage>
  );
}

function PresetDialog({ onClose }: { readonly onClose: () => void }) {
  const { ledger } = useApi();
  return (
    <ConfirmationDialog
      title={schemaText('preset')}
      sentence={schemaText('presetSentence')}
      submitLabel={schemaText('presetSubmit')}
      operation="createBusinessRegistrationSchema"
      send={async (key) =>
        requireData(
          await ledger.POST('/api/schemas/presets/business-registration', {
            params: { header: { 'Idempotency-Key': key } },
          }),
        )
      }
      onClose={onClose}
    />
  );
}
