// Samples of lifecycle and adjustment requests, which a checker decides.
import type { OperationName } from '../../functions/operations/operations.ts';
import { createFundedAccount, postSampleEntry } from './accounts.ts';
import { buildAdjustmentBody, buildTransitionBody } from './request-bodies.ts';
import { createSample, buildListSample } from './sample.ts';
import type { Sample, SampleContext } from './sample.ts';

const rejectionBody = { reason: 'Not needed.' };
const withdrawalBody = { reason: 'Requested twice.' };

async function buildFreezeRequest(context: SampleContext) {
  return { path: { accountId: await createFundedAccount(context) }, body: buildTransitionBody() };
}

async function submitFreeze(context: SampleContext): Promise<string> {
  return createSample(context, 'submitAccountStatusTransition', await buildFreezeRequest(context));
}

async function buildReversalRequest(context: SampleContext) {
  return { body: buildAdjustmentBody('JOURNAL_ENTRY', await postSampleEntry(context)) };
}

async function submitReversal(context: SampleContext): Promise<string> {
  return createSample(
    context,
    'submitFinancialAdjustmentRequest',
    await buildReversalRequest(context),
  );
}

const readSharedFreeze = (context: SampleContext) =>
  context.once('freeze request', () => submitFreeze(context));
const readSharedReversal = (context: SampleContext) =>
  context.once('reversal request', () => submitReversal(context));

export const controlSamples = {
  submitAccountStatusTransition: buildFreezeRequest,
  listAccountLifecycleRequests: buildListSample(readSharedFreeze),
  getAccountLifecycleRequest: async (context) => ({
    path: { requestId: await readSharedFreeze(context) },
  }),
  approveAccountLifecycleRequest: async (context) => ({
    path: { requestId: await submitFreeze(context) },
    body: {},
  }),
  rejectAccountLifecycleRequest: async (context) => ({
    path: { requestId: await submitFreeze(context) },
    body: rejectionBody,
  }),
  withdrawAccountLifecycleRequest: async (context) => ({
    path: { requestId: await submitFreeze(context) },
    body: withdrawalBody,
  }),
  submitFinancialAdjustmentRequest: buildReversalRequest,
  previewFinancialAdjustment: buildReversalRequest,
  listFinancialAdjustmentRequests: buildListSample(readSharedReversal),
  getFinancialAdjustmentRequest: async (context) => ({
    path: { requestId: await readSharedReversal(context) },
  }),
  approveFinancialAdjustmentRequest: async (context) => ({
    path: { requestId: await submitReversal(context) },
    body: {},
  }),
  rejectFinancialAdjustmentRequest: async (context) => ({
    path: { requestId: await submitReversal(context) },
    body: rejectionBody,
  }),
  withdrawFinancialAdjustmentRequest: async (context) => ({
    path: { requestId: await submitReversal(context) },
    body: withdrawalBody,
  }),
} satisfies Partial<Record<OperationName, Sample>>;
