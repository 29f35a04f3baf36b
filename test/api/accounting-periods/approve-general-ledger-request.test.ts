// The approval of general-ledger requests, and the four eyes on the settings.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listYearPeriods } from '../../../functions/domain/general-ledger/fiscal-years.ts';
import {
  approveLedgerRequest,
  closePeriod,
  readPeriod,
  requestPeriodChange,
  runPeriodClose,
} from '../../support/accounting-periods/closings.ts';
import {
  defineChart,
  postLines,
  requestYearClosing,
} from '../../support/accounting-periods/years.ts';
import { verifyTables } from '../../support/invariants/verification.ts';
import { projectReceipts } from '../../support/projections/projections.ts';
import { asTenant, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(async () => {
  try {
    expect((await verifyTables(ledger.tables)).differences).toEqual([]);
  } finally {
    await ledger.stop();
  }
});

const readSettings = async (tenant: string) =>
  (await ledger.call('getGeneralLedgerSettings', { tenant })).body;

test.each(['chart', 'control_accounts'])(
  'a change that enforces %s, and each change from then on, takes two operators',
  async (control) => {
    const tenant = control.replace('_', '-');
    const update = (body: unknown) => ledger.call('updateGeneralLedgerSettings', { tenant, body });
    expect((await update({ base_currency: 'EUR' })).status).toBe(200);

    const requested = await update({ [control]: 'ENFORCED', reason: 'It is complete' });
    expect(requested.status).toBe(202);
    expect(requested.headers['Location']).toContain(`/requests/${requested.body.id}`);
    expect(requested.body).toMatchObject({
      kind: 'SETTINGS_CHANGE',
      settings: { [control]: 'ENFORCED' },
      reason: 'It is complete',
      status: 'PENDING_APPROVAL',
    });
    expect(await readSettings(tenant)).toMatchObject({ version: 1 });
    const own = await approveLedgerRequest(ledger, requested.body.id, { tenant, subject: 'ada' });
    expect(own.body).toMatchObject({ code: 'self_approval' });
    const approved = await approveLedgerRequest(ledger, requested.body.id, { tenant });
    expect(approved.body).toMatchObject({ status: 'APPLIED', decided_by: 'grace' });
    const settings = { [control]: 'ENFORCED', base_currency: 'EUR', version: 2 };
    expect(await readSettings(tenant)).toMatchObject(settings);

    const other = await update({ time_zone: 'Europe/Berlin' });
    expect(other.status).toBe(202);
    expect(await readSettings(tenant)).toMatchObject({ time_zone: 'UTC' });
    const back = await update({ [control]: control === 'chart' ? 'OPEN' : 'REPORTED' });
    for (const { body } of [other, back]) await approveLedgerRequest(ledger, body.id, { tenant });
    expect(await readSettings(tenant)).toMatchObject({ time_zone: 'Europe/Berlin', version: 4 });
    expect((await update({ base_currency: 'USD' })).status).toBe(200);
  },
);

test('of several decisions one wins', async () => {
  const { id } = await requestPeriodChange(ledger, 'close');
  const checkers = ['grace', 'linus', 'edsger', 'barbara'];

  const answers = await Promise.all(
    checkers.map((subject) => approveLedgerRequest(ledger, id, { subject })),
  );

  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
});

test('a request for a period that has been reopened or closed again since then is FAILED', async () => {
  const tenant = 'stale';
  const caller = asTenant(ledger, tenant);
  const approve = async ({ id }: { id: string }) => (await approveLedgerRequest(caller, id)).body;
  const [closing, otherClosing] = [
    await requestPeriodChange(caller, 'close'),
    await requestPeriodChange(caller, 'close'),
  ];
  expect(closing).toMatchObject({ period: '2026-01', period_version: 0 });
  await approve(closing);
  await runPeriodClose(tenant, closing.id);
  const [reopening, otherReopening] = [
    await requestPeriodChange(caller, 'reopen'),
    await requestPeriodChange(caller, 'reopen'),
  ];
  expect(reopening).toMatchObject({ period_version: 2 });
  expect(await approve(reopening)).toMatchObject({ status: 'APPLIED', period_version: 2 });

  expect(await approve(otherClosing)).toMatchObject({
    status: 'FAILED',
    failure_reason:
      'The accounting period 2026-01 has changed since the request: it is at version 3, no longer 0.',
  });
  expect(await readPeriod(caller)).toMatchObject({ state: 'OPEN', version: 3 });
  await closePeriod(caller, tenant);
  expect(await approve(otherReopening)).toMatchObject({ status: 'FAILED' });
  expect(await readPeriod(caller)).toMatchObject({ state: 'CLOSED', version: 5 });
});

// They overlap in nine periods.
const YEARS = ['2024-07', '2024-10'] as const;
const PERIODS = new Set(YEARS.flatMap((year) => listYearPeriods(year)));

test('all fiscal years start in the month of the first that is closed, whichever of two it is', async () => {
  const tenant = 'fiscal-years';
  const caller = asTenant(ledger, tenant);
  await defineChart(caller);
  await postLines(caller, { debit: '1000', credit: '7000', amount: '5.00', date: '2024-12-24' });
  for (const period of PERIODS) await closePeriod(caller, tenant, period);
  await projectReceipts(ledger, tenant);
  const readStart = async () =>
    (await caller.call('getGeneralLedgerSettings')).body.fiscal_year_start as unknown;
  const asked = [
    await requestYearClosing(caller, YEARS[0]),
    await requestYearClosing(caller, YEARS[1]),
  ];
  expect(asked.map(({ status }) => status)).toEqual([201, 201]);
  expect(await readStart()).toBeUndefined();

  const answers = await Promise.all(asked.map(({ body }) => approveLedgerRequest(caller, body.id)));

  const find = (status: string) =>
    answers.map(({ body }) => body).filter((body) => body.status === status);
  const [applied, failed] = [find('APPLIED'), find('FAILED')];
  expect([applied.length, failed.length]).toEqual([1, 1]);
  const [start = '', other = ''] = [applied, failed].map(([body]) => body.year_closing.year);
  const month = start.slice(5);
  const message = `Fiscal years start in month ${month} since the first was closed: none starts in ${other}.`;
  expect(failed[0].failure_reason).toBe(message);
  expect(await readStart()).toBe(month);
  const again = await requestYearClosing(caller, other);
  expect(again.body).toMatchObject({ statusCode: 409, code: 'fiscal_year_mismatch', message });
  const next = await requestYearClosing(caller, `2026-${month}`);
  expect(next.body).toMatchObject({ code: 'period_not_closed' });
  await projectReceipts(ledger, tenant);
});

test('a request that does not exist is not found', async () => {
  const answer = await approveLedgerRequest(ledger, 'glr_1');

  expect(answer.body).toMatchObject({ statusCode: 404, code: 'general_ledger_request_not_found' });
});
