import { defineMessages } from '../../i18n/messages.ts';

export const metadataText = defineMessages({
  title: 'Metadata',
  hint: 'Up to 50 pairs of text of your own, which the ledger keeps and does not interpret.',
  pair: 'Pair {count}',
  add: 'Add a pair',
  remove: 'Remove pair {count}',
  key: 'Key',
  keyWrong: 'Enter a key of at most 64 characters in one line.',
  keyTwice: 'Enter each key once.',
  value: 'Value',
  valueLong: 'Enter at most 500 characters.',
});
