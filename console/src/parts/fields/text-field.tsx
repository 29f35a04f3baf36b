import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import type { InputProps } from '@cloudscape-design/components/input';

interface TextFieldProps {
  readonly label: string;
  /** What the field is for, above it. */
  readonly description?: string;
  /** What may be typed, below it. */
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly value: string;
  readonly inputMode?: NonNullable<InputProps['inputMode']>;
  readonly isLocked: boolean;
  readonly onChange: (text: string) => void;
}

/** A line of text. */
export function TextField(props: TextFieldProps) {
  const { label, description, hint, error, value, inputMode, isLocked, onChange } = props;
  return (
    <FormField
      label={label}
      {...(description !== undefined && { description })}
      {...(hint !== undefined && { constraintText: hint })}
      {...(error !== undefined && { errorText: error })}
    >
      <Input
        value={value}
        readOnly={isLocked}
        {...(inputMode !== undefined && { inputMode })}
        onChange={({ detail }) => onChange(detail.value)}
      />
    </FormField>
  );
}
