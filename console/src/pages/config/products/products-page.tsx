import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../../../api/api-clients.ts';
import { useFilteredList } from '../../../api/use-filtered-list.ts';
import { ListPage } from '../../../parts/list-page.tsx';
import { useIsPermitted } from '../../../session/session-context.tsx';
import { KindPage } from '../kind-page.tsx';
import { PendingChanges } from '../pending-changes.tsx';
import { productText } from './messages.ts';
import { productColumns } from './product-columns.tsx';
import { ProductForm } from './product-form.tsx';
import { TemplateForm } from './template-form.tsx';

const route = getRouteApi('/config/products');

const PRODUCT_CHANGES = ['upsertProduct', 'generateProductConfiguration'] as const;

export function ProductsPage() {
  const { form } = route.useSearch();
  const navigate = route.useNavigate();
  const { ledger } = useApi();
  const isPermitted = useIsPermitted(['configuration.write']);
  const list = useFilteredList({
    operation: 'listProducts',
    filter: {},
    read: (query) => ledger.GET('/api/products', { params: { query } }),
  });
  const close = () => void navigate({ search: {} });
  return (
    <KindPage kind="products">
      {isPermitted && form === 'new' && <ProductForm product={undefined} onClose={close} />}
      {isPermitted && form === 'template' && <TemplateForm onClose={close} />}
      <PendingChanges operations={PRODUCT_CHANGES} isAbout={() => true} />
      <ListPage
        title={productText('title')}
        level="h2"
        list={list}
        columns={productColumns}
        readId={({ id }) => id}
        empty={productText('none')}
        actions={
          isPermitted &&
          form === undefined && (
            <SpaceBetween direction="horizontal" size="xs">
              <Button onClick={() => void navigate({ search: { form: 'template' } })}>
                {productText('fromTemplate')}
              </Button>
              <Button onClick={() => void navigate({ search: { form: 'new' } })}>
                {productText('publish')}
              </Button>
            </SpaceBetween>
          )
        }
      />
    </KindPage>
  );
}
