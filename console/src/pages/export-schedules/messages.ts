import { SCHEDULE_WORDS } from '../../../../client/schedules/schedule-words.ts';
import { defineMessages } from '../../i18n/messages.ts';

export const schedulesText = defineMessages({
  none: 'No export is scheduled.',
  noneSentence: 'An administrator sets a monthly export with this command:',
  command: 'npm run admin -- schedule set TENANT --code LEGAL_BASIS --stage STAGE',
  name: 'Monthly export, {code}',
  words: SCHEDULE_WORDS,
  legalBasis: 'Legal basis',
  format: 'Format',
  formatByCode: 'By the legal basis',
  retention: 'Locked',
  retentionYears: {
    one: '{count} year after the end of the month',
    other: '{count} years after the end of the month',
  },
  setAt: 'Set',
  nextRuns: 'Next runs',
  nextRun: '{wait}: {month}, locked until {until}.',
  runNow: 'Run now',
  runQuestion:
    'Export {month} now? The files will be locked until {until}: no one can delete them earlier.',
  runRepeated: 'The schedule will export this month too: {wait}.',
  runKnown: 'This month has been exported for this legal basis before:',
});
