// Samples of what is asked before the configuration is changed.
import type { OperationName } from '../../../functions/operations/operations.ts';
import { postSampleEntry } from '../accounts.ts';
import type { Sample } from '../sample.ts';

export const configurationSamples = {
  previewConfigurationChange: async () => ({
    body: {
      operation: 'replaceControls',
      request: {
        body: {
          controls: [
            { operation: 'postJournalEntry', when: 'amount > 10000.00', require: 'APPROVAL' },
          ],
        },
      },
    },
  }),
  evaluateControls: async (context) => {
    await postSampleEntry(context);
    const when = 'amount > 10.00';
    const controls = [{ operation: 'postJournalEntry', when, require: 'APPROVAL' }];
    return { body: { controls, newest_entries: 2 } };
  },
} satisfies Partial<Record<OperationName, Sample>>;
