import Autosuggest from '@cloudscape-design/components/autosuggest';
import FormField from '@cloudscape-design/components/form-field';
import { useChart } from '../../../api/use-chart.ts';
import type { FieldFault } from '../field-faults.ts';
import { postText } from '../messages.ts';
import { formatFault } from './format-fault.ts';

interface CodeFieldProps {
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly fault: FieldFault | undefined;
  readonly isLocked: boolean;
}

/** A code of the chart. Codes outside of it may be typed, as an institution may have an open chart. */
export function CodeField({ value, onChange, fault, isLocked }: CodeFieldProps) {
  const { data = [] } = useChart();
  return (
    <FormField
      label={postText('code')}
      {...(fault !== undefined && { errorText: formatFault(fault) })}
    >
      <Autosuggest
        value={value}
        readOnly={isLocked}
        options={data
          .filter(({ status }) => status === 'ACTIVE')
          .map(({ code, name }) => ({ value: code, description: name }))}
        enteredTextLabel={(code) => postText('codeName', { code })}
        onChange={({ detail }) => onChange(detail.value)}
      />
    </FormField>
  );
}
