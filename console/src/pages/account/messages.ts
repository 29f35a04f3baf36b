import { defineMessages } from '../../i18n/messages.ts';

export const accountText = defineMessages({
  balance: 'Balance',
  account: 'Account',
  customer: 'Customer',
  product: 'Product',
  externalId: 'External id',
  opened: 'Opened',
  pendingFreeze: 'A request to freeze this account waits for a decision.',
  pendingUnfreeze: 'A request to unfreeze this account waits for a decision.',
  pendingClose: 'A request to close this account waits for a decision.',
  openRequest: 'Open the request',
  actions: 'Actions',
  askToFreeze: 'Ask to freeze',
  askToUnfreeze: 'Ask to unfreeze',
  askToClose: 'Ask to close',
  questionFreeze: 'Ask to freeze this account? Another operator must approve.',
  questionUnfreeze: 'Ask to unfreeze this account? Another operator must approve.',
  questionClose: 'Ask to close this account? Another operator must approve.',
  requested: 'Your request waits for approval by another operator.',
});
