// A tenant with records of every kind, in every state and with every attribute that the ledger writes.
import { randomUUID } from 'node:crypto';
import { operations } from '../../../functions/operations/operations.ts';
import type { OperationName } from '../../../functions/operations/operations.ts';
import {
  approveAdjustment,
  rejectAdjustment,
  sendAdjustment,
  sendLoanAdjustment,
} from '../fixtures/adjustments.ts';
import {
  approveLedgerRequest,
  closePeriod,
  PERIOD,
  requestPeriodChange,
  runPeriodClose,
} from '../accounting-periods/closings.ts';
import { requestExport } from '../fixtures/batches/batches.ts';
import { callTask, runExportTasks } from '../fixtures/batches/exports.ts';
import type { TestExports } from '../fixtures/batches/exports.ts';
import { buildImportRequest, requestImport, runImportTasks } from '../fixtures/batches/imports.ts';
import { approveTransition, rejectTransition, submitTransition } from '../fixtures/lifecycle.ts';
import { disbursement, buildLoanRequest, interest, repayment } from '../fixtures/loans.ts';
import { createRule } from '../fixtures/products.ts';
import { createScenarioRecords } from '../scenarios/scenario-records.ts';
import { runYearClosings } from '../scenarios/scenario-year.ts';
import { scenarios } from '../scenarios/scenarios.ts';
import { CACHE_MS } from '../../../functions/ledger/timed-cache.ts';
import { advanceTime, returnToPresent } from '../stack/advance-time.ts';
import { asTenant, credit, openAccount, transfer } from '../stack/ledger.ts';
import type { OperationCaller } from '../stack/ledger.ts';

/** Calls every operation in every way, and adds what no single call leaves. */
export async function fillTenant(ledger: TestExports, tenant: string): Promise<void> {
  const caller = asTenant(ledger, tenant);
  await changePeriods(caller, tenant);
  const yearClosings = await runYearClosings(ledger, tenant, caller);
  const records = { ...(await createScenarioRecords(caller)), yearClosings };
  await runPeriodClose(tenant, records.approvedClosing);
  for (const name of Object.keys(operations) as OperationName[]) {
    for (const options of scenarios[name](records)) await caller.call(name, options);
  }
  await changeAccounts(caller);
  await adjustEntries(caller);
  await settleLoan(caller);
  await skipRule(caller);
  await caller.call('updateRule', {
    path: { productId: records.product, ruleId: 'one' },
    body: { enabled: false },
  });
  await createRule(caller, records.product, { id: 'two' });
  await caller.call('deleteRule', { path: { productId: records.product, ruleId: 'two' } });
  await runBatches(ledger, caller, tenant, records.batch);
}

async function changeAccounts(caller: OperationCaller): Promise<void> {
  const changed = await openAccount(caller, { funds: '5.00' });
  for (const transition of ['FREEZE', 'UNFREEZE', 'FREEZE'] as const) {
    const body = { reason: 'checked' };
    await approveTransition(caller, await submitTransition(caller, changed, transition), { body });
  }
  const closed = await openAccount(caller);
  const [one, two] = [
    await submitTransition(caller, closed, 'CLOSE'),
    await submitTransition(caller, closed, 'CLOSE'),
  ];
  await approveTransition(caller, one);
  await approveTransition(caller, two);
  const rejected = await submitTransition(caller, changed, 'UNFREEZE');
  await rejectTransition(caller, rejected);
  await submitTransition(caller, changed, 'UNFREEZE');
}

