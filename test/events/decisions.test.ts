// The events of requests that another operator decides. The request is their aggregate: its version is 1 when it is
// submitted and 2 once it is decided, and their payload is the answer.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { OperationName } from '../../functions/operations/operations.ts';
import {
  buildAdjustmentBody,
  buildRuleBody,
  buildTransitionBody,
} from '../../tools/samples/request-bodies.ts';
import { closePeriod } from '../support/accounting-periods/closings.ts';
import { readEventsOf } from '../support/contract/committed-events.ts';
import { putControls } from '../support/controls/controls.ts';
import { postEntry, sendAdjustment } from '../support/fixtures/adjustments.ts';
import { createAndExecuteWorkflow } from '../support/fixtures/workflows.ts';
import { asTenant, credit, openAccount, startLedger } from '../support/stack/ledger.ts';
import type { CallAnswer, OperationCaller, TestLedger } from '../support/stack/ledger.ts';

/** The period that is closed before the tests, and one that is open. */
const CLOSED = '2026-01';
const OPEN = '2026-02';

let ledger: TestLedger;
let bank: OperationCaller;
let frozen: string;
let entry: string;
beforeAll(async () => {
  ledger = await startLedger();
  bank = asTenant(ledger, 'bank');
  await putControls(bank, [{ operation: 'createRule' }]);
  frozen = await openAccount(bank);
  entry = await postEntry(bank, credit(await openAccount(bank), '1.00'));
  await closePeriod(bank, 'bank', CLOSED);
});
afterAll(() => ledger.stop());

const REASON = { reason: 'As agreed' };
const changePeriod = (name: OperationName, period: string) =>
  bank.call(name, { path: { period }, body: REASON });

interface DecisionScenario {
  /** In the types of events. */
  readonly noun: string;
  /** In the names of the operations that decide. */
  readonly decided: string;
  readonly submit: () => Promise<CallAnswer>;
}

const scenarios: DecisionScenario[] = [
  {
    noun: 'lifecycle_request',
    decided: 'AccountLifecycleRequest',
    submit: () => {
      const body = buildTransitionBody();
      return bank.call('submitAccountStatusTransition', { path: { accountId: frozen }, body });
    },
  },
  {
    noun: 'adjustment_request',
    decided: 'FinancialAdjustmentRequest',
    submit: () => sendAdjustment(bank, entry),
  },
  {
    noun: 'change_request',
    decided: 'ChangeRequest',
    submit: () => {
      const body = buildRuleBody({ id: 'one' });
      return bank.call('createRule', { path: { productId: 'giro' }, body });
    },
  },
  {
    noun: 'period_close',
    decided: 'GeneralLedgerRequest',
    submit: () => changePeriod('closeGeneralLedgerPeriod', OPEN),
  },
  {
    noun: 'period_reopening',
    decided: 'GeneralLedgerRequest',
    submit: () => changePeriod('reopenGeneralLedgerPeriod', CLOSED),
  },
  {
    noun: 'settings_change',
    decided: 'GeneralLedgerRequest',
    submit: () => {
      const body = { control_accounts: 'ENFORCED', ...REASON };
      return bank.call('updateGeneralLedgerSettings', { body });
    },
  },
];

const decide = (verb: string, decided: string, requestId: string) => {
  const subject = verb === 'withdraw' ? 'ada' : 'grace';
  return bank.call(`${verb}${decided}` as OperationName, {
    path: { requestId },
    subject,
    body: REASON,
  });
};

/** Expects the two events of a request, with these answers. */
async function expectEvents(
  noun: string,
  submitted: CallAnswer,
  decided: CallAnswer,
): Promise<void> {
  const { id: aggregateId } = submitted.body;
  const verb = decided.body.status.toLowerCase();
  expect(await readEventsOf(ledger, aggregateId)).toEqual([
    { type: `${noun}.submitted`, aggregateId, version: 1, payload: submitted.body },
    { type: `${noun}.${verb}`, aggregateId, version: 2, payload: decided.body },
  ]);
}

test.each(scenarios)(
  'a rejected or withdrawn $noun',
  async ({ noun, decided: operation, submit }) => {
    for (const verb of ['reject', 'withdraw']) {
      const submitted = await submit();

      const decided = await decide(verb, operation, submitted.body.id);

      expect(decided.body.status).toBe('REJECTED');
      await expectEvents(noun, submitted, decided);
    }
  },
);

test.each(scenarios)('an applied $noun, and another after it', async (scenario) => {
  const submitted = [await scenario.submit(), await scenario.submit()];

  for (const [index, one] of submitted.entries()) {
    const decided = await decide('approve', scenario.decided, one.body.id);

    // The same settings are no obstacle.
    const hasFailed = index === 1 && scenario.noun !== 'settings_change';
    expect(decided.body.status).toBe(hasFailed ? 'FAILED' : 'APPLIED');
    await expectEvents(scenario.noun, one, decided);
  }
});

test('requests that a workflow submits', async () => {
  const accountId = await openAccount(bank);
  const posted = await postEntry(bank, credit(accountId, '1.00'));
  const steps = [
    {
      action: 'SUBMIT_STATUS_TRANSITION',
      parameters: { account_id: accountId, ...buildTransitionBody() },
    },
    { action: 'SUBMIT_ADJUSTMENT', parameters: buildAdjustmentBody('JOURNAL_ENTRY', posted) },
  ];

  const { body } = await createAndExecuteWorkflow(bank, steps);

  const [lifecycle = '', adjustment = ''] = body.steps.map(
    ({ output }: { output: { request_id: string } }) => output.request_id,
  );
  for (const [noun, operation, requestId] of [
    ['lifecycle_request', 'getAccountLifecycleRequest', lifecycle],
    ['adjustment_request', 'getFinancialAdjustmentRequest', adjustment],
  ] as const) {
    const { body: payload } = await bank.call(operation, { path: { requestId } });
    expect(await readEventsOf(ledger, requestId)).toEqual([
      { type: `${noun}.submitted`, aggregateId: requestId, version: 1, payload },
    ]);
  }
});
