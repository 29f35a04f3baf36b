import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { formatAmount, parseAmount } from '../../../values/money.ts';
import { findAmountFault } from '../entry-draft.ts';
import type { FieldFault } from '../field-faults.ts';
import { formatFault } from './format-fault.ts';

interface AmountFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly fault: FieldFault | undefined;
  readonly isLocked: boolean;
}

/** An amount with the separators of the reader's locale. What was read is shown below it. */
export function AmountField({ label, value, onChange, fault, isLocked }: AmountFieldProps) {
  const [isLeft, setIsLeft] = useState(false);
  const reading = parseAmount(value);
  // Before it is left, an amount is only unfinished. An empty one is reported when the form is sent.
  const ownFault = isLeft && reading.kind !== 'empty' ? findAmountFault(value) : undefined;
  const shown = fault ?? ownFault;
  return (
    <FormField
      label={label}
      {...(shown !== undefined && { errorText: formatFault(shown) })}
      {...(reading.kind === 'amount' && { constraintText: formatAmount(reading.amount) })}
    >
      <Input
        value={value}
        inputMode="decimal"
        readOnly={isLocked}
        onChange={({ detail }) => onChange(detail.value)}
        onFocus={() => setIsLeft(false)}
        onBlur={() => setIsLeft(true)}
      />
    </FormField>
  );
}
