// Samples of the projections, which lag behind the ledger by moments.
import type { OperationName } from '../../functions/operations/operations.ts';
import { postSampleEntry, readSharedAccount } from './accounts.ts';
import { readSharedLoan } from './loans.ts';
import { createSample, buildListSample, waitFor } from './sample.ts';
import type { Sample, SampleRequest, SampleContext } from './sample.ts';

const PAUSE_MS = 50;

interface ProjectionLag {
  readonly lag_seconds?: number;
}

/** Polls until the condition is true of what the operation shows. */
export async function waitUntil(
  name: OperationName,
  isReached: () => Promise<boolean>,
): Promise<void> {
  const late = `${name} does not show what was awaited.`;
  await waitFor(async () => (await isReached()) || undefined, { pauseMs: PAUSE_MS, late });
}

/** Returns the request as soon as it succeeds, because the projection then has the record. */
async function waitUntilProjected(
  { call }: SampleContext,
  name: OperationName,
  request: SampleRequest,
): Promise<SampleRequest> {
  await waitUntil(name, () =>
    call(name, request).then(
      () => true,
      () => false,
    ),
  );
  return request;
}

/** The first page of a projection, as soon as it shows the record that `create` has created. */
function buildProjectedList(
  name: OperationName,
  create: (context: SampleContext) => Promise<string>,
): Sample {
  return buildListSample(async (context) => {
    await create(context);
    await waitUntil(
      name,
      async () => ((await context.call(name)) as readonly unknown[]).length > 0,
    );
  });
}

const product = { id: 'sample-publication', type: 'CURRENT_ACCOUNT', config: {} };

function readSharedPublication(context: SampleContext): Promise<string> {
  return context.once('publication', () =>
    createSample(context, 'upsertProduct', { body: product }),
  );
}

export const projectionSamples = {
  // Waits until no projection lags, because before that the operation sends more requests to the store.
  getProjectionStatus: async (context) => {
    await readSharedAccount(context);
    await waitUntil('getProjectionStatus', async () => {
      const projections = (await context.call('getProjectionStatus')) as readonly ProjectionLag[];
      return projections.every(({ lag_seconds: lag }) => lag === 0);
    });
    return {};
  },
  listLoanActivity: buildProjectedList('listLoanActivity', readSharedLoan),
  getLoanActivity: async (context) =>
    waitUntilProjected(context, 'getLoanActivity', {
      path: { loanId: await readSharedLoan(context) },
    }),
  listLedgerActivity: buildProjectedList('listLedgerActivity', readSharedAccount),
  getLedgerActivity: async (context) =>
    waitUntilProjected(context, 'getLedgerActivity', {
      path: { journalEntryId: await context.once('journal entry', () => postSampleEntry(context)) },
    }),
  listProductPublications: buildProjectedList('listProductPublications', readSharedPublication),
  getProductPublication: async (context) =>
    waitUntilProjected(context, 'getProductPublication', {
      path: { productId: await readSharedPublication(context) },
    }),
} satisfies Partial<Record<OperationName, Sample>>;
