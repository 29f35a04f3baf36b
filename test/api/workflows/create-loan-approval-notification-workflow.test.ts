import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { readAllItems } from '../../support/stack/tables.ts';
import { executeWorkflow } from '../../support/fixtures/workflows.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

test('is created once and requests its notification with the context', async () => {
  const created = await ledger.call('createLoanApprovalNotificationWorkflow');
  const again = await ledger.call('createLoanApprovalNotificationWorkflow');
  const context = { loan_id: 'loan_1', customer: { email: 'ada@example.org' } };

  const executed = await executeWorkflow(ledger, created.body.id, context, {
    correlationId: 'approved',
  });

  expect(created.body).toMatchObject({ trigger: 'LOAN_APPROVED', tenant_id: 'acme' });
  expect(again.body).toMatchObject({ statusCode: 409, code: 'preset_exists' });
  const receipts = await readAllItems(ledger.tables.receipts);
  const receipt = receipts.find((item) => item['correlation_id'] === 'approved');
  expect(receipt && readStoredEvents(receipt)).toMatchObject([
    {
      type: 'notification.requested',
      aggregateId: `${executed.body.id}#1`,
      payload: {
        execution_id: executed.body.id,
        workflow_id: created.body.id,
        step: { order: 1, name: 'Notify the customer', action: 'SEND_NOTIFICATION' },
        parameters: { template: 'loan_approved', data: context },
      },
    },
    { type: 'workflow.executed', aggregateId: executed.body.id, payload: executed.body },
  ]);
});
