// Samples of accounting periods and general-ledger requests.
import type { OperationName } from '../../../functions/operations/operations.ts';
import { waitUntil } from '../projections.ts';
import { createSample, buildListSample, waitFor } from '../sample.ts';
import type { Sample, SampleContext } from '../sample.ts';

// A month that has ended, and in which no other sample posts.
const PERIOD = '2020-01';
const closing = { path: { period: PERIOD }, body: { reason: 'The month is complete.' } };
const reopening = { path: { period: PERIOD }, body: { reason: 'An invoice is missing.' } };

const MONTHS = 12;
const FIRST_YEAR = 1000;

/** A month that no other sample has named. */
function chooseMonth({ unique }: SampleContext): string {
  const count = Number(unique().split('_').at(-1));
  const year = FIRST_YEAR + Math.floor(count / MONTHS);
  return `${year}-${String((count % MONTHS) + 1).padStart(2, '0')}`;
}

const submitClosing = (context: SampleContext, period = PERIOD) =>
  createSample(context, 'closeGeneralLedgerPeriod', { ...closing, path: { period } });
const readSharedRequest = (context: SampleContext) =>
  context.once('closing request', () => submitClosing(context));

async function approveClosing(context: SampleContext, period: string): Promise<void> {
  const requestId = await submitClosing(context, period);
  await context.call('approveGeneralLedgerRequest', { path: { requestId }, body: {} });
}

async function closePeriod(context: SampleContext, period: string): Promise<string> {
  await approveClosing(context, period);
  return waitForClosing(context, period);
}

function waitForClosing(context: SampleContext, period: string): Promise<string> {
  const findClosed = async () => {
    const read = { path: { period } };
    const { state, failure_reason: reason } = (await context.call(
      'getGeneralLedgerPeriod',
      read,
    )) as { readonly state: string; readonly failure_reason?: string };
    if (state === 'CLOSED') return period;
    if (state !== 'CLOSING') {
      throw new Error(`The closing of ${period} has ended as ${state}: ${reason ?? 'no reason'}.`);
    }
    return undefined;
  };
  return waitFor(findClosed, { late: `The closing of ${period} does not end.` });
}

const readClosedPeriod = (context: SampleContext) =>
  context.once('closed period', () => closePeriod(context, chooseMonth(context)));

// A year of which one entry is posted, and its months.
const YEAR = '2018-01';
const MONTH_NUMBERS = Array.from({ length: MONTHS }, (_, month) => month + 1);
const SALE = {
  ledger_lines: [
    { account_code: '1800-BANK', debit_amount: '950.00' },
    { account_code: '7000-FEES', credit_amount: '950.00' },
  ],
  currency: 'EUR',
  effective_date: '2018-06-30',
};
const YEAR_CHART = { '1800-BANK': 'ASSET', '7000-FEES': 'INCOME', '3000-RESERVES': 'EQUITY' };

async function closeMonths(context: SampleContext): Promise<string> {
  for (const [code, type] of Object.entries(YEAR_CHART)) {
    const account = { path: { code }, body: { name: code.slice(5), type } };
    await context.call('upsertGeneralLedgerAccount', account);
  }
  await context.call('postJournalEntry', { body: SALE });
  const periods = MONTH_NUMBERS.map((month) => `2018-${String(month).padStart(2, '0')}`);
  for (const period of periods) await approveClosing(context, period);
  for (const period of periods) await waitForClosing(context, period);
  await waitUntil('getTrialBalance', async () => {
    const { projection } = (await context.call('getTrialBalance')) as {
      readonly projection: { readonly lag_seconds?: number };
    };
    return projection.lag_seconds === 0;
  });
  return YEAR;
}

export const accountingPeriodSamples = {
  listGeneralLedgerPeriods: buildListSample(readClosedPeriod),
  getGeneralLedgerPeriod: async (context) => ({
    path: { period: await readClosedPeriod(context) },
  }),
  closeGeneralLedgerPeriod: () => closing,
  reopenGeneralLedgerPeriod: async (context) => ({
    ...reopening,
    path: { period: await readClosedPeriod(context) },
  }),
  closeGeneralLedgerYear: async (context) => ({
    path: { year: await context.once('closed year', () => closeMonths(context)) },
    body: {
      equity_account_code: '3000-RESERVES',
      reference: 'Resolution 2018/14',
      reason: 'The books of the year are complete.',
    },
  }),
  listGeneralLedgerRequests: buildListSample(readSharedRequest),
  getGeneralLedgerRequest: async (context) => ({
    path: { requestId: await readSharedRequest(context) },
  }),
  // A period is closed once: the approval of a second request would make that one FAILED.
  approveGeneralLedgerRequest: async (context) => ({
    path: { requestId: await submitClosing(context, chooseMonth(context)) },
    body: {},
  }),
  rejectGeneralLedgerRequest: async (context) => ({
    path: { requestId: await submitClosing(context) },
    body: { reason: 'Not needed.' },
  }),
  withdrawGeneralLedgerRequest: async (context) => ({
    path: { requestId: await submitClosing(context) },
    body: { reason: 'Requested twice.' },
  }),
} satisfies Partial<Record<OperationName, Sample>>;
