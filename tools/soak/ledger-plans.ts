// The requests of operators about the general ledger, chosen at random. They enforce no control, because
// the samples of other operations must succeed in the same tenant: requests to do so are rejected.
import type { PlanChooser } from './plan.ts';
import { pickAccount, pickRandom, pickRecent } from './random-picks.ts';

/** Long before the soak test, and no sample posts in it. */
export const OLD_PERIODS = ['2019-01', '2019-02'] as const;
const EXTERNAL_IDS = 16;
const CHART_CODES = 6;

/** An identifier that another account may have already. */
export function drawExternalId(draw: () => number): { external_id?: string } {
  const number = Math.floor(draw() * EXTERNAL_IDS);
  return draw() < 0.5 ? { external_id: `core-${number}` } : {};
}

/** The day of a posting in an old period, which may be closed; mostly none. */
export function drawEffectiveDate(draw: () => number): { effective_date?: string } {
  const period = pickRandom(draw, OLD_PERIODS);
  return draw() < 0.2 ? { effective_date: `${period}-15` } : {};
}

export const planMetadata: PlanChooser = (context) => {
  const accountId = pickAccount(context);
  if (accountId === undefined) return undefined;
  const metadata = { branch: `Branch ${Math.floor(context.draw() * 1_000)}` };
  return { operation: 'replaceAccountMetadata', path: { accountId }, body: { metadata } };
};

export const planSettings: PlanChooser = ({ draw }) => {
  const body = pickRandom(draw, [
    { time_zone: 'UTC' },
    { time_zone: 'Europe/Berlin' },
    { base_currency: 'USD' },
    { base_currency: 'EUR' },
    { effective_date_window: { days_back: 36_500 } },
    { chart: 'ENFORCED', reason: 'The chart is complete.' },
  ]);
  return { operation: 'updateGeneralLedgerSettings', body };
};

export const planLedgerAccount: PlanChooser = ({ draw }) => {
  const body = {
    name: `Account ${Math.floor(draw() * 1_000)}`,
    type: pickRandom(draw, ['ASSET', 'LIABILITY', 'INCOME']),
    status: pickRandom(draw, ['ACTIVE', 'CLOSED']),
  };
  const code = `soak-${Math.floor(draw() * CHART_CODES)}`;
  return { operation: 'upsertGeneralLedgerAccount', path: { code }, body };
};

export const planPeriodChange: PlanChooser = ({ draw }) => {
  const period = pickRandom(draw, OLD_PERIODS) ?? '';
  const operation = draw() < 0.6 ? 'closeGeneralLedgerPeriod' : 'reopenGeneralLedgerPeriod';
  const username = draw() < 0.3 ? 'operator' : 'maker';
  return { operation, username, path: { period }, body: { reason: 'Month end.' } };
};

export const planLedgerDecision: PlanChooser = ({ own, draw }) => {
  const request = pickRecent(draw, own.ledgerRequests);
  if (request === undefined) return undefined;
  const path = { requestId: request.id };
  const approval = { operation: 'approveGeneralLedgerRequest', path, body: {} } as const;
  if (request.maker === 'operator' && draw() < 0.3) {
    return { ...approval, username: 'operator', refusal: 'self_approval' };
  }
  if (request.kind !== 'SETTINGS_CHANGE' && draw() < 0.9) return approval;
  return { operation: 'rejectGeneralLedgerRequest', path, body: { reason: 'Not now.' } };
};
