import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  approveLedgerRequest,
  closePeriod,
  PERIOD,
  requestPeriodChange,
} from '../../support/accounting-periods/closings.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
let ids: string[];
beforeAll(async () => {
  ledger = await startLedger();
  await closePeriod(ledger, 'acme');
  const reopening = await requestPeriodChange(ledger, 'reopen');
  const other = await requestPeriodChange(ledger, 'close', '2025-12');
  await approveLedgerRequest(ledger, other.id);
  ids = [other.id, reopening.id];
});
afterAll(() => ledger.stop());

const list = async (query: Record<string, string>) =>
  (await ledger.call('listGeneralLedgerRequests', { query })).body.items as { id: string }[];

test('lists the requests by period, status and kind, newest first', async () => {
  expect(await list({})).toHaveLength(3);
  expect((await list({ limit: '2' })).map(({ id }) => id)).toEqual(ids);
  expect(await list({ period: PERIOD })).toHaveLength(2);
  expect(await list({ period: PERIOD, status: 'PENDING_APPROVAL' })).toMatchObject([
    { id: ids[1] },
  ]);
  expect(await list({ kind: 'PERIOD_REOPEN' })).toMatchObject([{ id: ids[1] }]);
  expect(await list({ kind: 'PERIOD_CLOSE', status: 'APPLIED' })).toHaveLength(2);
  expect(await list({ kind: 'SETTINGS_CHANGE' })).toEqual([]);
  const periods = await ledger.call('listGeneralLedgerPeriods');
  expect(periods.body.items).toMatchObject([{ period: '2025-12' }, { period: PERIOD }]);
});

test('refuses a cursor of another list', async () => {
  const answer = await ledger.call('listGeneralLedgerRequests', { query: { cursor: 'x' } });

  expect(answer.body).toMatchObject({ statusCode: 400, code: 'invalid_cursor' });
});
