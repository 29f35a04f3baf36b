import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useOperationKey } from '../../../api/queries.ts';
import { PageLink } from '../../../routing/page-link.tsx';
import { useIsPermitted } from '../../../session/session-context.tsx';
import { DetailPage } from '../detail-page.tsx';
import { ConfirmationDialog } from '../editing/confirmation-dialog.tsx';
import { toVersionPage, VERSION_PAGE_SIZE, VersionHistory } from '../history/version-history.tsx';
import { PendingChanges } from '../pending-changes.tsx';
import { ruleText } from './messages.ts';
import { RuleState } from './rule-columns.tsx';
import { RuleFacts } from './rule-facts.tsx';
import { RuleForm } from './rule-form.tsx';

const route = getRouteApi('/config/rules/$ruleId');

const RULE_CHANGES = ['updateRule', 'deleteRule'] as const;

export function RulePage() {
  const { ruleId } = route.useParams();
  const { product } = route.useSearch();
  if (product === undefined) {
    return (
      <DetailPage title={ruleId} reading={{ isPending: false, error: null }}>
        <Alert type="info">{ruleText('noProductNamed')}</Alert>
      </DetailPage>
    );
  }
  return <ProductRule key={`${product} ${ruleId}`} productId={product} ruleId={ruleId} />;
}

interface ProductRuleProps {
  readonly productId: string;
  readonly ruleId: string;
}

function ProductRule({ productId, ruleId }: ProductRuleProps) {
  const { form } = route.useSearch();
  const navigate = route.useNavigate();
  const isPermitted = useIsPermitted(['configuration.write']);
  const query = useRule(productId, ruleId);
  const rule = query.data ?? undefined;
  const show = (next?: 'edit' | 'delete') =>
    void navigate({ search: { product: productId, ...(next !== undefined && { form: next }) } });
  const isEditing = isPermitted && form === 'edit';
  return (
    <DetailPage
      title={ruleId}
      reading={query}
      info={rule && <RuleState isOn={rule.enabled} />}
      actions={isPermitted && !isEditing && rule && <RuleActions onShow={show} />}
    >
      {query.data === null && <Alert type="info">{ruleText('gone')}</Alert>}
      <PendingChanges
        operations={RULE_CHANGES}
        isAbout={({ path }) => path['productId'] === productId && path['ruleId'] === ruleId}
      />
      {isPermitted && form === 'delete' && (
        <DeletionDialog productId={productId} ruleId={ruleId} onClose={() => show()} />
      )}
      {rule && isEditing && <RuleForm productId={productId} rule={rule} onClose={() => show()} />}
      {rule && !isEditing && <RuleFacts rule={rule} />}
      {query.data !== undefined && (
        <RuleVersions productId={productId} ruleId={ruleId} updatedAt={rule?.updated_at} />
      )}
    </DetailPage>
  );
}

// The API lists the rules of a product, at most 50, and reads none of them by itself.
function useRule(productId: string, ruleId: string) {
  const { ledger } = useApi();
  const queryKey = useOperationKey('listRules', { productId, all: true });
  return useQuery({
    queryKey,
    queryFn: async () =>
      requireData(
        await ledger.GET('/api/products/{productId}/rules', { params: { path: { productId } } }),
      ),
    select: (rules) => rules.find(({ id }) => id === ruleId) ?? null,
  });
}

function RuleActions({ onShow }: { readonly onShow: (form: 'edit' | 'delete') => void }) {
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <Button onClick={() => onShow('delete')}>{ruleText('delete')}</Button>
      <Button onClick={() => onShow('edit')}>{ruleText('change')}</Button>
    </SpaceBetween>
  );
}

interface DeletionDialogProps extends ProductRuleProps {
  readonly onClose: () => void;
}

function DeletionDialog({ productId, ruleId, onClose }: DeletionDialogProps) {
  const { ledger } = useApi();
  return (
    <ConfirmationDialog
      title={ruleText('deleteTitle')}
      sentence={ruleText('deleteSentence')}
      submitLabel={ruleText('deleteSubmit')}
      operation="deleteRule"
      send={async (key) =>
        requireData(
          await ledger.DELETE('/api/products/{productId}/rules/{ruleId}', {
            params: { path: { productId, ruleId }, header: { 'Idempotency-Key': key } },
          }),
        )
      }
      onClose={onClose}
    />
  );
}

interface RuleVersionsProps extends ProductRuleProps {
  /** Undefined if there is no such rule now. */
  readonly updatedAt: string | undefined;
}

function RuleVersions({ productId, ruleId, updatedAt }: RuleVersionsProps) {
  const { v } = route.useSearch();
  const { ledger } = useApi();
  return (
    <VersionHistory
      operation="listRuleVersions"
      path={{ productId, ruleId }}
      isCurrent={(newest) =>
        updatedAt === undefined
          ? newest?.event_type === 'rule.deleted'
          : newest?.content['updated_at'] === updatedAt
      }
      open={v}
      read={async (cursor) => {
        const query = { limit: VERSION_PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
        const answer = await ledger.GET('/api/products/{productId}/rules/{ruleId}/versions', {
          params: { path: { productId, ruleId }, query },
        });
        return toVersionPage(requireData(answer), answer.response.headers);
      }}
      link={(version, text) => (
        <PageLink
          to="/config/rules/$ruleId"
          params={{ ruleId }}
          search={{ product: productId, ...(version !== undefined && { v: version }) }}
          resetScroll={false}
        >
          {text}
        </PageLink>
      )}
    />
  );
}
