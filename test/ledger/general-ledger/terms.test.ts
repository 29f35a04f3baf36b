// Every way to post obeys an enforced chart of accounts and the currency of lines.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { CACHE_MS } from '../../../functions/ledger/timed-cache.ts';
import { applySettingsEverywhere } from '../../support/accounting-periods/closings.ts';
import { approveAdjustment, sendAdjustment } from '../../support/fixtures/adjustments.ts';
import { disbursement, buildLoanRequest } from '../../support/fixtures/loans.ts';
import { buildFeeRule, createRule, publishProduct } from '../../support/fixtures/products.ts';
import { createAndExecuteWorkflow } from '../../support/fixtures/workflows.ts';
import { stopSoundLedger } from '../../support/invariants/sound-ledger.ts';
import { advanceTime } from '../../support/stack/advance-time.ts';
import { asTenant, credit, openAccount, startWatchedLedger } from '../../support/stack/ledger.ts';
import type { OperationCaller, WatchedLedger } from '../../support/stack/ledger.ts';

let ledger: WatchedLedger;
beforeAll(async () => {
  advanceTime(0);
  ledger = await startWatchedLedger();
});
afterAll(() => stopSoundLedger(ledger));

/** Calls for a tenant of its own with these settings and accounts. */
async function prepareTenant(settings: object, codes: readonly string[] = []) {
  const tenant = `t-${randomUUID()}`;
  const caller = asTenant(ledger, tenant);
  for (const code of codes) await defineAccount(caller, code);
  await applySettingsEverywhere(caller, settings);
  return caller;
}

async function defineAccount({ call }: OperationCaller, code: string, members: object = {}) {
  const body = { name: `Account ${code}`, type: 'ASSET', ...members };
  expect((await call('upsertGeneralLedgerAccount', { path: { code }, body })).status).toBe(200);
}

const ENFORCED = { chart: 'ENFORCED' };
const CODES = ['1000', 'CUSTOMER_DEPOSITS'];
const post = ({ call }: OperationCaller, body: unknown) => call('postJournalEntry', { body });
const recode = (entry: ReturnType<typeof credit>, code: string) => ({
  ...entry,
  ledger_lines: entry.ledger_lines.map((line) => ({ ...line, account_code: code })),
});

test('an open chart accepts any code, of a closed account too', async () => {
  const caller = await prepareTenant({ chart: 'OPEN' });
  const account = await openAccount(caller);
  await defineAccount(caller, '1000', { status: 'CLOSED', currency: 'USD' });

  expect((await post(caller, credit(account, '1.00'))).status).toBe(201);
});

test('an enforced chart names the codes that it does not have', async () => {
  const caller = await prepareTenant(ENFORCED, ['1000']);
  const account = await openAccount(caller);

  const { body: refused } = await post(caller, credit(account, '1.00'));

  expect(refused).toMatchObject({ statusCode: 409, code: 'general_ledger_account_unknown' });
  expect(refused.message).toBe('The chart of accounts does not have: CUSTOMER_DEPOSITS.');
  expect((await post(caller, recode(credit(account, '1.00'), '1000'))).status).toBe(201);
});

test('an account counts from the moment that it is defined, and no longer 10 s after it is closed', async () => {
  const caller = await prepareTenant(ENFORCED, ['1000']);
  const account = await openAccount(caller);
  const body = credit(account, '1.00');
  expect((await post(caller, body)).status).toBe(409);

  await defineAccount(caller, 'CUSTOMER_DEPOSITS');
  expect((await post(caller, body)).status).toBe(201);
  await defineAccount(caller, 'CUSTOMER_DEPOSITS', { status: 'CLOSED' });
  advanceTime(CACHE_MS);

  expect((await post(caller, body)).body).toMatchObject({
    statusCode: 409,
    code: 'general_ledger_account_closed',
    message: 'The chart of accounts has closed: CUSTOMER_DEPOSITS.',
  });
});

test('an account of one currency takes lines in that one only', async () => {
  const caller = await prepareTenant(ENFORCED, CODES);
  await defineAccount(caller, 'CUSTOMER_DEPOSITS', { currency: 'USD' });
  const { ledger_lines } = credit('', '1.00');

  const refused = await post(caller, credit(await openAccount(caller), '1.00'));
  expect(refused.body).toMatchObject({ statusCode: 409, code: 'general_ledger_account_currency' });
  expect(refused.body.message).toContain('CUSTOMER_DEPOSITS');
  expect((await post(caller, { ledger_lines })).body.code).toBe('general_ledger_account_currency');
  expect((await post(caller, { ledger_lines, currency: 'USD' })).status).toBe(201);
});

