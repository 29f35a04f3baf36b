import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { formatAmount, parseAmount } from '../../values/money.ts';
import { describeAmountFault, findTypedAmountFault } from './amount-faults.ts';

interface MoneyFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** What the form says of the amount. */
  readonly error: string | undefined;
  readonly hint?: string;
  readonly isLocked: boolean;
}

/** An amount with the separators of the reader's locale. What was read is shown below it. */
export function MoneyField({ label, value, onChange, error, hint, isLocked }: MoneyFieldProps) {
  const [isLeft, setIsLeft] = useState(false);
  const reading = parseAmount(value);
  // Before it is left, an amount is only unfinished. An empty one is reported when the form is sent.
  const ownFault = isLeft && reading.kind !== 'empty' ? findTypedAmountFault(value) : undefined;
  const shown = error ?? (ownFault && describeAmountFault(ownFault));
  const read = reading.kind === 'amount' ? formatAmount(reading.amount) : undefined;
  const below = [read, hint].filter((text) => text !== undefined).join(' · ');
  return (
    <FormField
      label={label}
      {...(shown !== undefined && { errorText: shown })}
      {...(below !== '' && { constraintText: below })}
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
