// Closing an accounting period: the request, the refusals of its postings, and what a failure leaves.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { CACHE_MS } from '../../../functions/ledger/timed-cache.ts';
import { approveAdjustment, sendAdjustment } from '../../support/fixtures/adjustments.ts';
import {
  approveLedgerRequest,
  closePeriod,
  PERIOD,
  readPeriod,
  requestPeriodChange,
  runPeriodClose,
} from '../../support/accounting-periods/closings.ts';
import { callTask } from '../../support/fixtures/batches/exports.ts';
import { createAndExecuteWorkflow } from '../../support/fixtures/workflows.ts';
import { stopSoundLedger } from '../../support/invariants/sound-ledger.ts';
import { advanceTime } from '../../support/stack/advance-time.ts';
import { asTenant, credit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { OperationCaller, TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  advanceTime(0);
  ledger = await startLedger();
});
afterAll(() => stopSoundLedger(ledger));

function openTenant(): OperationCaller & { tenant: string } {
  const tenant = `t-${randomUUID()}`;
  return { tenant, ...asTenant(ledger, tenant) };
}

const dated = (account: string, effective_date = `${PERIOD}-31`) => ({
  ...credit(account, '1.00'),
  effective_date,
});
const close = ({ call }: OperationCaller, period: string) =>
  call('closeGeneralLedgerPeriod', { path: { period }, body: { reason: 'Month end' } });

test('a period is closed by two operators, with the totals of its entries', async () => {
  const caller = openTenant();
  const account = await openAccount(caller, { funds: '5.00' });
  for (const date of [`${PERIOD}-01`, `${PERIOD}-31`, '2026-02-01', '2025-12-31']) {
    await caller.call('postJournalEntry', { body: dated(account, date) });
  }
  // The clock stands still, and each entry of the account is a millisecond later than the one before.
  advanceTime(10);
  expect(await readPeriod(caller)).toEqual({ period: PERIOD, state: 'OPEN', version: 0 });

  const submitted = await close(caller, PERIOD);
  expect(submitted.body).toMatchObject({
    kind: 'PERIOD_CLOSE',
    period: PERIOD,
    status: 'PENDING_APPROVAL',
    requested_by: 'ada',
  });
  const { id } = submitted.body;
  const own = await approveLedgerRequest(caller, id, { subject: 'ada' });
  expect(own.body).toMatchObject({ statusCode: 403, code: 'self_approval' });
  await approveLedgerRequest(caller, id);
  expect(await readPeriod(caller)).toMatchObject({ state: 'CLOSING', version: 1 });
  await runPeriodClose(caller.tenant, id);

  expect(await readPeriod(caller)).toMatchObject({
    state: 'CLOSED',
    request_id: id,
    requested_by: 'ada',
    decided_by: 'grace',
    totals: [{ currency: 'EUR', journal_entries: 2, total_debits: '2.00', total_credits: '2.00' }],
    version: 2,
  });
  const settings = await caller.call('getGeneralLedgerSettings');
  expect(settings.body.closed_periods).toEqual({ [PERIOD]: 'CLOSED' });
});

test('no way to post reaches a period from the approval of its closing on', async () => {
  const caller = openTenant();
  const account = await openAccount(caller);
  const { id } = await requestPeriodChange(caller, 'close');
  await approveLedgerRequest(caller, id);
  advanceTime(CACHE_MS);
  const body = dated(account);
  const code = 'period_closed';
  const refused = { statusCode: 409, code };

  const posted = await caller.call('postJournalEntry', { body });
  expect(posted.body).toMatchObject(refused);
  expect(posted.body.message).toBe(`The accounting period ${PERIOD} is CLOSING.`);
  await runPeriodClose(caller.tenant, id);
  advanceTime(CACHE_MS);
  const opening = { ...body, entry_type: 'OPENING_BALANCE' };
  expect((await caller.call('postJournalEntry', { body: opening })).body).toMatchObject(refused);
  const entries = { entries: [credit(account, '1.00'), body] };
  expect((await caller.call('postJournalEntries', { body: entries })).body).toMatchObject(refused);
  const steps = [{ action: 'POST_JOURNAL_ENTRY', parameters: body }];
  const { body: step } = await createAndExecuteWorkflow(caller, steps);
  expect(step).toMatchObject({ statusCode: 409, code: 'step_failed' });
  expect(step.message).toContain(`The accounting period ${PERIOD} is CLOSED.`);
  const after = dated(account, '2026-02-01');
  expect((await caller.call('postJournalEntry', { body: after })).status).toBe(201);
});

test('an adjustment of an entry of a closed period posts today and names the period', async () => {
  const caller = openTenant();
  const account = await openAccount(caller);
  const { body: entry } = await caller.call('postJournalEntry', { body: dated(account) });
  await closePeriod(caller, caller.tenant);
  advanceTime(CACHE_MS);

  const sent = await sendAdjustment(caller, entry.id, credit(account, '2.00'));
  const { body: applied } = await approveAdjustment(caller, sent.body.id);

  expect(applied).toMatchObject({ status: 'APPLIED' });
  for (const id of [applied.reversal_journal_entry_id, applied.replacement_journal_entry_id]) {
    const { body } = await caller.call('getJournalEntry', { path: { journalEntryId: id } });
    expect(body).toMatchObject({
      adjusts_period: PERIOD,
      effective_date: new Date().toISOString().slice(0, 10),
    });
  }
});

