import { defineMessages } from '../../i18n/messages.ts';

export const newAccountText = defineMessages({
  name: 'Name',
  nameHint: 'Of the customer, as statements show it.',
  customer: 'Customer id',
  product: 'Product',
  productHint: 'Decides fees, limits and the control account. It never changes.',
  productOther: 'Use "{product}"',
  productNone: 'No product is published.',
  currency: 'Currency',
  currencyHint: 'Three letters, such as EUR. It never changes.',
  externalId: 'External id',
  externalHint: 'Optional. The identifier in your own systems. It never changes.',
  nameMissing: 'Enter a name.',
  nameLong: 'Enter at most 160 characters.',
  customerMissing: 'Enter the id of the customer.',
  productMissing: 'Enter a product.',
  textLong: 'Enter at most 128 characters.',
  currencyInvalid: 'Enter three letters, such as EUR.',
  send: 'Open the account',
  opened: 'The account is open',
  openedSentence: '{name} has an account in {currency} with a balance of 0.00.',
  openAccount: 'Show the account',
  waiting: 'Waiting for approval',
  waitingSentence:
    'A control asks for a second operator. The account is opened once another operator approves.',
  openRequest: 'Open the request',
  another: 'Open another account',
  leave: 'Leave this page? What you entered is lost.',
  leaveUnknown:
    'We do not know yet whether the account was opened. If you leave, do not open it again before you have looked for it. Leave?',
});
