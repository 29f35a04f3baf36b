import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useOperationKey } from '../../../api/queries.ts';
import { useIsPermitted } from '../../../session/session-context.tsx';
import { DetailPage } from '../detail-page.tsx';
import { ConfirmationDialog } from '../editing/confirmation-dialog.tsx';
import { templateText } from './messages.ts';
import type { SavedTemplate } from './template-draft.ts';
import { TemplateFacts } from './template-facts.tsx';
import { TemplateForm } from './template-form.tsx';

const route = getRouteApi('/config/templates/$templateId');

export function TemplatePage() {
  const { templateId } = route.useParams();
  const { form } = route.useSearch();
  const navigate = route.useNavigate();
  const { ledger } = useApi();
  const queryKey = useOperationKey('getPostingTemplate', { templateId });
  const isPermitted = useIsPermitted(['configuration.write']);
  const query = useQuery({
    queryKey,
    queryFn: async () =>
      requireData(
        await ledger.GET('/api/posting-templates/{templateId}', {
          params: { path: { templateId } },
        }),
      ),
  });
  const show = (next?: 'edit' | 'delete') =>
    void navigate({ search: next === undefined ? {} : { form: next } });
  const template = query.data;
  return (
    <DetailPage
      title={template?.name ?? templateText('template')}
      reading={query}
      actions={isPermitted && template !== undefined && form !== 'edit' && <Actions show={show} />}
    >
      {template !== undefined && isPermitted && form === 'edit' && (
        <TemplateForm
          key={templateId}
          template={template}
          onChanged={() => void query.refetch()}
          onClose={() => show()}
        />
      )}
      {template !== undefined && isPermitted && form === 'delete' && (
        <DeletionDialog template={template} onClose={() => show()} />
      )}
      {template !== undefined && query.error === null && <TemplateFacts template={template} />}
    </DetailPage>
  );
}

function Actions({ show }: { readonly show: (form: 'edit' | 'delete') => void }) {
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <Button onClick={() => show('delete')}>{templateText('delete')}</Button>
      <Button onClick={() => show('edit')}>{templateText('change')}</Button>
    </SpaceBetween>
  );
}

interface TemplateDeletionProps {
  readonly template: SavedTemplate;
  readonly onClose: () => void;
}

function DeletionDialog({ template: { id, name }, onClose }: TemplateDeletionProps) {
  const { ledger } = useApi();
  return (
    <ConfirmationDialog
      title={templateText('deleteTitle', { name })}
      sentence={templateText('deleteSentence')}
      submitLabel={templateText('deleteSubmit')}
      operation="deletePostingTemplate"
      send={async (key) =>
        requireData(
          await ledger.DELETE('/api/posting-templates/{templateId}', {
            params: { path: { templateId: id }, header: { 'Idempotency-Key': key } },
          }),
        )
      }
      onClose={onClose}
    />
  );
}
