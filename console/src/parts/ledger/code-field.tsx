import Autosuggest from '@cloudscape-design/components/autosuggest';
import FormField from '@cloudscape-design/components/form-field';
import { useChart } from '../../api/use-chart.ts';
import { ledgerFieldText } from './ledger-messages.ts';

interface CodeFieldProps {
  /** `Ledger account` by default. */
  readonly label?: string;
  readonly value: string;
  readonly onChange: (code: string) => void;
  /** What the form says of it. */
  readonly error: string | undefined;
  readonly isLocked: boolean;
}

/** A code of the chart. Codes outside of it may be typed, as an institution may have an open chart. */
export function CodeField({ label, value, onChange, error, isLocked }: CodeFieldProps) {
  const { data = [] } = useChart();
  return (
    <FormField
      label={label ?? ledgerFieldText('code')}
      {...(error !== undefined && { errorText: error })}
    >
      <Autosuggest
        value={value}
        readOnly={isLocked}
        options={data
          .filter(({ status }) => status === 'ACTIVE')
          .map(({ code, name }) => ({ value: code, description: name }))}
        enteredTextLabel={(code) => ledgerFieldText('codeName', { code })}
        onChange={({ detail }) => onChange(detail.value)}
      />
    </FormField>
  );
}
