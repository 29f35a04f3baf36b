// Samples of the general ledger.
import type { OperationName } from '../../functions/operations/operations.ts';
import type { Sample } from './sample.ts';

// The controls stay off, so that the samples of other operations succeed in the same tenant.
const settings = { base_currency: 'EUR', time_zone: 'Europe/Berlin' };

export const generalLedgerSamples = {
  getGeneralLedgerSettings: () => ({}),
  updateGeneralLedgerSettings: () => ({ body: settings }),
} satisfies Partial<Record<OperationName, Sample>>;
