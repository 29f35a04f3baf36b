// Closing a fiscal year: the proposed entries, what its approval posts, and what makes it impossible.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CACHE_MS } from '../../../functions/ledger/timed-cache.ts';
import {
  applySettings,
  approveLedgerRequest,
  closePeriod,
  readPeriod,
  requestPeriodChange,
} from '../../support/accounting-periods/closings.ts';
import {
  closePeriods,
  defineChart,
  EQUITY,
  postLines,
  readClosingBalances,
  requestYearClosing,
} from '../../support/accounting-periods/years.ts';
import type { DatedLines } from '../../support/accounting-periods/years.ts';
import { publishProduct } from '../../support/fixtures/products.ts';
import { expectSoundLedger } from '../../support/invariants/invariants.ts';
import { verifyTables } from '../../support/invariants/verification.ts';
import { projectReceipts } from '../../support/projections/projections.ts';
import { advanceTime } from '../../support/stack/advance-time.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { OperationCaller, TestLedger } from '../../support/stack/ledger.ts';

// A year that does not begin in January.
const YEAR = '2024-07';
const LAST = '2025-06';
const income = { debit: '1000', credit: '7000', amount: '500.00', date: '2024-07-01' };
const expense = { debit: '6000', credit: '1000', amount: '120.50', date: '2025-06-30' };

let ledger: TestLedger;
const tenants: string[] = [];
beforeAll(async () => {
  advanceTime(0);
  ledger = await startLedger();
});
afterAll(async () => {
  try {
    for (const tenant of tenants) await projectReceipts(ledger, tenant);
    await expectSoundLedger(ledger.tables.ledger);
    expect((await verifyTables(ledger.tables)).differences).toEqual([]);
  } finally {
    await ledger.stop();
  }
});

type TenantCaller = OperationCaller & { readonly tenant: string };

/** A tenant whose year has these entries. */
async function openTenant(
  entries: readonly DatedLines[] = [income, expense],
): Promise<TenantCaller> {
  const tenant = `t-${randomUUID()}`;
  tenants.push(tenant);
  const caller: TenantCaller = {
    tenant,
    call: (name, options) => ledger.call(name, { tenant, ...options }),
  };
  await defineChart(caller);
  for (const lines of entries) await postLines(caller, lines);
  return caller;
}

/** A tenant whose year has these entries, and is closed. */
async function openClosedYear(entries?: readonly DatedLines[]): Promise<TenantCaller> {
  const caller = await openTenant(entries);
  await closePeriods(caller, caller.tenant, YEAR);
  await projectReceipts(ledger, caller.tenant);
  return caller;
}

const readBalances = async (caller: TenantCaller) => {
  await projectReceipts(ledger, caller.tenant);
  return readClosingBalances(caller, { from: '2024-07-01', to: '2025-06-30' });
};

test('a year is closed by two operators: income and expense move to equity, per currency', async () => {
  const dollars = { ...expense, amount: '7.00', currency: 'USD' };
  const caller = await openClosedYear([income, expense, { ...income, currency: 'USD' }, dollars]);
  const body = { reference: 'Resolution 7' };
  const submitted = await requestYearClosing(caller, YEAR, body);
  expect(submitted.status).toBe(201);
  const entry = {
    effective_date: '2025-06-30',
    description: 'Closing of the year 2024-07 to 2025-06: Resolution 7',
  };
  expect(submitted.body).toMatchObject({
    kind: 'YEAR_CLOSE',
    period: LAST,
    status: 'PENDING_APPROVAL',
    year_closing: { year: YEAR, equity_account_code: EQUITY, remaining_accounts: 0, ...body },
  });
  expect(submitted.body.year_closing.entries).toEqual([
    {
      ...entry,
      currency: 'USD',
      ledger_lines: [
        { account_code: '6000', credit_amount: '7.00' },
        { account_code: '7000', debit_amount: '500.00' },
        { account_code: EQUITY, credit_amount: '493.00' },
      ],
    },
    {
      ...entry,
      currency: 'XXX',
      ledger_lines: [
        { account_code: '6000', credit_amount: '120.50' },
        { account_code: '7000', debit_amount: '500.00' },
        { account_code: EQUITY, credit_amount: '379.50' },
      ],
    },
  ]);
  const { id } = submitted.body;
  const { body: own } = await approveLedgerRequest(caller, id, { subject: 'ada' });
  expect(own).toMatchObject({ code: 'self_approval' });
  const { body: applied } = await approveLedgerRequest(caller, id);
  expect(applied).toMatchObject({ status: 'APPLIED', decided_by: 'grace' });

  const [dollar, other] = applied.journal_entry_ids as string[];
  const read = (journalEntryId = '') =>
    caller.call('getJournalEntry', { path: { journalEntryId } });
  expect((await read(dollar)).body).toMatchObject({
    ...entry,
    currency: 'USD',
    entry_type: 'POSTING',
    general_ledger_request_id: id,
    posted_by: 'grace',
  });
  expect((await read(other)).body).not.toHaveProperty('currency');
  expect(await readBalances(caller)).toEqual({
    '1000 USD': '493.00',
    '1000 XXX': '379.50',
    '3000 USD': '-493.00',
    '3000 XXX': '-379.50',
    '6000 USD': '0.00',
    '6000 XXX': '0.00',
    '7000 USD': '0.00',
    '7000 XXX': '0.00',
  });
  // The clock stands still, so that changes have no order in time.
  const find = async (subject: string) =>
    (await caller.call('listAuditEvents', { query: { subject } })).body.items
      .map(({ operation, actor }: Record<string, string>) => `${operation} by ${actor}`)
      .toSorted();
  const approval = 'approveGeneralLedgerRequest by grace';
  expect(await find(id)).toEqual([approval, 'closeGeneralLedgerYear by ada']);
  expect(await find(String(dollar))).toEqual([approval]);
});

