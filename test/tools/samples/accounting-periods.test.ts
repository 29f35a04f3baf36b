// A sample of a closed accounting period builds no request for a period that is not closed.
import { expect, test } from '@jest/globals';
import { buildSampleContext } from '../../../tools/samples/sample.ts';
import { samples } from '../../../tools/samples/samples.ts';

test.each([
  'listGeneralLedgerPeriods',
  'getGeneralLedgerPeriod',
  'reopenGeneralLedgerPeriod',
] as const)('the sample of %s reports a closing that failed', async (name) => {
  const context = buildSampleContext(async (operation) =>
    operation === 'getGeneralLedgerPeriod'
      ? { state: 'FAILED', failure_reason: 'An entry is missing' }
      : { id: 'request' },
  );

  await expect(async () => samples[name](context)).rejects.toThrow(
    /has ended as FAILED: An entry is missing/,
  );
});
