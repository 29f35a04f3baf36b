// The settings of the general ledger, and how postings obey them.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import { CACHE_MS } from '../../../functions/ledger/timed-cache.ts';
import { formatDayFromNow } from '../../../tools/samples/request-bodies.ts';
import { approveAdjustment, sendAdjustment } from '../../support/fixtures/adjustments.ts';
import { createAndExecuteWorkflow } from '../../support/fixtures/workflows.ts';
import { stopSoundLedger } from '../../support/invariants/sound-ledger.ts';
import { advanceTime } from '../../support/stack/advance-time.ts';
import { asTenant, credit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { CallOptions, OperationCaller, TestLedger } from '../../support/stack/ledger.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
beforeAll(async () => {
  advanceTime(0);
  ledger = await startLedger();
});
afterAll(() => stopSoundLedger(ledger));

const update = (body: unknown, options: CallOptions = {}) =>
  ledger.call('updateGeneralLedgerSettings', { body, ...options });

/** Calls for a tenant of its own whose settings are those given. */
async function prepareTenant(settings: object): Promise<OperationCaller> {
  const tenant = `t-${randomUUID()}`;
  expect((await update(settings, { tenant })).status).toBe(200);
  return asTenant(ledger, tenant);
}

test('sets what the body names and keeps the rest, in a new version with its event', async () => {
  const tenant = 'kept';
  const window = { days_back: 30 };
  const first = await update({ base_currency: 'EUR', effective_date_window: window }, { tenant });
  const second = await update(
    {
      time_zone: 'Europe/Berlin',
      chart: 'OPEN',
      control_accounts: 'REPORTED',
      rule_conditions: 'STRICT',
    },
    { tenant, correlationId: 'settings-event' },
  );

  expect(first.body).toMatchObject({ base_currency: 'EUR', chart: 'OPEN', version: 1 });
  expect(second.status).toBe(200);
  expect(second.body).toEqual({
    base_currency: 'EUR',
    time_zone: 'Europe/Berlin',
    chart: 'OPEN',
    control_accounts: 'REPORTED',
    rule_conditions: 'STRICT',
    effective_date_window: window,
    version: 2,
    updated_at: expect.any(String),
  });
  const receipts = await readAllItems(ledger.tables.receipts);
  const receipt = receipts.find((item) => item['correlation_id'] === 'settings-event');
  expect(receipt && readStoredEvents(receipt)).toMatchObject([
    { type: 'general_ledger_settings.updated', version: 2, payload: second.body },
  ]);
});

test('a window without members and the currency XXX are those of the defaults', async () => {
  const tenant = 'reset';
  await update({ base_currency: 'EUR', effective_date_window: { days_back: 0 } }, { tenant });

  const reset = await update({ base_currency: 'XXX', effective_date_window: {} }, { tenant });

  expect(reset.body).toMatchObject({ base_currency: 'XXX', effective_date_window: {} });
});

test('makes all of several changes at once, with gapless versions', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, days_back) =>
      update({ effective_date_window: { days_back } }, { tenant: 'race' }),
    ),
  );

  const versions = answers.map(({ body }) => body.version as number);
  expect(versions.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('repeats the first answer and refuses the key for another request', async () => {
  const [tenant, key] = ['once', 'update-settings-0001'];
  const first = await update({ base_currency: 'EUR' }, { tenant, key });
  await update({ base_currency: 'USD' }, { tenant });

  const repeated = await update({ base_currency: 'EUR' }, { tenant, key });
  const reused = await update({ base_currency: 'GBP' }, { tenant, key });

  expect(repeated.text).toBe(first.text);
  expect(repeated.headers['Idempotency-Replayed']).toBe('true');
  expect(reused.body).toMatchObject({ statusCode: 409, code: 'idempotency_key_reused' });
});

test.each([
  [{ base_currency: 'euro' }, 'invalid_request'],
  [{ base_currency: null }, 'invalid_request'],
  [{ chart: 'CLOSED' }, 'invalid_request'],
  [{ control_accounts: 'OFF' }, 'invalid_request'],
  [{ rule_conditions: 'OFF' }, 'invalid_request'],
  [{ effective_date_window: { days_back: -1 } }, 'invalid_request'],
  [{ effective_date_window: { days_ahead: 1.5 } }, 'invalid_request'],
  [{ effective_date_window: { days: 3 } }, 'invalid_request'],
  [{ timezone: 'UTC' }, 'invalid_request'],
  [{ time_zone: '+01:00' }, 'invalid_general_ledger_settings'],
  [{ time_zone: 'Europe/Atlantis' }, 'invalid_general_ledger_settings'],
])('refuses %j', async (body, code) => {
  expect((await update(body, { tenant: 'none' })).body).toMatchObject({ statusCode: 400, code });
});

test('requires configuration.write', async () => {
  const refused = await update({}, { permissions: ['finance.write', 'finance.approve'] });

  expect(refused.body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
});

const [cash, deposits] = ['1000', '2000'];
const lines = [
  { account_code: cash, debit_amount: '1.00' },
  { account_code: deposits, credit_amount: '1.00' },
];

test('an entry without effective_date has the date of today in the time zone', async () => {
  const [early, late] = ['Pacific/Pago_Pago', 'Pacific/Kiritimati'];
  const dates: string[] = [];
  for (const time_zone of [early, late]) {
    const { call } = await prepareTenant({ time_zone });
    const { body } = await call('postJournalEntry', { body: { ledger_lines: lines } });
    const posted = new Date(body.posted_at as string);
    // These zones have no summer time: UTC-11 and UTC+14.
    const hours = time_zone === early ? -11 : 14;
    const local = new Date(posted.getTime() + hours * 3_600_000).toISOString();
    expect(body.effective_date).toBe(local.slice(0, 10));
    dates.push(body.effective_date as string);
  }

  expect(dates[0]).not.toBe(dates[1]);
});

test('no posting names a date outside the window, by any way that takes one', async () => {
  const caller = await prepareTenant({ effective_date_window: { days_back: 2, days_ahead: 0 } });
  const account = await openAccount(caller);
  const dated = (effective_date: string) => ({ ...credit(account, '1.00'), effective_date });
  const [old, ahead] = [dated(formatDayFromNow(-4)), dated(formatDayFromNow(2))];
  const code = 'effective_date_outside_window';

  for (const body of [old, ahead]) {
    const refused = await caller.call('postJournalEntry', { body });
    expect(refused.body).toMatchObject({ statusCode: 409, code });
  }
  const batch = { entries: [dated(formatDayFromNow(-1)), old] };
  expect((await caller.call('postJournalEntries', { body: batch })).body.code).toBe(code);
  const opening = { ...old, entry_type: 'OPENING_BALANCE' };
  expect((await caller.call('postJournalEntry', { body: opening })).body.code).toBe(code);
  const step = { action: 'POST_JOURNAL_ENTRY', parameters: old };
  const failed = await createAndExecuteWorkflow(caller, [step]);
  expect(failed.body).toMatchObject({ statusCode: 409, code: 'step_failed' });
  expect(failed.body.message).toContain(
    `The effective date ${formatDayFromNow(-4)} is outside the window`,
  );
  expect(
    (await caller.call('postJournalEntry', { body: dated(formatDayFromNow(-1)) })).status,
  ).toBe(201);
});

test('an adjustment of an old entry is dated today, which no window excludes', async () => {
  const caller = await prepareTenant({ time_zone: 'UTC' });
  const account = await openAccount(caller);
  const body = { ...credit(account, '1.00'), effective_date: '2020-01-31' };
  const { body: old } = await caller.call('postJournalEntry', { body });
  await caller.call('updateGeneralLedgerSettings', {
    body: { effective_date_window: { days_back: 0, days_ahead: 0 } },
  });
  advanceTime(CACHE_MS);

  const request = await sendAdjustment(caller, old.id as string);
  const approved = await approveAdjustment(caller, request.body.id as string);

  expect(approved.body.status).toBe('APPLIED');
});

test('a change takes effect within 10 s', async () => {
  const caller = await prepareTenant({});
  const account = await openAccount(caller);
  const body = { ...credit(account, '1.00'), effective_date: '2020-01-31' };
  expect((await caller.call('postJournalEntry', { body })).status).toBe(201);
  await caller.call('updateGeneralLedgerSettings', {
    body: { effective_date_window: { days_back: 1 } },
  });

  advanceTime(CACHE_MS);

  expect(CACHE_MS).toBeLessThan(10_000);
  expect((await caller.call('postJournalEntry', { body })).status).toBe(409);
});
