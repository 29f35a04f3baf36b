// Samples of accounting periods and general-ledger requests.
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationName } from '../../../functions/operations/operations.ts';
import { createSample, buildListSample } from '../sample.ts';
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

async function closePeriod(context: SampleContext): Promise<string> {
  const period = chooseMonth(context);
  const requestId = await submitClosing(context, period);
  await context.call('approveGeneralLedgerRequest', { path: { requestId }, body: {} });
  for (;;) {
    const read = { path: { period } };
    const { state } = (await context.call('getGeneralLedgerPeriod', read)) as { state: string };
    if (state === 'CLOSED') return period;
    if (state !== 'CLOSING') throw new Error(`The closing of ${period} has ended as ${state}.`);
    await sleep(100);
  }
}

const readClosedPeriod = (context: SampleContext) =>
  context.once('closed period', () => closePeriod(context));

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
} satisfies Partial<Record<OperationName, Sample>>;
