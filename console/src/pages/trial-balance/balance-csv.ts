import type { TrialBalanceRow } from '../../../../client/client.ts';
import type { CsvFileColumn } from '../../parts/reports/csv-file.ts';
import { trialBalanceText } from './messages.ts';

export const balanceCsvColumns: readonly CsvFileColumn<TrialBalanceRow>[] = [
  { heading: trialBalanceText('code'), cell: ({ code }) => code },
  { heading: trialBalanceText('name'), cell: ({ name }) => name ?? '' },
  { heading: trialBalanceText('type'), cell: ({ type }) => type ?? '' },
  { heading: trialBalanceText('currency'), cell: ({ currency }) => currency },
  { heading: trialBalanceText('opening'), cell: ({ opening }) => opening },
  { heading: trialBalanceText('debits'), cell: ({ debits }) => debits },
  { heading: trialBalanceText('credits'), cell: ({ credits }) => credits },
  { heading: trialBalanceText('closing'), cell: ({ closing }) => closing },
];
