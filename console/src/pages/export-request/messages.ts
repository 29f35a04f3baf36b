import { defineMessages } from '../../i18n/messages.ts';

export const exportText = defineMessages({
  intro:
    'An export is one file with every journal entry that was posted in a period. It is made in the background.',
  from: 'First day (UTC)',
  to: 'Last day (UTC)',
  dayHint: 'YYYY-MM-DD',
  dayInvalid: 'Enter a day of the calendar, such as 2026-10-31.',
  periodReversed: 'Enter a last day that is not before the first.',
  periodAhead: 'Enter a first day that is not in the future.',
  code: 'Legal basis',
  codeHint:
    'Names the law behind the export, and chooses the format: FEC and a SIREN, such as FEC-552100554, for a French FEC.',
  codeInvalid: 'Enter the legal basis: 1 to 64 characters on one line, a visible one first.',
  until: 'Locked until',
  untilHint:
    'No one can delete the files before the end of this day, so it cannot be corrected later.',
  untilEarly: 'Enter a day after the period and after today.',
  format: 'Format',
  formatByCode: 'By the legal basis; CSV if it is not known',
  formatCsv: 'CSV',
  formatFec: 'FEC',
  encoding: 'Character set of a FEC',
  encodingDefault: 'UTF-8',
  review: 'Review',
  reviewTitle: 'Ask for this export?',
  reviewLock: 'Its files will be locked until {until}. No one can delete them earlier.',
  period: 'Period (UTC days)',
  periodDays: '{from} to {to}',
  open: 'Open the export',
  leave: 'Leave this page? What you entered is lost.',
  leaveUnknown: 'Leave this page? Whether the export was requested is not known yet.',
});
