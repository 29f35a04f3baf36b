// Rules whose condition cannot be evaluated: they deny, or are skipped and recorded with the entry.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import { keys } from '../../../functions/ledger/store/keys.ts';
import { CACHE_MS } from '../../../functions/ledger/timed-cache.ts';
import { applySettings } from '../../support/accounting-periods/closings.ts';
import { disbursement, agreeLoan } from '../../support/fixtures/loans.ts';
import { buildFeeRule, createRule } from '../../support/fixtures/products.ts';
import { createAndExecuteWorkflow } from '../../support/fixtures/workflows.ts';
import { changeStoredAttribute } from '../../support/invariants/change-stored-item.ts';
import { stopSoundLedger } from '../../support/invariants/sound-ledger.ts';
import { verifyTables } from '../../support/invariants/verification.ts';
import { projectReceipts } from '../../support/projections/projections.ts';
import { advanceTime, returnToPresent } from '../../support/stack/advance-time.ts';
import { asTenant, credit, debit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { OperationCaller, TestLedger } from '../../support/stack/ledger.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
beforeAll(async () => {
  advanceTime(0);
  ledger = await startLedger();
});
afterAll(() => stopSoundLedger(ledger));

const BROKEN = { id: 'broken', condition: 'acount.balance > 0' };
const ERROR = {
  message: 'there is no variable acount here',
  line: 1,
  column: 1,
  offset: 0,
};

/** A tenant with these settings, whose product `giro` has these rules, and an account of it. */
async function prepareTenant(settings: object, ...rules: Record<string, unknown>[]) {
  const tenant = `t-${randomUUID()}`;
  const caller = asTenant(ledger, tenant);
  await applySettings(caller, { time_zone: 'UTC', ...settings });
  for (const rule of rules) await createRule(caller, 'giro', rule);
  return { tenant, caller, account: await openAccount(caller, { product: 'giro' }) };
}

const SKIP = { failing_rules: 'SKIP' };
const post = ({ call }: OperationCaller, body: unknown) => call('postJournalEntry', { body });
const evaluate = ({ call }: OperationCaller, body: object) =>
  call('evaluateRules', { path: { productId: 'giro' }, body });

test.each([{}, { failing_rules: 'DENY' }])('a failing rule denies with %j', async (settings) => {
  const { caller, account } = await prepareTenant(settings, BROKEN);

  const { body } = await post(caller, credit(account, '1.00'));

  expect(body).toMatchObject({ statusCode: 403, code: 'policy_denied' });
  const tried = await evaluate(caller, { sample: {} });
  expect(tried.body).toMatchObject({ decision: 'DENY', denied_by: 'broken' });
});

test('a skipped rule is recorded with the entry, and every other rule judges', async () => {
  const limit = { id: 'limit', condition: 'amount > 50' };
  const fee = buildFeeRule('1.00');
  const { caller, tenant, account } = await prepareTenant(SKIP, BROKEN, limit, fee);

  const denied = await post(caller, credit(account, '50.01'));
  const funded = await post(caller, credit(account, '50.00'));
  const charged = await post(caller, debit(account, '10.00'));

  expect(denied.body.message).toContain('(rule limit)');
  const skipped_rules = [{ product_id: 'giro', rule_id: 'broken', positions: [1], error: ERROR }];
  expect(funded.body).toMatchObject({ skipped_rules });
  expect(charged.body).toMatchObject({ skipped_rules, account_postings: [{}, { amount: '1.00' }] });
  const path = { journalEntryId: funded.body.id };
  expect((await caller.call('getJournalEntry', { path })).text).toBe(funded.text);
  await post(caller, credit(await openAccount(caller), '1.00'));
  await projectReceipts(ledger, tenant);
  const query = { has_skipped_rules: 'true' };
  const { body: listed } = await caller.call('listJournalEntries', { query });
  const ids = [funded, charged].map(({ body }) => body.id);
  expect(listed.items.map(({ id }: { id: string }) => id).toSorted()).toEqual(ids.toSorted());
  const receipts = await readAllItems(ledger.tables.receipts);
  const events = receipts.flatMap((item) => readStoredEvents(item));
  const posted = events.find(({ aggregateId }) => aggregateId === funded.body.id);
  expect(posted?.payload).toEqual(funded.body);
});

test('names the postings of each entry that the rule did not judge', async () => {
  const half = { id: 'half', condition: 'posting.direction == "DEBIT" && acount == 1' };
  const { caller, account } = await prepareTenant(SKIP, half);
  const { account_postings: credits } = credit(account, '5.00');
  const { account_postings: debits, ledger_lines } = debit(account, '5.00');
  const mixed = { ledger_lines, account_postings: [...credits, ...debits, ...debits] };

  const { body } = await caller.call('postJournalEntries', {
    body: { entries: [credit(account, '5.00'), mixed, credit(account, '1.00')] },
  });

  const skipped = body.items.map((entry: { skipped_rules?: { positions: number[] }[] }) =>
    entry.skipped_rules?.map(({ positions }) => positions),
  );
  expect(skipped).toEqual([undefined, [[2, 3]], undefined]);
});

test('skips rules of loan transactions, and in the steps of workflows', async () => {
  const { caller, tenant, account } = await prepareTenant(SKIP, BROKEN);
  await createRule(caller, 'current', { ...BROKEN, applies_to: ['POSTING', 'LOAN_TRANSACTION'] });
  const { id: loanId } = await agreeLoan(caller);
  const paid = await caller.call('postLoanTransaction', {
    path: { loanId },
    body: disbursement('10.00'),
  });
  await post(caller, credit(account, '3.00'));
  const step = { action: 'CHARGE_FEE', parameters: { account_id: account, amount: '1.00' } };
  expect((await createAndExecuteWorkflow(caller, [step])).status).toBe(201);

  expect(paid.status).toBe(201);
  const { body } = await caller.call('listJournalEntries');
  const items = body.items as Record<string, string>[];
  const ofLoan = items.find(({ transaction_id: id }) => id === paid.body.id);
  const ofStep = items.find(({ workflow_execution_id: id }) => id !== undefined);
  const giro = { product_id: 'giro', rule_id: 'broken', positions: [1], error: ERROR };
  const current = { ...giro, product_id: 'current' };
  const { positions: _, ...ofTransaction } = current;
  expect(ofLoan?.['skipped_rules']).toEqual([ofTransaction, current]);
  expect(ofStep?.['skipped_rules']).toEqual([giro]);
  const key = keys.journalEntry(tenant, String(ofStep?.['id']));
  await changeStoredAttribute(ledger, key, ['skipped_rules', '[]']);
  // The settings expired by advancing the clock; entries of an account follow its newest one.
  advanceTime(60_000);
  const { differences } = await verifyTables(ledger.tables, { tenant }).finally(returnToPresent);
  expect(differences).toMatchObject([{ id: key.SK, field: 'skipped_rules' }]);
  await changeStoredAttribute(ledger, key, ['skipped_rules', JSON.stringify([giro])]);
});

test('a trial decides as the tenant would, and a change takes effect within ten seconds', async () => {
  const { caller, account } = await prepareTenant(SKIP, BROKEN);
  await post(caller, credit(account, '1.00'));

  const tried = await evaluate(caller, { sample: {}, newest_postings: 1 });

  expect(tried.body).toMatchObject({
    decision: 'ALLOW',
    rules: [{ rule_id: 'broken', outcome: 'ERROR', error: ERROR }],
    newest_postings: { items: [{ decision: 'ALLOW', rules: [{ outcome: 'ERROR' }] }] },
  });
  await applySettings(caller, { failing_rules: 'DENY' });
  advanceTime(CACHE_MS);
  expect((await post(caller, credit(account, '1.00'))).body.code).toBe('policy_denied');
});

test('refuses an entry that one record cannot hold together with the rules skipped on it', async () => {
  const caller = asTenant(ledger, `t-${randomUUID()}`);
  await applySettings(caller, { time_zone: 'UTC', ...SKIP });
  const product = '🏦'.repeat(128);
  for (let number = 10; number < 60; number += 1) {
    await createRule(caller, product, { ...BROKEN, id: `${number}${'😀'.repeat(126)}` });
  }
  const account = await openAccount(caller, { product });
  const account_postings = Array.from({ length: 97 }, () => ({
    ...credit(account, '0.01').account_postings[0],
    reference: '😀'.repeat(160),
  }));
  const ledger_lines = Array.from({ length: 1_000 }, (_, index) => ({
    account_code: '😀'.repeat(64),
    [index % 2 === 0 ? 'debit_amount' : 'credit_amount']: '0.97',
  }));

  const refused = await post(caller, { ledger_lines, account_postings });

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'entry_too_large' });
  const kept = await post(caller, { ledger_lines: ledger_lines.slice(0, 500), account_postings });
  expect(kept.status).toBe(201);
  expect(kept.body.skipped_rules).toHaveLength(50);
});
