import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import { openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { readAllItems } from '../../support/stack/tables.ts';
import { readBalance, executeWorkflow } from '../../support/fixtures/workflows.ts';

let ledger: TestLedger;
let workflowId: string;
beforeAll(async () => {
  ledger = await startLedger();
  const key = 'monthly-fee-preset-1';
  const created = await ledger.call('createMonthlyFeeChargeWorkflow', { key });
  expect(created.status).toBe(201);
  workflowId = created.body.id;
  const again = await ledger.call('createMonthlyFeeChargeWorkflow', { key });
  expect(again.text).toBe(created.text);
});
afterAll(() => ledger.stop());

test('is created once per tenant and found by its trigger', async () => {
  const second = await ledger.call('createMonthlyFeeChargeWorkflow');
  const theirs = await ledger.call('createMonthlyFeeChargeWorkflow', { tenant: 'globex' });
  const path = { trigger: 'MONTHLY_FEE_DUE' };
  const listed = await ledger.call('listWorkflowsByTrigger', { path });

  expect(second.body).toMatchObject({ statusCode: 409, code: 'preset_exists' });
  expect(theirs.status).toBe(201);
  expect(listed.body).toMatchObject([{ id: workflowId, name: 'Monthly fee charge' }]);
});

test('refuses one of two concurrent creations', async () => {
  const create = () => ledger.call('createMonthlyFeeChargeWorkflow', { tenant: 'initech' });

  const answers = await Promise.all([create(), create()]);

  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test('charges the fee on the account and emits an event', async () => {
  const account = await openAccount(ledger, { funds: '20.00', currency: 'KES' });
  const context = { account_id: account, amount: '7.25' };

  const { body } = await executeWorkflow(ledger, workflowId, context, {
    correlationId: 'fee-event',
  });

  expect(await readBalance(ledger, account)).toBe('12.75');
  const receipts = await readAllItems(ledger.tables.receipts);
  const receipt = receipts.find((item) => item['correlation_id'] === 'fee-event');
  const events = receipt ? readStoredEvents(receipt) : [];
  expect(events.map(({ type }) => type)).toEqual([
    'journal_entry.posted',
    'notification.requested',
    'workflow.executed',
  ]);
  expect(events[1]?.payload).toMatchObject({
    execution_id: body.id,
    trigger: 'MONTHLY_FEE_DUE',
    parameters: { template: 'monthly_fee_charged', data: body.steps[0].output },
  });
});

test('charges 5.00 by default, and nothing when the fee is waived', async () => {
  const account = await openAccount(ledger, { funds: '20.00' });

  await executeWorkflow(ledger, workflowId, { account_id: account });
  const waived = await executeWorkflow(ledger, workflowId, {
    account_id: account,
    is_waived: true,
  });

  expect(await readBalance(ledger, account)).toBe('15.00');
  expect(waived.body.steps).toMatchObject([{ status: 'SKIPPED' }, { status: 'SKIPPED' }]);
});

test('fails the step, and not itself, on an amount of more digits than CEL calculates with', async () => {
  const account = await openAccount(ledger, { funds: '20.00' });

  const failed = await executeWorkflow(ledger, workflowId, {
    account_id: account,
    amount: '1e118',
  });

  expect(failed.body).toMatchObject({
    statusCode: 409,
    code: 'step_failed',
    message: expect.stringMatching(/^Step 1 \(Charge the fee\) failed: \/amount must be an amount/),
  });
});
