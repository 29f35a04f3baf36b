import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { readListHeaders } from '../../../api/list-pages.ts';
import { useList } from '../../../api/use-list.ts';
import { ListPage } from '../../../parts/list-page.tsx';
import { useIsPermitted } from '../../../session/session-context.tsx';
import { KindPage } from '../kind-page.tsx';
import { productText } from './messages.ts';
import { productColumns } from './product-columns.tsx';
import { ProductForm } from './product-form.tsx';
import { TemplateForm } from './template-form.tsx';

const PAGE_SIZE = 50;

const route = getRouteApi('/config/products');

export function ProductsPage() {
  const { form } = route.useSearch();
  const navigate = route.useNavigate();
  const { ledger } = useApi();
  const isPermitted = useIsPermitted(['configuration.write']);
  const list = useList({
    operation: 'listProducts',
    params: {},
    pageSize: PAGE_SIZE,
    read: async (cursor) => {
      const query = { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
      const answer = await ledger.GET('/api/products', { params: { query } });
      return { items: requireData(answer), ...readListHeaders(answer.response.headers) };
    },
  });
  const close = () => void navigate({ search: {} });
  return (
    <KindPage kind="products">
      {isPermitted && form === 'new' && <ProductForm product={undefined} onClose={close} />}
      {isPermitted && form === 'template' && <TemplateForm onClose={close} />}
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
