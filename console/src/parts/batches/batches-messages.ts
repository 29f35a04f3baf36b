import { defineMessages } from '../../i18n/messages.ts';

export const batchTexts = defineMessages({
  export: 'Export',
  import: 'Import',
  exportName: '{from} to {to}, {code}',
  schedule: 'Schedule',
});
