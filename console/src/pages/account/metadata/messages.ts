import { defineMessages } from '../../../i18n/messages.ts';

export const accountMetadataText = defineMessages({
  title: 'Metadata',
  none: 'This account has no metadata.',
  change: 'Change the metadata',
  save: 'Save the metadata',
  outdated: 'The metadata has changed since you opened this. What you save replaces all of it.',
});
