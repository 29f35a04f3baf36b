// The requests of workflows to the store, counted as in capacity.test.ts.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { chooseEngine } from '../../../local/engines/engine.ts';
import { advanceTime } from '../../support/stack/advance-time.ts';
import { openAccount, startWatchedLedger } from '../../support/stack/ledger.ts';
import type { WatchedLedger } from '../../support/stack/ledger.ts';
import { disbursedLoan, repayment } from '../../support/fixtures/loans.ts';
import type { TestLoan } from '../../support/fixtures/loans.ts';
import {
  createWorkflow,
  executeWorkflow,
  buildWorkflow,
} from '../../support/fixtures/workflows.ts';

const reportsUnits = chooseEngine(process.env['DYNAMODB_ENGINE']) === 'dynoxide';

let ledger: WatchedLedger;
let account: string;
let loan: TestLoan;
beforeAll(async () => {
  // The product cache of a container does not expire while the clock stands.
  advanceTime(0);
  ledger = await startWatchedLedger();
});
beforeEach(async () => {
  account = await openAccount(ledger, { funds: '100.00' });
  loan = await disbursedLoan(ledger, '10.00');
  ledger.proxy.requests.length = 0;
});
afterAll(() => ledger.stop());

function expectCost(operations: string[], writeUnits = 0): void {
  const { requests } = ledger.proxy;
  expect(requests.map(({ operation }) => operation)).toEqual(operations);
  const sum = requests.reduce((total, request) => total + request.writeUnits, 0);
  if (reportsUnits) expect(sum).toBeLessThanOrEqual(writeUnits);
  requests.length = 0;
}

const READ = 'BatchGetItem';
const COMMIT = 'TransactWriteItems';

test('executing: the workflow, one read per step with records of its own, the commit', async () => {
  const key = randomUUID();
  const workflowId = await createWorkflow(
    ledger,
    { action: 'CHARGE_FEE', parameters: { account_id: '${context.account_id}', amount: '1.00' } },
    {
      action: 'POST_LOAN_TRANSACTION',
      parameters: { ...repayment('4.00', { principal: '4.00' }), loan_id: '${context.loan_id}' },
    },
    {
      action: 'SUBMIT_STATUS_TRANSITION',
      parameters: { account_id: '${context.account_id}', transition: 'FREEZE', reason: 'why' },
    },
    { action: 'CALL_THE_BRANCH' },
  );
  const context = { account_id: account, loan_id: loan.id };
  ledger.proxy.requests.length = 0;

  // Workflow; account; loan; the loan's account; the account's terms; commit.
  await executeWorkflow(ledger, workflowId, context, { key });
  expectCost([READ, READ, READ, READ, READ, COMMIT], 35);

  await executeWorkflow(ledger, workflowId, context, { key });
  expectCost([READ]);
});

test('the monthly fee: 3 requests, 21 write units', async () => {
  const { id } = (await ledger.call('createMonthlyFeeChargeWorkflow')).body;
  ledger.proxy.requests.length = 0;

  await executeWorkflow(ledger, id, { account_id: account });

  expectCost([READ, READ, COMMIT], 21);
});

test('defining: 1 request; a preset: 2; reading: 1; an execution: 2; lists: 1 per shard', async () => {
  await ledger.call('createWorkflow', { body: buildWorkflow({ action: 'EMIT_EVENT' }) });
  expectCost([COMMIT], 7);

  const { body } = await ledger.call('createLoanApprovalNotificationWorkflow');
  expectCost([READ, COMMIT], 9);

  await ledger.call('getWorkflow', { path: { workflowId: body.id } });
  expectCost(['GetItem']);

  const executionId = (await executeWorkflow(ledger, body.id)).body.id;
  ledger.proxy.requests.length = 0;
  await ledger.call('getWorkflowExecution', { path: { executionId } });
  expectCost(['GetItem', 'GetItem']);

  await ledger.call('listWorkflowsByTrigger', { path: { trigger: 'LOAN_APPROVED' } });
  expectCost(['Query']);
  await ledger.call('listWorkflowExecutions', { path: { workflowId: body.id } });
  expectCost(['Query', 'Query', 'Query', 'Query']);
});
