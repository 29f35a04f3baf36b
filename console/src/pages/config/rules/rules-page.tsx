import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { readListHeaders } from '../../../api/list-pages.ts';
import { useList } from '../../../api/use-list.ts';
import { ErrorPanel } from '../../../parts/error-panel.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { loadPart } from '../../../parts/load-part.tsx';
import { useIsPermitted } from '../../../session/session-context.tsx';
import { ConfirmationDialog } from '../editing/confirmation-dialog.tsx';
import { KindPage } from '../kind-page.tsx';
import { PendingChanges } from '../pending-changes.tsx';
import { ruleText } from './messages.ts';
import { ruleColumns } from './rule-columns.tsx';
import { useProducts } from './use-products.ts';

const RuleForm = loadPart(async () => (await import('./rule-form.tsx')).RuleForm);

const PAGE_SIZE = 50;

const route = getRouteApi('/config/rules');

const RULE_CHANGES = ['createRule', 'seedDefaultRules', 'updateRule', 'deleteRule'] as const;

export function RulesPage() {
  const { product: chosen } = route.useSearch();
  const products = useProducts();
  const productId = chosen ?? products.data?.[0]?.id;
  return (
    <KindPage kind="rules">
      {products.error !== null && (
        <ErrorPanel error={products.error} onTryAgain={() => void products.refetch()} />
      )}
      {productId === undefined && products.data !== undefined && (
        <Alert type="info">{ruleText('noProduct')}</Alert>
      )}
      {productId !== undefined && <ProductRules key={productId} productId={productId} />}
    </KindPage>
  );
}

function ProductRules({ productId }: { readonly productId: string }) {
  const { form } = route.useSearch();
  const navigate = route.useNavigate();
  const isPermitted = useIsPermitted(['configuration.write']);
  const show = (next?: 'new' | 'defaults') =>
    void navigate({ search: { product: productId, ...(next !== undefined && { form: next }) } });
  return (
    <SpaceBetween size="m">
      {isPermitted && form === 'new' && (
        <RuleForm productId={productId} rule={undefined} onClose={() => show()} />
      )}
      {isPermitted && form === 'defaults' && (
        <DefaultRulesDialog productId={productId} onClose={() => show()} />
      )}
      <PendingChanges
        operations={RULE_CHANGES}
        isAbout={({ path }) => path['productId'] === productId}
      />
      <ListPage
        title={ruleText('title')}
        level="h2"
        list={useRuleList(productId)}
        columns={ruleColumns}
        readId={({ id }) => id}
        empty={ruleText('none')}
        filters={<ProductChoice productId={productId} />}
        actions={
          isPermitted &&
          form === undefined && (
            <SpaceBetween direction="horizontal" size="xs">
              <Button onClick={() => show('defaults')}>{ruleText('restore')}</Button>
              <Button onClick={() => show('new')}>{ruleText('create')}</Button>
            </SpaceBetween>
          )
        }
      />
    </SpaceBetween>
  );
}

function useRuleList(productId: string) {
  const { ledger } = useApi();
  return useList({
    operation: 'listRules',
    path: { productId },
    params: {},
    pageSize: PAGE_SIZE,
    read: async (cursor) => {
      const query = { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
      const answer = await ledger.GET('/api/products/{productId}/rules', {
        params: { path: { productId }, query },
      });
      return { items: requireData(answer), ...readListHeaders(answer.response.headers) };
    },
  });
}

function ProductChoice({ productId }: { readonly productId: string }) {
  const navigate = route.useNavigate();
  const { data = [] } = useProducts();
  const ids = new Set([productId, ...data.map(({ id }) => id)]);
  const options = [...ids].map((id) => ({ value: id, label: id }));
  return (
    <FormField label={ruleText('product')}>
      <Select
        options={options}
        filteringType="auto"
        selectedOption={{ value: productId, label: productId }}
        onChange={({ detail }) => {
          const { value = productId } = detail.selectedOption;
          void navigate({ search: { product: value } });
        }}
      />
    </FormField>
  );
}

interface DefaultRulesDialogProps {
  readonly productId: string;
  readonly onClose: () => void;
}

function DefaultRulesDialog({ productId, onClose }: DefaultRulesDialogProps) {
  const { ledger } = useApi();
  return (
    <ConfirmationDialog
      title={ruleText('restoreTitle', { product: productId })}
      sentence={ruleText('restoreSentence')}
      submitLabel={ruleText('restoreSubmit')}
      operation="seedDefaultRules"
      send={async (key) =>
        requireData(
          await ledger.POST('/api/products/{productId}/rules/defaults', {
            params: { path: { productId }, header: { 'Idempotency-Key': key } },
          }),
        )
      }
      onClose={onClose}
    />
  );
}
