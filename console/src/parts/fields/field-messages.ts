import { defineMessages } from '../../i18n/messages.ts';

export const fieldText = defineMessages({
  amountMissing: 'Enter an amount.',
  amountZero: 'Enter an amount above zero.',
  amountAmbiguous: 'Enter the amount as {example}. What is entered could be read as two amounts.',
  amountInvalid: 'Enter an amount such as {example}.',
});
