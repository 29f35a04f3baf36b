// The requests of operators about the general ledger, chosen at random. A tenant that enforces controls
// applies every change of its settings; in the other, the samples of all operations must succeed, so that
// requests to enforce a control are rejected there.
import { DEPOSITS } from '../../samples/request-bodies.ts';
import type { PlanChooser, RequestPlan } from './plan.ts';
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

/** The chart of the account codes that entries and loans use, with their types. */
const CHART = {
  '1000': 'ASSET',
  [DEPOSITS]: 'LIABILITY',
  LOANS_RECEIVABLE: 'ASSET',
  INTEREST_RECEIVABLE: 'ASSET',
  FEES_RECEIVABLE: 'ASSET',
  INTEREST_INCOME: 'INCOME',
  FEE_INCOME: 'INCOME',
} as const;

export const listChartPlans = (): RequestPlan[] =>
  Object.entries(CHART).map(([code, type]) => buildDefinition(code, { name: code, type }));

export const ENFORCEMENT: RequestPlan = {
  operation: 'updateGeneralLedgerSettings',
  body: { chart: 'ENFORCED', control_accounts: 'ENFORCED', reason: 'The chart is complete.' },
};

const CHANGES = [
  { time_zone: 'UTC' },
  { time_zone: 'Europe/Berlin' },
  { base_currency: 'USD' },
  { base_currency: 'EUR' },
  { effective_date_window: { days_back: 36_500 } },
  { chart: 'ENFORCED', reason: 'The chart is complete.' },
];
/** Mostly back to what is enforced: without enforced controls, no entry is refused by them. */
const CONTROL_CHANGES = [
  ENFORCEMENT.body,
  { chart: 'ENFORCED' },
  { chart: 'OPEN' },
  { control_accounts: 'ENFORCED' },
  { control_accounts: 'REPORTED' },
];

export const planSettings: PlanChooser = ({ own, draw }) => {
  const changes = own.isControlled && draw() < 0.5 ? CONTROL_CHANGES : CHANGES;
  return { operation: 'updateGeneralLedgerSettings', body: pickRandom(draw, changes) };
};

export const planLedgerAccount: PlanChooser = ({ own, draw }) => {
  const name = `Account ${Math.floor(draw() * 1_000)}`;
  if (own.isControlled && draw() < 0.5) {
    const [code, type] = pickRandom(draw, Object.entries(CHART)) ?? ['1000', 'ASSET'];
    return buildDefinition(code, { name, type, status: draw() < 0.8 ? 'ACTIVE' : 'CLOSED' });
  }
  const type = pickRandom(draw, ['ASSET', 'LIABILITY', 'INCOME']) ?? 'ASSET';
  const status = pickRandom(draw, ['ACTIVE', 'CLOSED']) ?? 'ACTIVE';
  return buildDefinition(`soak-${Math.floor(draw() * CHART_CODES)}`, { name, type, status });
};

function buildDefinition(code: string, body: Readonly<Record<string, string>>): RequestPlan {
  return { operation: 'upsertGeneralLedgerAccount', path: { code }, body };
}

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
  const isAllowed = own.isControlled || request.kind !== 'SETTINGS_CHANGE';
  if (isAllowed && draw() < 0.9) return approval;
  if (draw() < 0.5) {
    return { operation: 'withdrawGeneralLedgerRequest', username: request.maker, path, body: {} };
  }
  return { operation: 'rejectGeneralLedgerRequest', path, body: { reason: 'Not now.' } };
};
