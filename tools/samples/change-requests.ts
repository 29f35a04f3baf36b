// Samples of controls and change requests.
import type { OperationName } from '../../functions/operations/operations.ts';
import { createSample, buildListSample } from './sample.ts';
import type { Sample, SampleContext } from './sample.ts';

// No sample is called by a service, so that this control catches none of them.
const body = {
  controls: [
    {
      operation: 'postJournalEntry',
      when: 'actor.kind == "SERVICE" && amount > 10000.00',
      require: 'APPROVAL',
    },
  ],
  reason: 'A person approves what a service posts above 10,000.00.',
};

export const submitControls = (context: SampleContext) =>
  createSample(context, 'replaceControls', { body });
const readSharedChange = (context: SampleContext) =>
  context.once('change request', () => submitControls(context));

export const changeRequestSamples = {
  getControls: () => ({}),
  replaceControls: () => ({ body }),
  listChangeRequests: buildListSample(readSharedChange),
  listRequests: buildListSample(readSharedChange),
  countRequests: async (context) => {
    await readSharedChange(context);
    return {};
  },
  previewRequest: async (context) => ({
    path: { requestId: await submitControls(context) },
  }),
  getChangeRequest: async (context) => ({ path: { requestId: await readSharedChange(context) } }),
  approveChangeRequest: async (context) => ({
    path: { requestId: await submitControls(context) },
    body: {},
  }),
  rejectChangeRequest: async (context) => ({
    path: { requestId: await submitControls(context) },
    body: { reason: 'Not needed.' },
  }),
  withdrawChangeRequest: async (context) => ({
    path: { requestId: await submitControls(context) },
    body: { reason: 'Requested twice.' },
  }),
} satisfies Partial<Record<OperationName, Sample>>;
