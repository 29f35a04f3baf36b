import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { Product, UpsertProductRequest } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useDraft } from '../../../api/submissions/use-draft.ts';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { ChangeForm } from '../editing/change-form.tsx';
import { JsonField } from '../editing/json-field.tsx';
import type { TypedRequest } from '../editing/typed-request.ts';
import { productText } from './messages.ts';
import { buildProductRequest, describeProduct, toProductInput } from './product-draft.ts';

interface ProductFormProps {
  /** Undefined for a product that is published first. */
  readonly product: Product | undefined;
  readonly onClose: () => void;
}

/** Publishes a product, or its next version. */
export function ProductForm({ product, onClose }: ProductFormProps) {
  const draft = useDraft(`product ${product?.id ?? ''}`, toProductInput(product));
  const [isChecked, setIsChecked] = useState(false);
  const { input, change } = draft;
  const isTypeMissing = isChecked && input.type.trim() === '';
  return (
    <ChangeForm
      title={productText(product === undefined ? 'publish' : 'publishVersion')}
      operation="upsertProduct"
      submitLabel={productText(product === undefined ? 'publish' : 'publishVersion')}
      draft={draft}
      describe={describeProduct}
      onCheck={() => setIsChecked(true)}
      build={() => buildProductRequest(input)}
      send={useSendProduct()}
      onClose={onClose}
    >
      {(isLocked, requestFaults) => (
        <SpaceBetween size="m">
          {product === undefined && (
            <IdField id={input.id} onChange={(id) => change({ id })} isLocked={isLocked} />
          )}
          <FormField
            label={productText('type')}
            errorText={isTypeMissing ? productText('typeMissing') : undefined}
          >
            <Input
              value={input.type}
              readOnly={isLocked}
              onChange={({ detail }) => change({ type: detail.value })}
              onBlur={() => setIsChecked(true)}
            />
          </FormField>
          <JsonField
            label={productText('configLabel')}
            hint={productText('configHint')}
            shape="object"
            value={input.config}
            onChange={(config) => change({ config })}
            isLocked={isLocked}
            faults={requestFaults}
            pointer="/config"
          />
        </SpaceBetween>
      )}
    </ChangeForm>
  );
}

interface IdFieldProps {
  readonly id: string;
  readonly onChange: (id: string) => void;
  readonly isLocked: boolean;
}

function IdField({ id, onChange, isLocked }: IdFieldProps) {
  return (
    <TextField
      label={productText('id')}
      description={productText('idHint')}
      value={id}
      isLocked={isLocked}
      onChange={onChange}
    />
  );
}

function useSendProduct() {
  const { ledger } = useApi();
  return async ({ body, text }: TypedRequest<UpsertProductRequest['body']>, key: string) =>
    requireData(
      await ledger.POST('/api/products', {
        params: { header: { 'Idempotency-Key': key } },
        body,
        bodySerializer: () => text,
      }),
    );
}
