// Postings race with the closing of their period and of its year, through function instances that cache the
// settings.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CACHE_MS } from '../../../functions/ledger/timed-cache.ts';
import { listYearPeriods } from '../../../functions/domain/general-ledger/fiscal-years.ts';
import {
  approveLedgerRequest,
  closePeriod,
  PERIOD,
  readPeriod,
  requestPeriodChange,
  runPeriodClose,
} from '../../support/accounting-periods/closings.ts';
import { defineChart, requestYearClosing } from '../../support/accounting-periods/years.ts';
import { verifyTables } from '../../support/invariants/verification.ts';
import { POSTING_WORKFLOW } from '../../support/accounting-periods/dated-postings.ts';
import { startPostingInstances } from '../../support/accounting-periods/function-instances.ts';
import type { PostingInstances } from '../../support/accounting-periods/function-instances.ts';
import {
  consumeRecords,
  readReceipts,
  toStreamRecords,
} from '../../support/projections/projections.ts';
import { asTenant, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { OperationCaller, TestLedger } from '../../support/stack/ledger.ts';

// More than there are operations that post.
const INSTANCES = 4;
/** How much faster the clock of the instances runs, so that what they cache ages in moments. */
const SPEED = 20;
/** Longer than the staleness of their cache, and than most postings. */
const SETTLE_MS = (CACHE_MS * 4) / SPEED;

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
  // The clock of the instances is ahead of that of the tasks: no entry is too late by it.
  process.env['PERIOD_SETTLE_SECONDS'] = '86400';
});
afterAll(() => ledger.stop());

const openAccounts = (caller: OperationCaller, length: number) =>
  Promise.all(Array.from({ length }, () => openAccount(caller)));

async function createPostingWorkflow({ call }: OperationCaller): Promise<string> {
  return (await call('createWorkflow', { body: POSTING_WORKFLOW })).body.id as string;
}

/** Waits until no instance posts on settings from before. */
async function settle(instances: PostingInstances): Promise<void> {
  await sleep(SETTLE_MS);
  await instances.finishPosting();
}

/** Closes the period while instances post in it, and until long after. */
async function raceClosing(tenant: string, speed: number, wait: typeof settle) {
  const caller = asTenant(ledger, tenant);
  const accounts = await openAccounts(caller, INSTANCES);
  const effectiveDate = `${PERIOD}-15`;
  const workflowId = await createPostingWorkflow(caller);
  const input = { tenant, workflowId, accounts, effectiveDate, speed };
  const instances = await startPostingInstances(input);
  const { id } = await requestPeriodChange(caller, 'close');
  await approveLedgerRequest(caller, id);
  const closing = await readPeriod(caller);
  await wait(instances);
  await runPeriodClose(tenant, id);
  const closed = await readPeriod(caller);
  // The second posting of each instance starts after the closing.
  await instances.finishPosting();
  await instances.finishPosting();
  const posted = await instances.stop();
  expect(closing).toMatchObject({ state: 'CLOSING' });
  expect(closed).toMatchObject({ state: 'CLOSED', request_id: id });
  const { differences } = await verifyTables(ledger.tables, { tenant });
  return { posted, totals: closed.totals, differences };
}

test('no entry, batch or workflow posts outside the totals, however it races with the closing', async () => {
  const { posted, totals, differences } = await raceClosing('settled', SPEED, settle);

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
  // While their clock stands, the instances have the settings from before the closing.
  const { posted, totals, differences } = await raceClosing('unsettled', 0, async () => undefined);

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

/** The year whose last period the instances post in. */
const YEAR = '2025-02';

/** Returns a function that brings the projections of the tenant up to date with what is new. */
function startProjecting(tenant: string): () => Promise<void> {
  const seen = new Set<string>();
  return async () => {
    const receipts = (await readReceipts(ledger, tenant)).filter(({ PK }) => !seen.has(PK));
    for (const { PK } of receipts) seen.add(PK);
    const { batchItemFailures } = await consumeRecords(toStreamRecords(receipts));
    expect(batchItemFailures).toEqual([]);
  };
}

/** Closes the period once the instances have posted in it again. */
async function closeAgain(
  caller: OperationCaller,
  tenant: string,
  instances: PostingInstances,
): Promise<void> {
  const { id } = await requestPeriodChange(caller, 'close');
  await approveLedgerRequest(caller, id);
  await settle(instances);
  await runPeriodClose(tenant, id);
}

/**
 * Approves the closing of the year and, moments later, the reopening of its last period: one of the two
 * changes what the other was requested for. The period is open afterwards in any case.
 */
async function raceReopening(caller: OperationCaller, headStartMs: number): Promise<void> {
  const { id } = (await requestYearClosing(caller, YEAR)).body;
  const reopening = await requestPeriodChange(caller, 'reopen');
  const closing = approveLedgerRequest(caller, id);
  await sleep(headStartMs);
  const reopened = await approveLedgerRequest(caller, reopening.id);
  const applied = [await closing, reopened].filter(({ body }) => body.status === 'APPLIED');
  expect(applied).toHaveLength(1);
  if (reopened.body.status === 'APPLIED') return;
  const again = await requestPeriodChange(caller, 'reopen');
  const { body } = await approveLedgerRequest(caller, again.id);
  expect(body).toMatchObject({ status: 'APPLIED' });
}

test('closings of a year move each posting once, however they race with postings and reopenings', async () => {
  const tenant = 'year';
  const caller = asTenant(ledger, tenant);
  const project = startProjecting(tenant);
  await defineChart(caller, { 2000: 'INCOME' });
  for (const period of listYearPeriods(YEAR)) {
    if (period !== PERIOD) await closePeriod(caller, tenant, period);
  }
  const accounts = await openAccounts(caller, 2);
  const workflowId = await createPostingWorkflow(caller);
  const input = { tenant, workflowId, accounts, effectiveDate: `${PERIOD}-15`, speed: SPEED };
  const instances = await startPostingInstances(input);
  for (const headStartMs of [0, 25]) {
    await closeAgain(caller, tenant, instances);
    await project();
    await raceReopening(caller, headStartMs);
    await sleep(SETTLE_MS / 2);
  }
  await closeAgain(caller, tenant, instances);
  await project();
  const last = (await requestYearClosing(caller, YEAR)).body;
  const { body } = await approveLedgerRequest(caller, last.id);
  await sleep(SETTLE_MS);
  const posted = await instances.stop();
  await project();

  expect(body).toMatchObject({ status: 'APPLIED' });
  const query = { as_of: `${PERIOD}-31` };
  const { items } = (await caller.call('getTrialBalance', { query })).body;
  const sum = `${posted.length}.00`;
  expect(items).toMatchObject([
    { code: '1000', closing: sum },
    { code: '2000', closing: '0.00' },
    { code: '3000', closing: `-${sum}` },
  ]);
  expect((await verifyTables(ledger.tables, { tenant })).differences).toEqual([]);
});