test('only a period that has ended and is open is closed', async () => {
  const caller = openTenant();
  const current = new Date().toISOString().slice(0, 7);
  expect((await close(caller, current)).body).toMatchObject({
    statusCode: 409,
    code: 'period_not_ended',
  });
  const pending = await requestPeriodChange(caller, 'close');
  await closePeriod(caller, caller.tenant);

  expect((await close(caller, PERIOD)).body).toMatchObject({ code: 'period_not_open' });
  const { body: failed } = await approveLedgerRequest(caller, pending.id);
  expect(failed).toMatchObject({
    status: 'FAILED',
    failure_reason: `The accounting period ${PERIOD} is CLOSED.`,
  });
});

test('an entry that was posted too late fails the closing, which can be repeated', async () => {
  const caller = openTenant();
  const account = await openAccount(caller, { funds: '1.00' });
  const { id } = await requestPeriodChange(caller, 'close');
  await approveLedgerRequest(caller, id);
  // This function still has the settings from before, and the settle time of the tests is none.
  jumpClock();
  const late = await caller.call('postJournalEntry', { body: dated(account) });
  expect(late.status).toBe(201);
  const { tenant } = caller;
  const failure = await callTask('sum-period-entries', { tenant, batchId: id }).catch(
    (error: unknown) => error as Error,
  );
  expect(failure).toMatchObject({
    name: 'BatchFailure',
    message: expect.stringContaining(late.body.id as string),
  });
  const cause = JSON.stringify({ errorMessage: failure.message });
  const input = { tenant, batchId: id, failure: { Error: 'BatchFailure', Cause: cause } };
  await callTask('fail-period-close', input);
  await callTask('fail-period-close', input);

  expect(await readPeriod(caller)).toMatchObject({
    state: 'FAILED',
    failure_reason: failure.message,
    version: 2,
  });
  expect((await caller.call('getGeneralLedgerSettings')).body).not.toHaveProperty('closed_periods');
  expect(await closePeriod(caller, tenant)).toMatchObject({
    state: 'CLOSED',
    totals: [{ journal_entries: 1 }],
  });
});

// Less than the settings are cached for.
function jumpClock(): void {
  advanceTime(1);
}

test('a task that is repeated after a lost answer changes nothing', async () => {
  const caller = openTenant();
  const { tenant } = caller;
  const account = await openAccount(caller);
  for (const date of [`${PERIOD}-01`, `${PERIOD}-02`]) {
    await caller.call('postJournalEntry', { body: dated(account, date) });
  }
  advanceTime(10);
  const { id } = await requestPeriodChange(caller, 'close');
  await approveLedgerRequest(caller, id);
  const detail = { status: 'ABORTED', input: JSON.stringify({ tenant, batchId: id }) };
  const first = await callTask('sum-period-entries', { tenant, batchId: id });
  expect(await callTask('sum-period-entries', { tenant, batchId: id })).toEqual(first);
  // A checkpoint of an earlier version names no shards: its sum begins again.
  const earlier = { totals: first.work.totals, last: 'jrn_1' };
  const again = await callTask('sum-period-entries', { tenant, batchId: id, work: earlier });
  expect(again).toEqual(first);
  await runPeriodClose(tenant, id);
  const closed = await readPeriod(caller);
  const totals = { work: { totals: closed.totals } };
  await callTask('complete-period-close', { tenant, batchId: id, ...totals });
  await callTask('fail-ended-period-close', { detail });

  expect(await readPeriod(caller)).toEqual(closed);
  expect(closed.totals).toMatchObject([{ journal_entries: 2 }]);
});

test('an execution that ends without its last task fails the closing', async () => {
  const caller = openTenant();
  const { id } = await requestPeriodChange(caller, 'close');
  await approveLedgerRequest(caller, id);
  const input = JSON.stringify({ tenant: caller.tenant, batchId: id });
  await callTask('fail-ended-period-close', { detail: { status: 'ABORTED', input } });

  expect(await readPeriod(caller)).toMatchObject({ state: 'FAILED' });
});

test('the work of a closing that has failed ends no closing that was approved after it', async () => {
  const caller = openTenant();
  const { tenant } = caller;
  const first = await requestPeriodChange(caller, 'close');
  await approveLedgerRequest(caller, first.id);
  const late = { tenant, batchId: first.id as string };
  const detail = { status: 'ABORTED', input: JSON.stringify(late) };
  await callTask('fail-ended-period-close', { detail });
  const second = await requestPeriodChange(caller, 'close');
  await approveLedgerRequest(caller, second.id);
  const closing = await readPeriod(caller);
  const sums = { total_debits: '9.00', total_credits: '9.00' };
  const totals = [{ currency: 'EUR', journal_entries: 9, digest: '', ...sums }];

  await expect(callTask('sum-period-entries', late)).rejects.toThrow('closes no period');
  const completed = callTask('complete-period-close', { ...late, work: { totals } });
  await expect(completed).rejects.toThrow('closes no period');
  await callTask('fail-ended-period-close', { detail });

  expect(closing).toMatchObject({ state: 'CLOSING', request_id: second.id });
  expect(await readPeriod(caller)).toEqual(closing);
  await runPeriodClose(tenant, second.id);
  expect(await readPeriod(caller)).toMatchObject({ state: 'CLOSED', request_id: second.id });
});