async function adjustEntries(caller: OperationCaller): Promise<void> {
  const [from, to] = [
    await openAccount(caller, { funds: '50.00' }),
    await openAccount(caller, { funds: '1.00' }),
  ];
  const entries: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    const { account_postings, ...entry } = transfer(from, to, '4.00');
    const body = {
      ...entry,
      description: 'Rent',
      account_postings: account_postings.map((posting) => ({ ...posting, reference: 'Flat 12' })),
    };
    entries.push((await caller.call('postJournalEntry', { body })).body.id as string);
  }
  const correction = await sendAdjustment(caller, entries[0] ?? '', transfer(from, to, '3.00'));
  await approveAdjustment(caller, correction.body.id, { body: { reason: 'checked' } });
  const rejected = await sendAdjustment(caller, entries[1] ?? '', transfer(from, to, '2.00'));
  await rejectAdjustment(caller, rejected.body.id);
  await sendAdjustment(caller, entries[2] ?? '', transfer(from, to, '1.00'));
  await caller.call('postJournalEntries', { body: { entries: [credit(from, '1.00')] } });
}

// A closed period with an entry that is adjusted, one that is reopened, one whose closing failed.
async function changePeriods(caller: OperationCaller, tenant: string): Promise<void> {
  // So long ago that no function has cached the settings from before the closing.
  advanceTime(-2 * CACHE_MS);
  const account = await openAccount(caller);
  const dated = { ...credit(account, '1.00'), effective_date: `${PERIOD}-15` };
  const { body: entry } = await caller.call('postJournalEntry', { body: dated });
  await closePeriod(caller, tenant);
  returnToPresent();
  await approveAdjustment(caller, (await sendAdjustment(caller, entry.id as string)).body.id);
  await closePeriod(caller, tenant, '2019-01');
  const reopening = await requestPeriodChange(caller, 'reopen', '2019-01');
  await approveLedgerRequest(caller, reopening.id, { body: { reason: 'checked' } });
  const { id } = await requestPeriodChange(caller, 'close', '2019-02');
  await approveLedgerRequest(caller, id);
  const failure = { Error: 'BatchFailure', Cause: JSON.stringify({ errorMessage: 'too late' }) };
  await callTask('fail-period-close', { tenant, batchId: id, failure });
}

// The settings skip failing rules by now. The condition fails on the empty reference alone.
async function skipRule(caller: OperationCaller): Promise<void> {
  const rule = { id: 'failing', condition: 'decimal(posting.reference) > 1' };
  await createRule(caller, 'skipped', rule);
  const account = await openAccount(caller, { product: 'skipped' });
  // So long ago that no function has cached the settings from before they were changed.
  advanceTime(-2 * CACHE_MS);
  await caller.call('postJournalEntry', { body: credit(account, '1.00') });
  returnToPresent();
}

async function settleLoan(caller: OperationCaller): Promise<void> {
  const account = await openAccount(caller, { funds: '500.00' });
  const body = { ...buildLoanRequest(account), reference: 'Kitchen' };
  const path = { loanId: (await caller.call('createLoan', { body })).body.id as string };
  const post = async (transaction: object) =>
    (await caller.call('postLoanTransaction', { path, body: transaction })).body.id as string;
  await post(disbursement('1000.00'));
  await post(interest('5.00'));
  const repaid = await post(repayment('1005.00', { principal: '1000.00', interest: '5.00' }));
  // Settles, reopens and settles the loan again; each changes the count of the account's open loans.
  const { type: _type, ...smaller } = repayment('1000.00', { principal: '1000.00' });
  const corrected = await sendLoanAdjustment(caller, repaid, smaller);
  await approveAdjustment(caller, corrected.body.id);
  await post(repayment('5.00', { interest: '5.00' }));
}

async function runBatches(
  ledger: TestExports,
  caller: OperationCaller,
  tenant: string,
  batch: string,
): Promise<void> {
  await runExportTasks(tenant, batch);
  const path = { batchId: batch };
  const body = { authority_reference: randomUUID(), delivered_at: '2026-01-01T00:00:00Z' };
  await caller.call('recordExportDelivery', { path, body });
  const running = await requestExport(caller);
  await callTask('begin-regulatory-export', { tenant, batchId: running.batchId });
  const imported = await requestImport(ledger, buildImportRequest('id\n'), { tenant });
  await runImportTasks(tenant, imported.batchId);
}
