import { defineMessages } from '../../i18n/messages.ts';

export const filterText = defineMessages({
  find: 'Find',
  clear: 'Clear',
  day: 'YYYY-MM-DD',
  dayInvalid: 'Enter a day of the calendar, such as 2026-11-20.',
});