test('no way to post passes by the chart', async () => {
  const caller = await prepareTenant({ chart: 'OPEN' }, CODES);
  const [one, other] = [
    await openAccount(caller, { funds: '50.00' }),
    await openAccount(caller, { product: 'charged' }),
  ];
  const { body: loan } = await caller.call('createLoan', { body: buildLoanRequest(one) });
  const { body: old } = await post(caller, recode(credit(one, '1.00'), '9999'));
  const { body: known } = await post(caller, credit(one, '1.00'));
  const pending = await sendAdjustment(caller, old.id as string);
  await publishProduct(caller, 'charged', {});
  await createRule(caller, 'charged', buildFeeRule('1.00', { condition: 'true' }));
  await applySettingsEverywhere(caller, ENFORCED);
  const unknown = recode(credit(one, '1.00'), '9999');
  const code = 'general_ledger_account_unknown';

  const opening = { ...unknown, entry_type: 'OPENING_BALANCE', account_postings: [] };
  for (const body of [unknown, opening]) expect((await post(caller, body)).body.code).toBe(code);
  const entries = [credit(one, '1.00'), unknown];
  const batch = await caller.call('postJournalEntries', { body: { entries } });
  expect(batch.body.code).toBe(code);
  const path = { loanId: loan.id as string };
  const lent = await caller.call('postLoanTransaction', { path, body: disbursement('1.00') });
  expect(lent.body).toMatchObject({ statusCode: 409, code });
  expect(lent.body.message).toContain('LOANS_RECEIVABLE');
  const charged = await post(caller, credit(other, '10.00'));
  expect(charged.body).toMatchObject({ statusCode: 409, code });
  expect(charged.body.message).toContain('4000-FEES');
  const steps = [
    { action: 'POST_JOURNAL_ENTRY', parameters: unknown },
    { action: 'CHARGE_FEE', parameters: { account_id: one, amount: '1.00' } },
    { action: 'POST_LOAN_TRANSACTION', parameters: { loan_id: loan.id, ...disbursement('1.00') } },
    {
      action: 'SUBMIT_ADJUSTMENT',
      parameters: {
        target_type: 'JOURNAL_ENTRY',
        target_id: old.id,
        adjustment_type: 'REVERSAL',
        reason: 'Posted on no account.',
      },
    },
  ];
  for (const step of steps) {
    const failed = await createAndExecuteWorkflow(caller, [step]);
    expect(failed.body).toMatchObject({ statusCode: 409, code: 'step_failed' });
    expect(failed.body.message).toContain('The chart of accounts does not have');
  }
  expect((await sendAdjustment(caller, old.id as string)).body.code).toBe(code);
  const corrected = await sendAdjustment(caller, known.id as string, unknown);
  expect(corrected.body.code).toBe(code);
  const approved = await approveAdjustment(caller, pending.body.id as string);
  expect(approved.body).toMatchObject({ status: 'FAILED' });
  expect(approved.body.failure_reason).toContain('9999');
  expect((await post(caller, credit(one, '1.00'))).status).toBe(201);
});

test('entries without postings are in the currency that they name, or the base currency', async () => {
  const caller = await prepareTenant({ base_currency: 'KES' });
  const { ledger_lines } = credit('', '5.00');

  const named = await post(caller, { ledger_lines, currency: 'EUR' });
  const unnamed = await post(caller, { ledger_lines });

  expect(named.body.currency).toBe('EUR');
  expect(unnamed.body.currency).toBe('KES');
  const account = await openAccount(caller);
  expect((await post(caller, credit(account, '1.00'))).body.currency).toBe('EUR');
  const agreed = await post(caller, { ...credit(account, '1.00'), currency: 'EUR' });
  expect(agreed.body.currency).toBe('EUR');
});

test('without a base currency they are in none, unless they name one', async () => {
  const caller = await prepareTenant({});
  const { ledger_lines } = credit('', '5.00');

  expect((await post(caller, { ledger_lines })).body).not.toHaveProperty('currency');
  const batch = { entries: [{ ledger_lines, currency: 'USD' }, { ledger_lines }] };
  const { body } = await caller.call('postJournalEntries', { body: batch });
  expect(body.items.map(({ currency }: { currency?: string }) => currency)).toEqual([
    'USD',
    undefined,
  ]);
});

test('a currency beside postings of another is refused', async () => {
  const caller = await prepareTenant({});
  const body = { ...credit(await openAccount(caller), '1.00'), currency: 'USD' };

  const refused = await post(caller, body);

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'mixed_currencies' });
  expect(refused.body.message[0]).toContain('/currency is USD');
});

test('an adjustment stays in the currency of the entry, whatever the base currency has become', async () => {
  const caller = await prepareTenant({});
  const { ledger_lines } = credit('', '5.00');
  const { ledger_lines: smaller } = credit('', '3.00');
  const [none, dollars] = [
    await post(caller, { ledger_lines }),
    await post(caller, { ledger_lines, currency: 'USD' }),
  ];
  await caller.call('updateGeneralLedgerSettings', { body: { base_currency: 'EUR' } });
  advanceTime(CACHE_MS);

  for (const [{ body: entry }, currency] of [
    [none, undefined],
    [dollars, 'USD'],
  ] as const) {
    const request = await sendAdjustment(caller, entry.id as string, { ledger_lines: smaller });
    const { body } = await approveAdjustment(caller, request.body.id as string);
    expect(body.status).toBe('APPLIED');
    for (const id of [body.reversal_journal_entry_id, body.replacement_journal_entry_id]) {
      const path = { journalEntryId: id as string };
      const { body: posted } = await caller.call('getJournalEntry', { path });
      expect(posted.currency).toBe(currency);
    }
  }
});

test('an enforced chart costs no request while its accounts are in the cache', async () => {
  const caller = await prepareTenant(ENFORCED, CODES);
  const account = await openAccount(caller, { funds: '5.00' });
  const cost = async () => {
    ledger.proxy.requests.length = 0;
    expect((await post(caller, credit(account, '1.00'))).status).toBe(201);
    return ledger.proxy.requests.length;
  };

  expect(await cost()).toBe(2);
  advanceTime(CACHE_MS);
  // The product, the settings, the control codes and both accounts.
  expect(await cost()).toBe(6);
  expect(await cost()).toBe(2);
});
