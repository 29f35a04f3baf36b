import Autosuggest from '@cloudscape-design/components/autosuggest';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useOperationKey } from '../../api/queries.ts';
import { MoneyField } from '../../parts/fields/money-field.tsx';
import { TextField } from '../../parts/fields/text-field.tsx';
import type { LoanTermsFaults, LoanTermsInput } from './loan-terms.ts';
import { loansText } from './messages.ts';

interface TermsFieldsProps {
  readonly input: LoanTermsInput;
  readonly onChange: (input: LoanTermsInput) => void;
  readonly faults: LoanTermsFaults;
  readonly isLocked: boolean;
}

const TYPED_FIELDS = [
  ['account', 'accountField', 'accountHint'],
  ['customer', 'customer', 'customerHint'],
  ['reference', 'reference', 'referenceHint'],
] as const;

/** The terms of a loan. */
export function TermsFields({ input, onChange, faults, isLocked }: TermsFieldsProps) {
  const [account, ...others] = TYPED_FIELDS;
  const renderField = ([name, label, hint]: (typeof TYPED_FIELDS)[number]) => (
    <TextField
      key={name}
      label={loansText(label)}
      hint={loansText(hint)}
      error={faults[name]}
      value={input[name]}
      isLocked={isLocked}
      onChange={(text) => onChange({ ...input, [name]: text })}
    />
  );
  return (
    <SpaceBetween size="m">
      {renderField(account)}
      <ProductField {...{ input, onChange, faults, isLocked }} />
      <MoneyField
        label={loansText('principal')}
        value={input.principal}
        onChange={(principal) => onChange({ ...input, principal })}
        error={faults.principal}
        hint={loansText('principalHint')}
        isLocked={isLocked}
      />
      {others.map(renderField)}
    </SpaceBetween>
  );
}

// Products of loans are offered; the API takes any other id too.
function ProductField({ input, onChange, faults, isLocked }: TermsFieldsProps) {
  const { ledger } = useApi();
  const queryKey = useOperationKey('listProducts', { limit: 100 });
  const { data = [] } = useQuery({
    queryKey,
    queryFn: async () =>
      requireData(await ledger.GET('/api/products', { params: { query: { limit: 100 } } })),
  });
  return (
    <FormField
      label={loansText('product')}
      {...(faults.product !== undefined && { errorText: faults.product })}
    >
      <Autosuggest
        value={input.product}
        readOnly={isLocked}
        options={data.map(({ id, type }) => ({ value: id, description: type }))}
        enteredTextLabel={(id) => loansText('useProduct', { id })}
        onChange={({ detail }) => onChange({ ...input, product: detail.value })}
      />
    </FormField>
  );
}
