import { formatAmount } from '../../../values/money.ts';
import type { FieldFault } from '../field-faults.ts';
import { postText } from '../messages.ts';

/** Says what to do about a fault of the input, if it has one. */
export function formatFault(fault: FieldFault | undefined, currency = ''): string | undefined {
  if (fault === undefined) return undefined;
  if (typeof fault === 'object') return postText('faultOfApi', fault);
  if (fault === 'faultCurrency') return postText(fault, { currency });
  if (fault === 'faultAmbiguous' || fault === 'faultInvalid') {
    return postText(fault, { example: formatAmount('1250.00') });
  }
  return postText(fault);
}
