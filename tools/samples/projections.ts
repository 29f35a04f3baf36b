// Samples of the projections, which follow what they show by moments.
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationName } from '../../functions/operations/operations.ts';
import { journalEntry, sharedAccount } from './accounts.ts';
import { sharedLoan } from './loans.ts';
import { made, pageOf } from './sample.ts';
import type { Sample, SampleRequest, World } from './sample.ts';

const PATIENCE_MILLISECONDS = 60_000;
const PAUSE_MILLISECONDS = 50;

interface Status {
  readonly lag_seconds?: number;
}

/** Asks until the answer is as wanted. */
async function until(ask: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MILLISECONDS;
  while (!(await ask())) {
    if (Date.now() > end) throw new Error('The projections have not caught up.');
    await sleep(PAUSE_MILLISECONDS);
  }
}

/** The request, once the projection has caught up with what it asks for. */
async function caughtUp(
  { call }: World,
  name: OperationName,
  request: SampleRequest,
): Promise<SampleRequest> {
  await until(() =>
    call(name, request).then(
      () => true,
      () => false,
    ),
  );
  return request;
}

/** The first page of a projection, once what is made stands on it. */
function listed(name: OperationName, make: (world: World) => Promise<string>): Sample {
  return pageOf(async (world) => {
    await make(world);
    await until(async () => ((await world.call(name)) as readonly unknown[]).length > 0);
  });
}

const product = { id: 'sample-publication', type: 'CURRENT_ACCOUNT', config: {} };

function sharedPublication(world: World): Promise<string> {
  return world.once('publication', () => made(world, 'upsertProduct', { body: product }));
}

export const projectionSamples = {
  // Once nothing lags: what it asks of the store would be more before.
  getProjectionStatus: async (world) => {
    await sharedAccount(world);
    await until(async () => {
      const all = (await world.call('getProjectionStatus')) as readonly Status[];
      return all.every(({ lag_seconds: lag }) => lag === 0);
    });
    return {};
  },
  listLoanActivity: listed('listLoanActivity', sharedLoan),
  getLoanActivity: async (world) =>
    caughtUp(world, 'getLoanActivity', { path: { loanId: await sharedLoan(world) } }),
  listLedgerActivity: listed('listLedgerActivity', sharedAccount),
  getLedgerActivity: async (world) =>
    caughtUp(world, 'getLedgerActivity', {
      path: { journalEntryId: await world.once('journal entry', () => journalEntry(world)) },
    }),
  listProductPublications: listed('listProductPublications', sharedPublication),
  getProductPublication: async (world) =>
    caughtUp(world, 'getProductPublication', {
      path: { productId: await sharedPublication(world) },
    }),
} satisfies Partial<Record<OperationName, Sample>>;
