import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useDraft } from '../../../api/submissions/use-draft.ts';
import { ChangeForm } from '../editing/change-form.tsx';
import { productText } from './messages.ts';

const JURISDICTION = /^[A-Z][A-Z0-9_-]{1,15}$/;

/** Publishes the products of a jurisdiction's template. */
export function TemplateForm({ onClose }: { readonly onClose: () => void }) {
  const draft = useDraft('product template', { jurisdiction: '' });
  const [isChecked, setIsChecked] = useState(false);
  const { ledger } = useApi();
  const { jurisdiction } = draft.input;
  const isWrong = isChecked && !JURISDICTION.test(jurisdiction.trim());
  return (
    <ChangeForm
      title={productText('templateTitle')}
      operation="generateProductConfiguration"
      submitLabel={productText('publishTemplate')}
      draft={draft}
      describe={(input) => input}
      onCheck={() => setIsChecked(true)}
      build={() => {
        const code = jurisdiction.trim();
        return JURISDICTION.test(code) ? { jurisdiction: code } : undefined;
      }}
      send={async (body: { readonly jurisdiction: string }, key) =>
        requireData(
          await ledger.POST('/api/products/config/generate', {
            params: { header: { 'Idempotency-Key': key } },
            body,
          }),
        )
      }
      onClose={onClose}
    >
      {(isLocked) => (
        <FormField
          label={productText('jurisdiction')}
          description={productText('jurisdictionHint')}
          errorText={isWrong ? productText('jurisdictionMissing') : undefined}
        >
          <Input
            value={jurisdiction}
            readOnly={isLocked}
            onChange={({ detail }) => draft.change({ jurisdiction: detail.value })}
            onBlur={() => setIsChecked(true)}
          />
        </FormField>
      )}
    </ChangeForm>
  );
}
