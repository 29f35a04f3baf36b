import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  approveLedgerRequest,
  requestPeriodChange,
} from '../../support/accounting-periods/closings.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

test('lists the periods that have been closed, in order and page by page', async () => {
  for (const period of ['2026-02', '2025-12', '2026-01']) {
    await approveLedgerRequest(ledger, (await requestPeriodChange(ledger, 'close', period)).id);
  }
  const list = async (query: Record<string, string>) =>
    (await ledger.call('listGeneralLedgerPeriods', { query })).body;
  const first = await list({ limit: '2' });
  const rest = await list({ limit: '2', cursor: first.next_cursor });

  const periods = [...first.items, ...rest.items].map(({ period }) => period as string);
  expect(periods).toEqual(['2025-12', '2026-01', '2026-02']);
  expect(rest).not.toHaveProperty('next_cursor');
});
