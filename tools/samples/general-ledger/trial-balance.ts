// Samples of the general ledger, which lags behind the journal by moments. Their entries have currencies
// of their own, so that other samples do not change the balances.
import type { OperationName } from '../../../functions/operations/operations.ts';
import { waitUntil } from '../projections.ts';
import { buildAccountBody, buildCreditBody } from '../request-bodies.ts';
import { createSample } from '../sample.ts';
import type { Sample, SampleContext, SampleRequest } from '../sample.ts';

const CURRENCY = 'CHF';
const PERIOD = { from: '2025-11-01', to: '2025-11-30', currency: CURRENCY };

function postSharedEntry(context: SampleContext): Promise<string> {
  return context.once('entry in the general ledger', async () => {
    const account = buildAccountBody({ currency: CURRENCY });
    const id = await createSample(context, 'createAccount', { body: account });
    const entry = buildCreditBody(id, '250.00', CURRENCY);
    const body = { ...entry, effective_date: '2025-11-20', description: 'Cash deposit' };
    return createSample(context, 'postJournalEntry', { body });
  });
}

const TIE_OUT = { as_of: '2025-11-30', currency: 'NOK' };

/** Posts an entry that matches its control account, and one of 700.00 whose lines are 1.00. */
function postTiedEntries(context: SampleContext): Promise<string> {
  return context.once('entries of the tie-out', async () => {
    const { currency } = TIE_OUT;
    const account = buildAccountBody({ currency });
    const id = await createSample(context, 'createAccount', { body: account });
    const post = (body: object) =>
      createSample(context, 'postJournalEntry', {
        body: { ...body, effective_date: '2025-11-20' },
      });
    await post(buildCreditBody(id, '250.00', currency));
    const { ledger_lines } = buildCreditBody(id, '1.00', currency);
    return post({ ...buildCreditBody(id, '700.00', currency), ledger_lines });
  });
}

/** Returns the tie-out as soon as the general ledger has its entries and nothing is late. */
async function readTiedEntries(context: SampleContext): Promise<SampleRequest> {
  await postTiedEntries(context);
  await waitUntil('getTieOut', async () => {
    const { items, projection } = (await context.call('getTieOut', { query: TIE_OUT })) as {
      readonly items: readonly unknown[];
      readonly projection: { readonly lag_seconds?: number };
    };
    return items.length > 0 && projection.lag_seconds === 0;
  });
  return { query: TIE_OUT };
}

/** Returns the request as soon as the general ledger has the shared entry and nothing is late. */
async function waitUntilCounted(
  context: SampleContext,
  request: SampleRequest,
): Promise<SampleRequest> {
  await postSharedEntry(context);
  // Before its first line, the list of an account's lines is 404.
  await waitUntil('getTrialBalance', async () => {
    const { items, projection } = (await context.call('getTrialBalance', { query: PERIOD })) as {
      readonly items: readonly unknown[];
      readonly projection: { readonly lag_seconds?: number };
    };
    return items.length > 0 && projection.lag_seconds === 0;
  });
  return request;
}

export const trialBalanceSamples = {
  getTieOut: readTiedEntries,
  getTrialBalance: (context) => waitUntilCounted(context, { query: PERIOD }),
  listLedgerAccountLines: (context) =>
    waitUntilCounted(context, { path: { code: 'CUSTOMER_DEPOSITS' }, query: PERIOD }),
  getLedgerAccountBalances: (context) =>
    waitUntilCounted(context, {
      path: { code: 'CUSTOMER_DEPOSITS' },
      query: { ...PERIOD, to: '2025-12-31', interval: 'month' },
    }),
} satisfies Partial<Record<OperationName, Sample>>;
