import { defineMessages } from '../../i18n/messages.ts';

export const trialBalanceText = defineMessages({
  asOf: 'As of',
  account: 'Account',
  opening: 'Opening',
  debits: 'Debits',
  credits: 'Credits',
  closing: 'Closing',
  total: 'Total',
  itself: '{code} itself',
  none: 'Nothing has been posted yet.',
  noMatch: 'Nothing has been posted up to that day in this currency.',
  tableLabel: 'Trial balance in {currency}',
  changed:
    'The ledger changed while this was read, so the accounts do not add up to the totals. Read it again.',
  refresh: 'Read again',
  code: 'Code',
  name: 'Name',
  type: 'Type',
  currency: 'Currency',
});
