import { defineMessages } from '../../i18n/messages.ts';

export const factsText = defineMessages({
  entryOf: 'Journal entry to post ({type}, {date})',
  accountCode: 'Account code',
  debit: 'Debit',
  credit: 'Credit',
  postings: 'Postings on accounts',
  account: 'Account',
  amount: 'Amount',
  balanceAfter: 'Balance after',
  directionIn: '+ in',
  directionOut: '− out',
});
