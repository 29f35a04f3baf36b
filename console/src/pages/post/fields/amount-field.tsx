import { MoneyField } from '../../../parts/fields/money-field.tsx';
import type { FieldFault } from '../field-faults.ts';
import { formatFault } from './format-fault.ts';

interface AmountFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly fault: FieldFault | undefined;
  readonly isLocked: boolean;
}

/** An amount to post, with what the review or the API says of it. */
export function AmountField({ fault, ...field }: AmountFieldProps) {
  return <MoneyField {...field} error={fault && formatFault(fault)} />;
}
