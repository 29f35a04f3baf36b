// A fiscal year is closed, and closed again for what is posted later.
import type { LedgerAccountBody } from '../../general-ledger/chart.ts';
import type { HistoryCommand } from '../commands.ts';
import { buildCommand, buildDecision, buildSteps, FUNDS } from './steps.ts';
import type { SequenceStep } from './steps.ts';

const [YEAR, OVERLAPPING_YEAR] = ['2025-03', '2025-04'];
const LAST = '2026-02';
const OTHER_MONTHS = [
  ...Array.from({ length: 10 }, (_, index) => `2025-${String(index + 3).padStart(2, '0')}`),
  '2026-01',
];
/** So many days before today are the last month and December. */
const [IN_LAST, IN_DECEMBER] = [-40, -100];

const TYPES = {
  '1000': 'EXPENSE',
  '2000': 'INCOME',
  '3000': 'EQUITY',
  CUSTOMER_DEPOSITS: 'LIABILITY',
} as const;

const buildDefinition = (code: string, type: LedgerAccountBody['type']) =>
  buildCommand({ do: 'define', code, account: { name: 'Deposits', type } });
const buildPosting = (effectiveDays: number, isTied = true) =>
  buildCommand({ do: 'post', entry: { ...FUNDS, isTied, effectiveDays } });
const buildClosing = (year: string = YEAR, equity = '3000') =>
  buildCommand({ do: 'close year', year, equity, hasReference: true });
const change = (name: 'close' | 'reopen', period = LAST): HistoryCommand[] => [
  buildCommand({ do: name, period }),
  buildDecision('ledger'),
];
const approval = buildDecision('ledger');
const READ = buildCommand({
  do: 'read',
  at: 'getGeneralLedgerPeriod',
  record: { owner: 'own', nth: 1 },
});

const buildAwaiting = (...commands: HistoryCommand[]): SequenceStep[] =>
  buildSteps(...commands).map((step) => ({ ...step, awaitsBackground: true }));
const buildHasty = (...commands: HistoryCommand[]): SequenceStep[] =>
  buildSteps(...commands).map((step) => ({ ...step, awaitsBackground: false }));

const closeMonths = buildAwaiting(
  buildPosting(IN_LAST, false),
  buildPosting(IN_DECEMBER),
  buildClosing(),
  ...OTHER_MONTHS.flatMap((period) => change('close', period)),
  ...change('close'),
  READ,
);

export const CLOSED_YEAR: readonly SequenceStep[] = [
  ...buildSteps(...Object.entries(TYPES).map(([code, type]) => buildDefinition(code, type))),
  ...closeMonths,
  ...buildHasty(buildClosing()),
  ...buildAwaiting(
    buildClosing(YEAR, '1000'),
    ...Array.from({ length: 4 }, () => buildClosing()),
    approval,
  ),
  // The entries of the closing are not counted yet.
  ...buildHasty(buildDecision('ledger', 'approve', 1)),
  ...buildAwaiting(
    buildDecision('ledger', 'approve', 1),
    buildClosing(),
    buildClosing(OVERLAPPING_YEAR),
    ...change('reopen'),
    buildPosting(IN_LAST, false),
    buildDecision('ledger', 'approve', 3),
    ...change('close'),
    buildDecision('ledger', 'approve', 5),
    buildClosing(),
    approval,
  ),
];
