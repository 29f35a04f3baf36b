// Samples of what a console shows of its user and of the deployment.
import type { OperationName } from '../../../functions/operations/operations.ts';
import type { Sample } from '../sample.ts';

export const systemSamples = {
  getSession: async () => ({}),
  getSystem: async () => ({}),
} satisfies Partial<Record<OperationName, Sample>>;
