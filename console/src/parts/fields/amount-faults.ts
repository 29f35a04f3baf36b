import { parseMinorUnits } from '../../values/minor-units.ts';
import { formatAmount, parseAmount } from '../../values/money.ts';
import { fieldText } from './field-messages.ts';

export type AmountFault = 'missing' | 'zero' | 'ambiguous' | 'invalid';

/** Returns what is wrong with a typed amount; undefined if it is one above zero. */
export function findTypedAmountFault(text: string): AmountFault | undefined {
  const reading = parseAmount(text);
  if (reading.kind === 'empty') return 'missing';
  if (reading.kind !== 'amount') return reading.kind;
  return parseMinorUnits(reading.amount) === 0n ? 'zero' : undefined;
}

const EXAMPLE = '1250.00';

/** Says what to do about an amount. */
export function describeAmountFault(fault: AmountFault): string {
  const example = formatAmount(EXAMPLE);
  if (fault === 'missing') return fieldText('amountMissing');
  if (fault === 'zero') return fieldText('amountZero');
  return fieldText(fault === 'ambiguous' ? 'amountAmbiguous' : 'amountInvalid', { example });
}
