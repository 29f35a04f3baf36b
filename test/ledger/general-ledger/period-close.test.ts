// Postings race with the closing of their period, through function instances that cache the settings.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CACHE_MS } from '../../../functions/ledger/timed-cache.ts';
import {
  approveLedgerRequest,
  PERIOD,
  readPeriod,
  requestPeriodChange,
  runPeriodClose,
} from '../../support/accounting-periods/closings.ts';
import { verifyTables } from '../../support/invariants/verification.ts';
import { startPostingInstances } from '../../support/accounting-periods/function-instances.ts';
import { asTenant, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

const INSTANCES = 4;
/** How much faster the clock of the instances runs, so that what they cache ages in moments. */
const SPEED = 20;
/** Longer than the staleness of their cache and a posting. */
const SETTLE_MS = (CACHE_MS * 4) / SPEED;

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
  // The clock of the instances is ahead of that of the tasks: no entry is too late by it.
  process.env['PERIOD_SETTLE_SECONDS'] = '86400';
});
afterAll(() => ledger.stop());

/** Closes the period while instances post in it, and until long after. */
async function raceClosing(tenant: string, speed: number, settleMs: number) {
  const caller = asTenant(ledger, tenant);
  const accounts = await Promise.all(Array.from({ length: INSTANCES }, () => openAccount(caller)));
  const effectiveDate = `${PERIOD}-15`;
  const instances = await startPostingInstances({ tenant, accounts, effectiveDate, speed });
  const { id } = await requestPeriodChange(caller, 'close');
  await approveLedgerRequest(caller, id);
  const closing = await readPeriod(caller);
  await sleep(settleMs);
  await runPeriodClose(tenant, id);
  const closed = await readPeriod(caller);
  await sleep(SETTLE_MS);
  const posted = await instances.stop();
  expect(closing).toMatchObject({ state: 'CLOSING' });
  expect(closed).toMatchObject({ state: 'CLOSED', request_id: id });
  const { differences } = await verifyTables(ledger.tables, { tenant });
  return { posted, totals: closed.totals, differences };
}

test('no entry is outside the totals, however the postings race with the closing', async () => {
  const { posted, totals, differences } = await raceClosing('settled', SPEED, SETTLE_MS);

  const sum = `${posted.length}.00`;
  expect(posted.length).toBeGreaterThan(INSTANCES);
  expect(totals).toEqual([
    {
      currency: 'EUR',
      journal_entries: posted.length,
      total_debits: sum,
      total_credits: sum,
      digest: expect.any(String),
    },
  ]);
  expect(differences).toEqual([]);
});

test('without a settle time, entries are outside the totals, and the verification reports them', async () => {
  // On the real clock, the instances have the settings from before the closing for seconds.
  const { posted, totals, differences } = await raceClosing('unsettled', 1, 0);

  expect(totals[0].journal_entries).toBeLessThan(posted.length);
  expect(differences).toContainEqual(
    expect.objectContaining({
      check: 'periods',
      kind: 'general_ledger_period',
      id: PERIOD,
      field: 'totals/EUR/journal_entries',
      stored: String(totals[0].journal_entries),
      derived: String(posted.length),
    }),
  );
});
