import { defineMessages } from '../../i18n/messages.ts';

export const importText = defineMessages({
  intro:
    'An import checks every record of a file and lists every fault. It posts nothing; only a chart of accounts is applied.',
  file: 'File',
  fileHint:
    'CSV, or NDJSON with a JSON object on each line; at most 5 GiB. Drop it here or choose it.',
  fileMissing: 'Choose a file.',
  fileTooLarge: 'Choose a file of at most 5 GiB.',
  mediaType: 'Format',
  csv: 'CSV',
  ndjson: 'NDJSON',
  recordType: 'The records are',
  recordTypeMissing: 'Choose what the records are.',
  accounts: 'Accounts',
  openingBalances: 'Opening balances',
  journalEntries: 'Lines of journal entries',
  chart: 'Accounts of the general ledger',
  chartHint: 'They are added to the chart of accounts, or replace what has their code.',
  entity: 'Records of an entity schema',
  entityName: 'Name of the entity schema',
  entityMissing: 'Enter the name of the entity schema.',
  options: 'How the file is written',
  delimiter: 'Separator of columns',
  comma: 'Comma',
  semicolon: 'Semicolon',
  tab: 'Tab',
  bar: 'Bar',
  decimal: 'Decimal separator',
  point: 'Point',
  dateFormat: 'Form of days',
  dateFormatHint:
    'YYYY, MM and DD in the order of the file, such as DD.MM.YYYY; by default YYYY-MM-DD.',
  dateFormatInvalid: 'Enter YYYY, MM and DD once each, such as DD.MM.YYYY.',
  encoding: 'Character set',
  encodingByFile: 'As the file says, or UTF-8',
  mapping: 'Headings',
  mappingHint:
    'One line for each heading that differs from its field: heading = field. Nothing after the sign leaves the column out.',
  mappingInvalid: 'Write each line as: heading = field.',
  submit: 'Import',
  chartPreview: 'What this would change in the chart',
  chartChanges: 'Accounts that are added or changed',
  chartPreviewCounts:
    '{added} added, {changed} changed, {unchanged} as they are. Accounts that the file does not name stay.',
  chartPreviewLarge: 'The file is too large to be compared here. The import finds its faults.',
  chartPreviewUnreadable:
    'The file cannot be read as it is described above. Correct that, or import it to see its faults.',
  waiting: 'Waiting for approval',
  waitingSentence: 'Another operator must approve this import before the file is read.',
  waitingUpload:
    'The file is not sent yet. Keep this page open, and it is sent as soon as the import is approved; or send it later from the page of the request.',
  waitingUploadUnread:
    'The file is not sent yet. After the approval, an operator who may read requests sends it from the page of the request.',
  refusedTitle: 'The import was not approved',
  refusedSentence: 'Its request has the reason. The file was not sent.',
  openRequest: 'Open the request',
  open: 'Open the import',
  leave: 'Leave this page? What you entered is lost.',
  leaveUnknown: 'Leave this page? The import is not finished.',
});
