// Sequences about the general ledger: its chart, the dates of entries, and accounting periods.
import type { SettingsChange } from '../oracle-state.ts';
import { CHARTED_CODES, PLAIN_ACCOUNT } from '../general-ledger/ledger-commands.ts';
import { REVERSAL } from './money-sequences.ts';
import {
  buildCommand,
  buildDecision,
  buildStep,
  buildSteps,
  buildWithdrawal,
  FUNDS,
  ownReference,
  WHOLE_AMOUNT,
} from './steps.ts';

const buildChange = (change: SettingsChange) =>
  buildCommand({ do: 'set', change, hasReason: true });
const buildPosting = (effectiveDays?: number) =>
  buildCommand({ do: 'post', entry: { ...FUNDS, effectiveDays } });

/** Two operators enforce the control. */
export function buildEnforcement(control: 'control_accounts' | 'chart') {
  return buildSteps(buildChange({ [control]: 'ENFORCED' }), buildDecision('ledger'));
}

export const CHART = buildSteps(
  ...CHARTED_CODES.map((code) => buildCommand({ do: 'define', code, account: PLAIN_ACCOUNT })),
);

const buildUnusable = (change: { readonly status: 'CLOSED' } | { readonly currency: string }) => [
  buildCommand({ do: 'define', code: '1000', account: { ...PLAIN_ACCOUNT, ...change } }),
  buildPosting(),
];

/** An account of the chart takes no lines from now on. */
export const CLOSED_ACCOUNT = buildSteps(...buildUnusable({ status: 'CLOSED' }));
/** An account of the chart takes lines in another currency only. */
export const FOREIGN_ACCOUNT = buildSteps(...buildUnusable({ currency: 'USD' }));

/** The chart is enforced while accounts of it change, and no longer. */
export const ENFORCED_CHART = [
  ...CHART,
  ...buildEnforcement('chart'),
  ...CLOSED_ACCOUNT,
  ...FOREIGN_ACCOUNT,
  ...buildSteps(
    buildCommand({ do: 'post', entry: { ...FUNDS, moves: [] } }),
    buildCommand({ do: 'define', code: '1000', account: { ...PLAIN_ACCOUNT, parent: '3000' } }),
    buildChange({ chart: 'OPEN' }),
    buildCommand({ do: 'decide', on: 'ledger', request: ownReference(0), how: 'approve' }),
    buildDecision('ledger', 'reject'),
    buildChange({ chart: 'OPEN' }),
    buildCommand(
      { do: 'decide', on: 'ledger', request: ownReference(0), how: 'withdraw' },
      { by: 'grace' },
    ),
    buildWithdrawal('ledger'),
    buildChange({ chart: 'OPEN' }),
    buildDecision('ledger'),
  ),
];

/** An entry of lines alone is in the base currency. */
export const BASE_CURRENCY = buildSteps(
  buildChange({ base_currency: 'USD' }),
  buildCommand({ do: 'post', entry: { ...FUNDS, moves: [] } }),
);

export const DATED_OUTSIDE_WINDOW = buildSteps(
  buildChange({ effective_date_window: { days_ahead: 0 } }),
  buildPosting(1),
  buildPosting(0),
  // Tomorrow is today there.
  buildChange({
    time_zone: 'Europe/Berlin',
    effective_date_window: { days_back: 0, days_ahead: 0 },
  }),
  buildPosting(1),
  buildPosting(0),
  buildChange({ time_zone: 'UTC', effective_date_window: {} }),
);

/** So many days before today is February. */
const FEBRUARY = -40;
const closing = (period: string) => buildCommand({ do: 'close', period });

/** An entry of a closed period is reversed, then the period is reopened. */
export const REOPENED_PERIOD = buildSteps(
  buildPosting(FEBRUARY),
  closing('2026-02'),
  buildDecision('ledger'),
  buildPosting(FEBRUARY),
  buildCommand(REVERSAL),
  buildDecision('adjustment'),
  closing('2026-02'),
  buildCommand({ do: 'reopen', period: '2026-02' }),
  buildDecision('ledger'),
  buildPosting(FEBRUARY),
  buildCommand({ do: 'reopen', period: '2026-02' }),
);

/** Of two requests to close the period, the other is approved once it has been reopened. */
export const OUTDATED_CLOSING = buildSteps(
  closing('2026-02'),
  closing('2026-02'),
  buildDecision('ledger'),
  buildCommand({ do: 'reopen', period: '2026-02' }),
  buildDecision('ledger'),
  buildDecision('ledger', 'approve', 2),
);

/** Entries of the period are posted while its closing is approved, some of them too late. */
export const LATE_ENTRIES = [
  ...buildSteps(closing('2026-02')),
  buildStep(
    buildDecision('ledger'),
    buildPosting(FEBRUARY),
    buildPosting(FEBRUARY),
    buildPosting(FEBRUARY),
  ),
  ...buildSteps(
    buildPosting(FEBRUARY),
    buildCommand({ do: 'reopen', period: '2026-02' }),
    buildDecision('ledger'),
  ),
];

/** The month that has ended in Berlin is closed, and today is a day of it again. */
export const CLOSED_TODAY = buildSteps(
  closing('2026-03'),
  buildChange({ time_zone: 'Europe/Berlin' }),
  closing('2026-03'),
  closing('2026-03'),
  buildDecision('ledger'),
  buildDecision('ledger', 'approve', 1),
  buildChange({ time_zone: 'UTC' }),
  buildCommand({ do: 'transact', loan: ownReference(0), type: 'FEE', lending: WHOLE_AMOUNT }),
  buildCommand(REVERSAL),
  buildChange({ time_zone: 'Europe/Berlin' }),
);
