// Samples of the projections, which follow what they show by moments.
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationName } from '../../functions/operations.ts';
import { journalEntry } from './accounts.ts';
import { sharedLoan } from './loans.ts';
import { made } from './sample.ts';
import type { Sample, SampleRequest, World } from './sample.ts';

const PATIENCE_MILLISECONDS = 10_000;
const PAUSE_MILLISECONDS = 50;

/** The request, once the projection has caught up with what it asks for. */
async function caughtUp(
  { call }: World,
  name: OperationName,
  request: SampleRequest,
): Promise<SampleRequest> {
  const until = Date.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    try {
      await call(name, request);
      return request;
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(PAUSE_MILLISECONDS);
    }
  }
}

const product = { id: 'sample-publication', type: 'CURRENT_ACCOUNT', config: {} };

const list = () => ({ query: { limit: '20' } });

export const projectionSamples = {
  getProjectionStatus: () => ({}),
  listLoanActivity: list,
  getLoanActivity: async (world) =>
    caughtUp(world, 'getLoanActivity', { path: { loanId: await sharedLoan(world) } }),
  listLedgerActivity: list,
  getLedgerActivity: async (world) =>
    caughtUp(world, 'getLedgerActivity', {
      path: { journalEntryId: await world.once('journal entry', () => journalEntry(world)) },
    }),
  listProductPublications: list,
  getProductPublication: async (world) => {
    const productId = await world.once('publication', () =>
      made(world, 'upsertProduct', { body: product }),
    );
    return caughtUp(world, 'getProductPublication', { path: { productId } });
  },
} satisfies Partial<Record<OperationName, Sample>>;
