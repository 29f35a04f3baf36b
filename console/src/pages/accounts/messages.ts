import { defineMessages } from '../../i18n/messages.ts';

export const accountsText = defineMessages({
  openAccount: 'Open an account',
  name: 'Name',
  id: 'Account',
  customer: 'Customer',
  product: 'Product',
  status: 'Status',
  balance: 'Balance',
  opened: 'Opened',
  none: 'There are no accounts yet.',
  noMatch: 'No account matches.',
  anyStatus: 'Any status',
  customerFilter: 'Customer id',
  externalFilter: 'External id',
  find: 'Find',
  clear: 'Clear',
});
