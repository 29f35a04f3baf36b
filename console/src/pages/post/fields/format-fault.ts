import { formatAmount } from '../../../values/money.ts';
import type { FieldFault } from '../field-faults.ts';
import { postText } from '../messages.ts';

/** Says what to do about a fault of the input. */
export function formatFault(fault: FieldFault, currency = ''): string {
  if (typeof fault === 'object') return postText('faultOfApi', fault);
  if (fault === 'faultCurrency') return postText(fault, { currency });
  if (fault === 'faultAmbiguous' || fault === 'faultInvalid') {
    return postText(fault, { example: formatAmount('1250.00') });
  }
  return postText(fault);
}