async function reopenLast(caller: TenantCaller) {
  const { id } = await requestPeriodChange(caller, 'reopen', LAST);
  expect((await approveLedgerRequest(caller, id)).body).toMatchObject({ status: 'APPLIED' });
}

/** Posts in the last period, which is reopened for it. */
async function postLate(caller: TenantCaller, lines: DatedLines): Promise<void> {
  await reopenLast(caller);
  advanceTime(CACHE_MS);
  await postLines(caller, lines);
  await closePeriod(caller, caller.tenant, LAST);
}

test('the last period stays closed, with the closing entries in its totals', async () => {
  const caller = await openClosedYear();
  const before = await readPeriod(caller, LAST);
  const { body } = await requestYearClosing(caller, YEAR);
  await approveLedgerRequest(caller, body.id);

  const after = await readPeriod(caller, LAST);
  expect(before.totals).toMatchObject([{ journal_entries: 1, total_debits: '120.50' }]);
  expect(after).toMatchObject({
    state: 'CLOSED',
    closed_at: before.closed_at,
    version: before.version + 1,
    totals: [{ journal_entries: 2, total_debits: '620.50', total_credits: '620.50' }],
  });
  await reopenLast(caller);
  expect(await closePeriod(caller, caller.tenant, LAST)).toMatchObject({ totals: after.totals });
});

test('another closing moves only what was posted since the last', async () => {
  const caller = await openClosedYear();
  const first = await requestYearClosing(caller, YEAR);
  await approveLedgerRequest(caller, first.body.id);
  await projectReceipts(ledger, caller.tenant);
  expect((await requestYearClosing(caller, YEAR)).body).toMatchObject({ code: 'nothing_to_close' });
  await postLate(caller, { ...expense, amount: '0.50' });
  await projectReceipts(ledger, caller.tenant);

  const second = await requestYearClosing(caller, YEAR);
  expect(second.body.year_closing.entries[0].ledger_lines).toEqual([
    { account_code: '6000', credit_amount: '0.50' },
    { account_code: EQUITY, debit_amount: '0.50' },
  ]);
  // The year changes once more before the approval.
  await postLate(caller, { ...expense, amount: '1.00' });
  const late = await approveLedgerRequest(caller, second.body.id);
  expect(late.body).toMatchObject({ statusCode: 409, code: 'trial_balance_late' });
  await projectReceipts(ledger, caller.tenant);
  const { body: failed } = await approveLedgerRequest(caller, second.body.id);
  const reason =
    'The year from 2024-07 has changed since the request. Lines that differ: 3000, 6000.';
  expect(failed).toMatchObject({ status: 'FAILED', failure_reason: reason });
  expect(failed).not.toHaveProperty('journal_entry_ids');
  const third = await requestYearClosing(caller, YEAR);
  expect((await approveLedgerRequest(caller, third.body.id)).body.status).toBe('APPLIED');
  expect(await readBalances(caller)).toMatchObject({ '3000 XXX': '-378.00', '6000 XXX': '0.00' });
});

