// Apart from the other texts of the page, which are loaded with it.
import { defineMessages } from '../../i18n/messages.ts';

export const schedulesTitles = defineMessages({
  title: 'Schedules of exports',
  parent: 'Exports and imports',
});
