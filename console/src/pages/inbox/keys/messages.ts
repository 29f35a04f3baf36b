import { defineMessages } from '../../../i18n/messages.ts';

export const keysText = defineMessages({
  open: 'Keys',
  title: 'Keys of the inbox',
  sentence: 'They work while the focus is in the inbox and not in a text field.',
  next: 'Open the next request',
  previous: 'Open the request before',
  enter: 'Follow the link that has the focus',
  select: 'Select the open request, or not',
  approve: 'Approve the open request',
  reject: 'Reject the open request',
  filter: 'Go to the filter',
  help: 'Show the keys',
});
