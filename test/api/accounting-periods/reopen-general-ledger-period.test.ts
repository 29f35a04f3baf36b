import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CACHE_MS } from '../../../functions/ledger/timed-cache.ts';
import {
  approveLedgerRequest,
  closePeriod,
  PERIOD,
  readPeriod,
  requestPeriodChange,
} from '../../support/accounting-periods/closings.ts';
import { verifyTables } from '../../support/invariants/verification.ts';
import { advanceTime } from '../../support/stack/advance-time.ts';
import { credit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  advanceTime(0);
  ledger = await startLedger();
});
afterAll(async () => {
  try {
    expect((await verifyTables(ledger.tables)).differences).toEqual([]);
  } finally {
    await ledger.stop();
  }
});

test('a reopened period takes entries, and its next closing counts them', async () => {
  const account = await openAccount(ledger);
  await closePeriod(ledger, 'acme');
  const { id, ...reopening } = await requestPeriodChange(ledger, 'reopen');
  expect(reopening).toMatchObject({ kind: 'PERIOD_REOPEN', period: PERIOD });
  await approveLedgerRequest(ledger, id);

  const reopened = await readPeriod(ledger);
  expect(reopened).toMatchObject({ state: 'OPEN', request_id: id, version: 3 });
  expect(reopened).not.toHaveProperty('totals');
  advanceTime(CACHE_MS);
  const body = { ...credit(account, '1.00'), effective_date: `${PERIOD}-10` };
  expect((await ledger.call('postJournalEntry', { body })).status).toBe(201);
  expect((await closePeriod(ledger, 'acme')).totals).toMatchObject([{ journal_entries: 1 }]);
});

test('only a closed period is reopened', async () => {
  const path = { period: '2020-01' };
  const answer = await ledger.call('reopenGeneralLedgerPeriod', { path, body: { reason: 'x' } });

  expect(answer.body).toMatchObject({ statusCode: 409, code: 'period_not_closed' });
});
