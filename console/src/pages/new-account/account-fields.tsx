import Autosuggest from '@cloudscape-design/components/autosuggest';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useOperationKey } from '../../api/queries.ts';
import { MetadataFields } from '../../parts/metadata/metadata-fields.tsx';
import { useIsPermitted } from '../../session/session-context.tsx';
import type { AccountDraft, AccountDraftFaults, AccountTexts } from './account-draft.ts';
import { newAccountText } from './messages.ts';

interface AccountFieldsProps {
  readonly draft: AccountDraft;
  readonly onChange: (draft: AccountDraft) => void;
  readonly faults: AccountDraftFaults;
  /** Whether the operator has tried to send. */
  readonly isChecked: boolean;
  readonly isLocked: boolean;
}

export function AccountFields(props: AccountFieldsProps) {
  return (
    <>
      <DraftField {...props} member="name" hint={newAccountText('nameHint')} />
      <DraftField {...props} member="customer" />
      <DraftField {...props} member="product" hint={newAccountText('productHint')} />
      <DraftField {...props} member="currency" hint={newAccountText('currencyHint')} />
      <DraftField {...props} member="externalId" hint={newAccountText('externalHint')} />
      <MetadataFields
        rows={props.draft.metadata}
        onChange={(metadata) => props.onChange({ ...props.draft, metadata })}
        faults={props.isChecked ? props.faults.metadata : {}}
        isLocked={props.isLocked}
      />
    </>
  );
}

interface DraftFieldProps extends AccountFieldsProps {
  readonly member: keyof AccountTexts;
  readonly hint?: string;
}

function DraftField({
  draft,
  onChange,
  faults,
  isChecked,
  isLocked,
  member,
  hint,
}: DraftFieldProps) {
  const [isLeft, setIsLeft] = useState(false);
  const fault = isChecked || isLeft ? faults.texts[member] : undefined;
  const enter = (text: string) =>
    onChange({
      ...draft,
      texts: { ...draft.texts, [member]: member === 'currency' ? text.toUpperCase() : text },
    });
  const shared = {
    value: draft.texts[member],
    readOnly: isLocked,
    onBlur: () => setIsLeft(true),
    onChange: ({ detail }: { readonly detail: { readonly value: string } }) => enter(detail.value),
  };
  return (
    <FormField
      label={newAccountText(member)}
      {...(hint !== undefined && { constraintText: hint })}
      {...(fault !== undefined && { errorText: newAccountText(fault) })}
    >
      {member === 'product' ? <ProductInput {...shared} /> : <Input {...shared} />}
    </FormField>
  );
}

interface ProductInputProps {
  readonly value: string;
  readonly readOnly: boolean;
  readonly onBlur: () => void;
  readonly onChange: (event: { readonly detail: { readonly value: string } }) => void;
}

/** The products that are published; others may be typed, as accounts may come before their product. */
function ProductInput(props: ProductInputProps) {
  const { ledger } = useApi();
  const query = { limit: 1_000 };
  const queryKey = useOperationKey('listProducts', query);
  const mayRead = useIsPermitted(['finance.read', 'audit.read']);
  const { data = [] } = useQuery({
    queryKey,
    queryFn: async () => requireData(await ledger.GET('/api/products', { params: { query } })),
    enabled: mayRead,
  });
  return (
    <Autosuggest
      {...props}
      options={data.map(({ id, type }) => ({ value: id, description: type }))}
      enteredTextLabel={(product) => newAccountText('productOther', { product })}
      empty={newAccountText('productNone')}
    />
  );
}
