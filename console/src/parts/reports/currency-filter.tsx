import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { reportsText } from './reports-messages.ts';

interface CurrencyFilterProps {
  /** Absent for all. */
  readonly currency: string | undefined;
  /** The currencies that there are. */
  readonly currencies: readonly string[];
  readonly onShow: (currency: string | undefined) => void;
  /** Whether all may be chosen together. */
  readonly hasEvery: boolean;
}

/** The currency of the address. */
export function CurrencyFilter({ currency, currencies, onShow, hasEvery }: CurrencyFilterProps) {
  const known = currency === undefined ? currencies : [currency, ...currencies];
  const options = [...new Set(known)].toSorted().map((value) => ({ value, label: value }));
  const every = { value: '', label: reportsText('everyCurrency') };
  return (
    <FormField label={reportsText('currency')}>
      <Select
        options={hasEvery ? [every, ...options] : options}
        selectedOption={options.find(({ value }) => value === currency) ?? every}
        onChange={({ detail }) => onShow(detail.selectedOption.value || undefined)}
      />
    </FormField>
  );
}
