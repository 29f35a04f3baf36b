import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import type { FieldFault } from '../field-faults.ts';
import { formatFault } from './format-fault.ts';

interface TextFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly fault: FieldFault | undefined;
  readonly isLocked: boolean;
}

/** A line of text. */
export function TextField({ label, hint, value, onChange, fault, isLocked }: TextFieldProps) {
  return (
    <FormField
      label={label}
      constraintText={hint}
      {...(fault !== undefined && { errorText: formatFault(fault) })}
    >
      <Input value={value} readOnly={isLocked} onChange={({ detail }) => onChange(detail.value)} />
    </FormField>
  );
}
