// Samples of the general ledger.
import type { OperationName } from '../../../functions/operations/operations.ts';
import { buildListSample } from '../sample.ts';
import type { Sample, SampleContext } from '../sample.ts';

// The controls stay off, so that the samples of other operations succeed in the same tenant.
const settings = { base_currency: 'EUR', time_zone: 'Europe/Berlin' };

const account = {
  path: { code: '1000' },
  body: { name: 'Cash', type: 'ASSET', currency: 'EUR', mappings: { HGB: '1600' } },
};

const readSharedAccount = (context: SampleContext) =>
  context.once('ledger account', async () => {
    await context.call('upsertGeneralLedgerAccount', account);
    return account.path.code;
  });

export const generalLedgerSamples = {
  getGeneralLedgerSettings: () => ({}),
  updateGeneralLedgerSettings: () => ({ body: settings }),
  listGeneralLedgerAccounts: buildListSample(readSharedAccount),
  getGeneralLedgerAccount: async (context) => ({
    path: { code: await readSharedAccount(context) },
  }),
  upsertGeneralLedgerAccount: () => account,
} satisfies Partial<Record<OperationName, Sample>>;
