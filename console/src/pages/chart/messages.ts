import { defineMessages } from '../../i18n/messages.ts';

export const chartText = defineMessages({
  account: 'Account',
  name: 'Name',
  type: 'Type',
  side: 'Normal side',
  currency: 'Currency',
  anyCurrency: 'Any',
  status: 'Status',
  parent: 'Part of',
  debit: 'Debit',
  credit: 'Credit',
  change: 'Change the chart',
  find: 'Code or name',
  none: 'The chart has no account yet.',
  noMatch: 'No account matches.',
  shown: { one: '{count} account', other: '{count} accounts' },
});
