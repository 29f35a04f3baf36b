import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { adjustEntry, approveAdjustment, postEntry } from '../../support/fixtures/adjustments.ts';
import { disbursedLoan } from '../../support/fixtures/loans.ts';
import { projectReceipts } from '../../support/projections/projections.ts';
import { advanceTime, returnToPresent } from '../../support/stack/advance-time.ts';
import { asTenant, credit, debit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
let euros: string;
beforeAll(async () => {
  ledger = await startLedger();
  euros = await openAccount(ledger);
  const dollars = await openAccount(ledger, { currency: 'USD' });
  const onDay = (body: object, effective_date: string) =>
    postEntry(ledger, { ...body, effective_date });
  await onDay(credit(euros, '100.00'), '2025-12-31');
  await onDay(credit(euros, '20.00'), '2026-10-31');
  await onDay(debit(euros, '5.00'), '2026-11-01');
  await onDay(credit(euros, '0.50'), '2026-11-30');
  await onDay(credit(dollars, '7.00', 'USD'), '2026-11-15');
  await onDay(credit(euros, '1000.00'), '2999-01-01');
  await projectReceipts(ledger);
});
afterEach(returnToPresent);
afterAll(() => ledger.stop());

const read = (query: Record<string, string> = {}, options = {}) =>
  ledger.call('getTrialBalance', { query, ...options });

const row = (code: string, currency: string, amounts: readonly string[]) => {
  const [opening, debits, credits, closing] = amounts;
  return { code, currency, opening, debits, credits, closing };
};

test('reads the balances of a period, per code and currency, with totals', async () => {
  const { status, body } = await read({ from: '2026-11-01', to: '2026-11-30' });

  expect(status).toBe(200);
  expect(body).toMatchObject({ from: '2026-11-01', to: '2026-11-30' });
  expect(body.items).toEqual([
    row('1000', 'EUR', ['120.00', '0.50', '5.00', '115.50']),
    row('1000', 'USD', ['0.00', '7.00', '0.00', '7.00']),
    row('CUSTOMER_DEPOSITS', 'EUR', ['-120.00', '5.00', '0.50', '-115.50']),
    row('CUSTOMER_DEPOSITS', 'USD', ['0.00', '0.00', '7.00', '-7.00']),
  ]);
  const total = { opening: '0.00', closing: '0.00', difference: '0.00' };
  expect(body.totals).toEqual([
    { currency: 'EUR', ...total, debits: '5.50', credits: '5.50' },
    { currency: 'USD', ...total, debits: '7.00', credits: '7.00' },
  ]);
  expect(body.next_cursor).toBeUndefined();
});

test('as_of is the end of a day, of any year; without it, of today', async () => {
  advanceTime(0);
  const closing = async (query: Record<string, string>) =>
    (await read({ currency: 'EUR', ...query })).body.items.map(
      (one: { closing: string }) => one.closing,
    );

  expect(await closing({ as_of: '2025-12-30' })).toEqual([]);
  expect(await closing({ as_of: '2025-12-31' })).toEqual(['100.00', '-100.00']);
  expect(await closing({ as_of: '2026-10-31' })).toEqual(['120.00', '-120.00']);
  expect(await closing({ as_of: '2026-11-01' })).toEqual(['115.00', '-115.00']);
  expect(await closing({})).toEqual(await closing({ to: new Date().toISOString().slice(0, 10) }));
  expect(await closing({ as_of: '9999-12-31' })).toEqual(['1115.50', '-1115.50']);
});

test('continues from page to page, with the totals of all pages on each', async () => {
  const query = { to: '2026-11-30' };
  const whole = (await read(query)).body;
  const first = (await read({ ...query, limit: '3' })).body;
  const second = (await read({ ...query, limit: '3', cursor: first.next_cursor })).body;

  expect([...first.items, ...second.items]).toEqual(whole.items);
  expect(second.next_cursor).toBeUndefined();
  expect([first.totals, second.totals]).toEqual([whole.totals, whole.totals]);
});

test.each([
  [{ as_of: '2026-11-01', from: '2026-01-01' }, 'invalid_as_of', 'as_of'],
  [{ as_of: '2026-11-01', to: '2026-12-01' }, 'invalid_as_of', 'as_of'],
  [{ from: '2026-11-02', to: '2026-11-01' }, 'invalid_period', 'from=2026-11-02'],
  [{ from: '2999-01-01' }, 'invalid_period', 'from=2999-01-01'],
  [{ as_of: '2026-02-30' }, 'invalid_request', 'as_of'],
  [{ currency: 'eur' }, 'invalid_request', 'currency'],
])('refuses %j, naming the parameter', async (query, code, name) => {
  const { status, body } = await read(query as Record<string, string>);

  expect([status, body.code]).toEqual([400, code]);
  expect(String(body.message)).toContain(name);
});

test('an auditor reads it, a maker of configuration does not, and other tenants have their own', async () => {
  expect((await read({}, { permissions: ['audit.read'] })).status).toBe(200);
  expect((await read({}, { permissions: ['configuration.write'] })).status).toBe(403);
  const other = (await read({}, { tenant: 'globex' })).body;
  expect(other).toMatchObject({ items: [], totals: [], projection: { lag_seconds: 0 } });
});

test('counts loans and adjustments, and says how late it is', async () => {
  const tenant = 'initech';
  const caller = asTenant(ledger, tenant);
  const account = await openAccount(caller);
  const entry = await postEntry(caller, credit(account, '9.00'));
  await projectReceipts(ledger, tenant);
  await approveAdjustment(caller, await adjustEntry(caller, entry));
  await disbursedLoan(caller);
  const late = (await read({}, { tenant })).body;
  await projectReceipts(ledger, tenant);
  const { items, projection } = (await read({}, { tenant })).body;

  expect(late.projection.lag_seconds).toBeGreaterThan(0);
  expect(late.items).toHaveLength(2);
  expect(projection).toMatchObject({ projection_name: 'general_ledger', lag_seconds: 0 });
  const codes = items.map((one: { code: string }) => one.code);
  expect(codes).toEqual(expect.arrayContaining(['1000', 'CUSTOMER_DEPOSITS']));
  expect(items[0]).toMatchObject({
    code: '1000',
    debits: '9.00',
    credits: '9.00',
    closing: '0.00',
  });
});

test('a code of the chart has its name and type', async () => {
  const body = { name: 'Deposits', type: 'LIABILITY' };
  await ledger.call('upsertGeneralLedgerAccount', { path: { code: 'CUSTOMER_DEPOSITS' }, body });

  const { items } = (await read({ currency: 'USD', to: '2026-11-30' })).body;

  expect(items[0]).toEqual(row('1000', 'USD', ['0.00', '7.00', '0.00', '7.00']));
  expect(items[1]).toMatchObject({ code: 'CUSTOMER_DEPOSITS', ...body });
});

test('today is the day in the time zone of the settings', async () => {
  advanceTime(0);
  const tenant = 'kiritimati';
  const caller = asTenant(ledger, tenant);
  // Fourteen hours ahead of UTC, where an entry without a date has the day of the same zone.
  await caller.call('updateGeneralLedgerSettings', { body: { time_zone: 'Pacific/Kiritimati' } });
  await postEntry(caller, credit(await openAccount(caller), '1.00'));
  await projectReceipts(ledger, tenant);

  const { items, to } = (await read({}, { tenant })).body;

  expect(to).toBe(new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10));
  expect(items).toHaveLength(2);
});
