import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { fieldText } from './field-messages.ts';

interface ChoiceFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly errorText?: string | undefined;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly isLocked?: boolean;
  readonly onChange: (value: string) => void;
}

/** One of several values. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { label, description, errorText, options, value, isLocked = false, onChange } = props;
  return (
    <FormField
      label={label}
      {...(description !== undefined && { description })}
      {...(errorText !== undefined && { errorText })}
    >
      <Select
        options={options}
        placeholder={fieldText('chooseOne')}
        readOnly={isLocked}
        selectedOption={options.find((option) => option.value === value) ?? null}
        onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
      />
    </FormField>
  );
}
