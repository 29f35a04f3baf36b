import { defineMessages } from '../../i18n/messages.ts';

export const fieldText = defineMessages({
  choose: 'Choose a file',
  chooseOne: 'Choose',
  drop: 'Drop the file here',
  remove: 'Remove {name}',
});
