import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Product } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useOperationKey } from '../../../api/queries.ts';
import { FactTable } from '../../../parts/facts/fact-table.tsx';
import { memberColumns } from '../../../parts/facts/field-differences.tsx';
import { Instant } from '../../../parts/instant.tsx';
import { PageLink } from '../../../routing/page-link.tsx';
import { useIsPermitted } from '../../../session/session-context.tsx';
import { listMembers } from '../../../values/json-members.ts';
import { DetailPage } from '../detail-page.tsx';
import { toVersionPage, VERSION_PAGE_SIZE, VersionHistory } from '../history/version-history.tsx';
import { PendingChanges } from '../pending-changes.tsx';
import { productText } from './messages.ts';
import { ProductForm } from './product-form.tsx';

const route = getRouteApi('/config/products/$productId');

const PRODUCT_CHANGES = ['upsertProduct'] as const;

export function ProductPage() {
  const { productId } = route.useParams();
  const { form } = route.useSearch();
  const navigate = route.useNavigate();
  const { ledger } = useApi();
  const queryKey = useOperationKey('getProduct', { productId });
  const isPermitted = useIsPermitted(['configuration.write']);
  const query = useQuery({
    queryKey,
    queryFn: async () =>
      requireData(
        await ledger.GET('/api/products/{productId}', { params: { path: { productId } } }),
      ),
  });
  const isEditing = isPermitted && form === 'edit';
  return (
    <DetailPage
      title={productId}
      reading={query}
      actions={
        isPermitted &&
        !isEditing &&
        query.data !== undefined && (
          <Button onClick={() => void navigate({ search: { form: 'edit' } })}>
            {productText('change')}
          </Button>
        )
      }
    >
      <PendingChanges
        operations={PRODUCT_CHANGES}
        isAbout={({ body }) => nameProduct(body) === productId}
      />
      {query.data !== undefined && isEditing && (
        <ProductForm
          key={productId}
          product={query.data}
          onClose={() => void navigate({ search: {} })}
        />
      )}
      {query.data !== undefined && <ProductFacts product={query.data} />}
      {query.data !== undefined && <ProductVersions product={query.data} />}
    </DetailPage>
  );
}

// Without an id, a product is named by its type.
function nameProduct(body: unknown): unknown {
  const { id, type } = body as { readonly id?: unknown; readonly type?: unknown };
  return id ?? type;
}

function ProductFacts({ product }: { readonly product: Product }) {
  return (
    <Container header={<Header variant="h2">{productText('facts')}</Header>}>
      <SpaceBetween size="m">
        <KeyValuePairs
          columns={4}
          items={[
            { label: productText('type'), value: product.type },
            { label: productText('version'), value: product.version },
            { label: productText('updated'), value: <Instant value={product.updated_at} /> },
            { label: productText('created'), value: <Instant value={product.created_at} /> },
          ]}
        />
        <PageLink to="/config/rules" search={{ product: product.id }}>
          {productText('rules')}
        </PageLink>
        <FactTable
          title={productText('config')}
          items={listMembers(product.config, '').filter(({ path }) => path !== '')}
          columns={memberColumns}
        />
      </SpaceBetween>
    </Container>
  );
}

function ProductVersions({ product }: { readonly product: Product }) {
  const { id: productId, version: current } = product;
  const { v } = route.useSearch();
  const { ledger } = useApi();
  return (
    <VersionHistory
      operation="listProductVersions"
      path={{ productId }}
      isCurrent={(newest) => newest?.version === current}
      open={v}
      read={async (cursor) => {
        const query = { limit: VERSION_PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
        const answer = await ledger.GET('/api/products/{productId}/versions', {
          params: { path: { productId }, query },
        });
        return toVersionPage(requireData(answer), answer.response.headers);
      }}
      link={(version, text) => (
        <PageLink
          to="/config/products/$productId"
          params={{ productId }}
          search={version === undefined ? {} : { v: version }}
          resetScroll={false}
        >
          {text}
        </PageLink>
      )}
    />
  );
}
