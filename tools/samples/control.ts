// Samples of requests that a second person decides.
import type { OperationName } from '../../functions/operations/operations.ts';
import { fundedAccount, journalEntry } from './accounts.ts';
import { made, pageOf } from './sample.ts';
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

const sharedFreeze = (world: World) => world.once('freeze request', () => freezeRequest(world));
const sharedReversal = (world: World) =>
  world.once('reversal request', () => reversalRequest(world));

export const controlSamples = {
  submitAccountStatusTransition: freezing,
  listAccountLifecycleRequests: pageOf(sharedFreeze),
  getAccountLifecycleRequest: async (world) => ({
    path: { requestId: await sharedFreeze(world) },
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
  listFinancialAdjustmentRequests: pageOf(sharedReversal),
  getFinancialAdjustmentRequest: async (world) => ({
    path: { requestId: await sharedReversal(world) },
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