test('of several requests for the same year one posts, whenever they are approved', async () => {
  const caller = await openClosedYear();
  const submit = async () => (await requestYearClosing(caller, YEAR)).body.id as string;
  const ids = [await submit(), await submit(), await submit()];

  const answers = await Promise.all(ids.map((id) => approveLedgerRequest(caller, id)));

  const isApplied = ({ body }: { body: { status?: string } }) => body.status === 'APPLIED';
  expect(answers.filter(isApplied)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 'trial_balance_late')).toHaveLength(2);
  expect(await readBalances(caller)).toMatchObject({ '3000 XXX': '-379.50' });
  const first = answers.find(isApplied)?.body.id as string;
  const [second = '', third = ''] = ids.filter((id) => id !== first);
  expect((await approveLedgerRequest(caller, second)).body).toMatchObject({
    status: 'FAILED',
    failure_reason: `Every income and expense account of the year from ${YEAR} is at 0.00.`,
  });
  await reopenLast(caller);
  const reason = `These periods of the year are not CLOSED: ${LAST}.`;
  const { body } = await approveLedgerRequest(caller, third);
  expect(body).toMatchObject({ status: 'FAILED', failure_reason: reason });
});

test('refuses a year with a period that takes entries, naming it', async () => {
  const caller = await openTenant([income]);
  await closePeriod(caller, caller.tenant, YEAR);

  const { body } = await requestYearClosing(caller, YEAR);
  expect(body).toMatchObject({ statusCode: 409, code: 'period_not_closed' });
  expect(body.message).toMatch(
    /^These periods of the year are not CLOSED: 2024-08, .*, 2025-06\.$/,
  );
});

test('refuses while the trial balance lacks an entry, and accounts that do not fit', async () => {
  const caller = await openTenant();
  await projectReceipts(ledger, caller.tenant);
  await postLines(caller, { ...expense, debit: '6001' });
  await closePeriods(caller, caller.tenant, YEAR);
  const refuse = async (body: object = {}) => (await requestYearClosing(caller, YEAR, body)).body;
  expect(await refuse()).toMatchObject({
    statusCode: 409,
    code: 'trial_balance_late',
    message: 'The trial balance does not contain all entries of 2025-06 yet.',
  });
  await projectReceipts(ledger, caller.tenant);
  expect(await refuse()).toMatchObject({
    statusCode: 409,
    code: 'general_ledger_account_unknown',
    message: 'The chart of accounts does not have: 6001.',
  });
  await redefine(caller, '6001', { type: 'EXPENSE' });
  for (const code of ['1000', '9999']) {
    const refused = { statusCode: 409, code: 'invalid_equity_account' };
    expect(await refuse({ equity_account_code: code })).toMatchObject(refused);
  }
  await redefine(caller, EQUITY, { type: 'EQUITY', status: 'CLOSED' });
  expect(await refuse()).toMatchObject({ code: 'invalid_equity_account' });
  await redefine(caller, EQUITY, { type: 'EQUITY', currency: 'EUR' });
  expect(await refuse()).toMatchObject({
    code: 'general_ledger_account_currency',
    message: 'The entry is in XXX, and the chart of accounts has in another currency: 3000.',
  });
});

const redefine = ({ call }: TenantCaller, code: string, body: object) =>
  call('upsertGeneralLedgerAccount', { path: { code }, body: { name: 'Changed', ...body } });

test('the enforced chart and control accounts hold for the closing entries, the window does not', async () => {
  const caller = await openClosedYear();
  await applySettings(caller, { chart: 'ENFORCED', effective_date_window: { days_back: 0 } });
  await redefine(caller, '6000', { type: 'EXPENSE', status: 'CLOSED' });
  const closed = await requestYearClosing(caller, YEAR);
  expect(closed.body).toMatchObject({ statusCode: 409, code: 'general_ledger_account_closed' });
  await redefine(caller, '6000', { type: 'EXPENSE' });
  const pending = await requestYearClosing(caller, YEAR);
  expect(pending.status).toBe(201);
  await publishProduct(caller, 'fees', { ledger_accounts: { customer_deposits: '7000' } });
  await applySettings(caller, { control_accounts: 'ENFORCED' });
  advanceTime(CACHE_MS);

  const controlled = await requestYearClosing(caller, YEAR);
  expect(controlled.body).toMatchObject({ statusCode: 409, code: 'control_account_mismatch' });
  const { body: failed } = await approveLedgerRequest(caller, pending.body.id);
  expect(failed).toMatchObject({ status: 'FAILED' });
  expect(failed.failure_reason).toContain('7000: expected 0.00, found -500.00');
});
