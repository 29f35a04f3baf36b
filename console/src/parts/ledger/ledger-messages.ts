import { defineMessages } from '../../i18n/messages.ts';

export const ledgerFieldText = defineMessages({
  code: 'Ledger account',
  codeName: 'Use the code {code}',
  accountHint: 'Type a name, a customer, an external id or the id of the account.',
  accountChosen: '{id}, balance {balance} {currency}',
  accountSearch: 'Look for {text}',
  accountNone: 'No account matches.',
  accountsFailed: 'The accounts could not be read.',
});
