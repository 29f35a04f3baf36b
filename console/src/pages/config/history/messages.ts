import { defineMessages } from '../../../i18n/messages.ts';

export const historyText = defineMessages({
  title: 'Versions',
  version: 'Version',
  versionNumber: 'Version {version}',
  changed: 'Changed',
  changedBy: 'By',
  change: 'Change',
  created: 'Created',
  updated: 'Changed',
  deleted: 'Deleted',
  published: 'Published',
  replaced: 'Replaced',
  request: 'Approved request',
  openRequest: 'Open the request',
  none: 'There are no versions yet.',
  differences: 'What version {version} changed',
  first: 'Version 1 is the first one.',
  missing: 'There is no version {version}.',
  closeVersion: 'Close the version',
  deletion: 'This version is the deletion.',
});
