import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { EntitySchema, FieldDefinition } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useOperationKey } from '../../../api/queries.ts';
import { FactTable } from '../../../parts/facts/fact-table.tsx';
import { Instant } from '../../../parts/instant.tsx';
import type { ListColumn } from '../../../parts/item-list.tsx';
import { PageLink } from '../../../routing/page-link.tsx';
import { useIsPermitted } from '../../../session/session-context.tsx';
import { DetailPage } from '../detail-page.tsx';
import { toVersionPage, VERSION_PAGE_SIZE, VersionHistory } from '../history/version-history.tsx';
import { PendingChanges } from '../pending-changes.tsx';
import { schemaText } from './messages.ts';
import { toComparableSchema } from './schema-draft.ts';
import { SchemaForm } from './schema-form.tsx';

const route = getRouteApi('/config/schemas/$schemaId');

const SCHEMA_CHANGES = ['importSchema'] as const;

function nameEntity(body: unknown): unknown {
  return (body as { readonly entity_name?: unknown }).entity_name;
}

export function SchemaPage() {
  const { schemaId } = route.useParams();
  const { form } = route.useSearch();
  const navigate = route.useNavigate();
  const { ledger } = useApi();
  const queryKey = useOperationKey('getSchema', { schemaId });
  const isPermitted = useIsPermitted(['configuration.write']);
  const query = useQuery({
    queryKey,
    queryFn: async () =>
      requireData(await ledger.GET('/api/schemas/{schemaId}', { params: { path: { schemaId } } })),
  });
  // The client types a list of at least one text as any list.
  const schema = query.data as EntitySchema | undefined;
  const isEditing = isPermitted && form === 'edit';
  return (
    <DetailPage
      title={schema?.display_name ?? schemaText('title')}
      reading={query}
      actions={
        isPermitted &&
        !isEditing &&
        schema !== undefined && (
          <Button onClick={() => void navigate({ search: { form: 'edit' } })}>
            {schemaText('change')}
          </Button>
        )
      }
    >
      {schema !== undefined && (
        <PendingChanges
          operations={SCHEMA_CHANGES}
          isAbout={({ body }) => nameEntity(body) === schema.entity_name}
        />
      )}
      {schema !== undefined && isEditing && (
        <SchemaForm key={schemaId} schema={schema} onClose={() => void navigate({ search: {} })} />
      )}
      {schema !== undefined && <SchemaFacts schema={schema} />}
      {schema !== undefined && <SchemaVersions schema={schema} />}
    </DetailPage>
  );
}

const columns: readonly ListColumn<FieldDefinition>[] = [
  {
    id: 'name',
    header: schemaText('fieldName'),
    isRowHeader: true,
    cell: ({ name }) => name,
  },
  { id: 'type', header: schemaText('fieldType'), cell: ({ type }) => type },
  {
    id: 'required',
    header: schemaText('fieldRequired'),
    cell: ({ required }) => schemaText(required ? 'yes' : 'no'),
  },
  { id: 'limits', header: schemaText('fieldLimits'), cell: (field) => formatLimits(field) },
];

// The names are those of the request.
function formatLimits({
  name: _name,
  type: _type,
  required: _required,
  ...limits
}: FieldDefinition) {
  return Object.entries(limits)
    .map(([limit, value]) => `${limit}: ${JSON.stringify(value)}`)
    .join(', ');
}

function SchemaFacts({ schema }: { readonly schema: EntitySchema }) {
  return (
    <Container header={<Header variant="h2">{schemaText('facts')}</Header>}>
      <SpaceBetween size="m">
        <KeyValuePairs
          columns={4}
          items={[
            { label: schemaText('name'), value: schema.entity_name },
            { label: schemaText('version'), value: schema.version },
            { label: schemaText('updated'), value: <Instant value={schema.updated_at} /> },
            { label: schemaText('created'), value: <Instant value={schema.created_at} /> },
          ]}
        />
        <FactTable title={schemaText('fields')} items={schema.fields} columns={columns} />
      </SpaceBetween>
    </Container>
  );
}

function SchemaVersions({ schema }: { readonly schema: EntitySchema }) {
  const { v } = route.useSearch();
  const { ledger } = useApi();
  const { id: schemaId, version: current } = schema;
  return (
    <VersionHistory
      operation="listSchemaVersions"
      path={{ schemaId }}
      isCurrent={(newest) => newest?.version === current}
      open={v}
      toComparable={toComparableSchema}
      read={async (cursor) => {
        const query = { limit: VERSION_PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
        const answer = await ledger.GET('/api/schemas/{schemaId}/versions', {
          params: { path: { schemaId }, query },
        });
        return toVersionPage(requireData(answer), answer.response.headers);
      }}
      link={(version, text) => (
        <PageLink
          to="/config/schemas/$schemaId"
          params={{ schemaId }}
          search={version === undefined ? {} : { v: version }}
          resetScroll={false}
        >
          {text}
        </PageLink>
      )}
    />
  );
}
