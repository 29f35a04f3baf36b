import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

test('a period is a month; one that was never closed is open', async () => {
  const read = (period: string) => ledger.call('getGeneralLedgerPeriod', { path: { period } });

  expect((await read('2026-10')).body).toEqual({ period: '2026-10', state: 'OPEN', version: 0 });
  for (const period of ['2026-13', '2026-1', '2026']) {
    expect((await read(period)).body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
  }
});
