// Samples of requests that a second person decides.
import type { OperationName } from '../../functions/operations.ts';
import { fundedAccount, journalEntry } from './accounts.ts';
import { made } from './sample.ts';
import type { Sample, World } from './sample.ts';

const freeze = { transition: 'FREEZE', reason: 'The card was lost.' };
const rejection = { reason: 'Not needed.' };

async function freezing(world: World) {
  return { path: { accountId: await fundedAccount(world) }, body: freeze };
}

async function freezeRequest(world: World): Promise<string> {
  return made(world, 'submitAccountStatusTransition', await freezing(world));
}

async function reversing(world: World) {
  return {
    body: {
      target_type: 'JOURNAL_ENTRY',
      target_id: await journalEntry(world),
      adjustment_type: 'REVERSAL',
      reason: 'The payment was made twice.',
    },
  };
}

async function reversalRequest(world: World): Promise<string> {
  return made(world, 'submitFinancialAdjustmentRequest', await reversing(world));
}

const page: Sample = () => ({ query: { limit: '20' } });

export const controlSamples = {
  submitAccountStatusTransition: freezing,
  listAccountLifecycleRequests: page,
  getAccountLifecycleRequest: async (world) => ({
    path: { requestId: await world.once('freeze request', () => freezeRequest(world)) },
  }),
  approveAccountLifecycleRequest: async (world) => ({
    path: { requestId: await freezeRequest(world) },
    body: {},
  }),
  rejectAccountLifecycleRequest: async (world) => ({
    path: { requestId: await freezeRequest(world) },
    body: rejection,
  }),
  submitFinancialAdjustmentRequest: reversing,
  listFinancialAdjustmentRequests: page,
  getFinancialAdjustmentRequest: async (world) => ({
    path: { requestId: await world.once('reversal request', () => reversalRequest(world)) },
  }),
  approveFinancialAdjustmentRequest: async (world) => ({
    path: { requestId: await reversalRequest(world) },
    body: {},
  }),
  rejectFinancialAdjustmentRequest: async (world) => ({
    path: { requestId: await reversalRequest(world) },
    body: rejection,
  }),
} satisfies Partial<Record<OperationName, Sample>>;
