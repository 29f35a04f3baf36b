import { defineMessages } from '../../i18n/messages.ts';

export const requestsText = defineMessages({
  reason: 'Reason',
  reasonMissing: 'Enter a reason.',
});
