import { defineMessages } from '../../i18n/messages.ts';

export const batchesText = defineMessages({
  name: 'Name',
  kind: 'Kind',
  batch: 'Batch',
  status: 'Status',
  processed: 'Processed',
  processedOf: '{processed} of {total}',
  requested: 'Requested',
  requestedBy: 'Requested by',
  anyKind: 'Exports and imports',
  exports: 'Exports',
  imports: 'Imports',
  anyStatus: 'Any status',
  clear: 'Clear',
  none: 'There are no exports or imports yet.',
  noMatch: 'No export or import matches.',
  askForExport: 'Ask for an export',
  schedules: 'Schedules',
  importFile: 'Import a file',
});
