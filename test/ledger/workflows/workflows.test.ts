// Executions in the store: each happens once despite faults and crashes, and those on one account
// happen in sequence.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import type { StoreFault } from '../../support/stack/fault-proxy.ts';
import { stopSoundLedger } from '../../support/invariants/sound-ledger.ts';
import { credit, openAccount, startWatchedLedger, transfer } from '../../support/stack/ledger.ts';
import type { CallAnswer, CallOptions, WatchedLedger } from '../../support/stack/ledger.ts';
import { disbursedLoan, repayment } from '../../support/fixtures/loans.ts';
import type { TestLoan } from '../../support/fixtures/loans.ts';
import { readBalance, createWorkflow, executeWorkflow } from '../../support/fixtures/workflows.ts';

const ledger: WatchedLedger = await startWatchedLedger();
let account: string;
let loan: TestLoan;
let workflowId: string;
const context = (): object => ({ account_id: account, loan_id: loan.id });
beforeEach(async () => {
  ledger.proxy.heal();
  ledger.proxy.lockItems(undefined);
  account = await openAccount(ledger, { funds: '100.00' });
  loan = await disbursedLoan(ledger, '10.00');
  workflowId = await createWorkflow(
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
});
afterAll(async () => {
  ledger.proxy.heal();
  await stopSoundLedger(ledger);
});

const run = (options: CallOptions = {}) => executeWorkflow(ledger, workflowId, context(), options);

async function expectDoneOnce(answer: CallAnswer): Promise<void> {
  expect(answer.body).toMatchObject({ status: 'COMPLETED', workflow_id: workflowId });
  const executionId = (answer.body as { id: string }).id;
  const read = await ledger.call('getWorkflowExecution', { path: { executionId } });
  expect(read.body).toEqual(answer.body);
  const listed = await ledger.call('listWorkflowExecutions', { path: { workflowId } });
  expect(listed.body.items).toEqual([answer.body]);
  expect(await readBalance(ledger, account)).toBe('99.00');
  const { body } = await ledger.call('getLoan', { path: { loanId: loan.id } });
  expect(body).toMatchObject({ principal_outstanding: '6.00' });
  const query = { account_id: account };
  const requests = await ledger.call('listAccountLifecycleRequests', { query });
  expect(requests.body.items).toHaveLength(1);
}

const faults: [string, StoreFault, string][] = [
  ['a conflict', 'conflict', 'TransactWriteItems'],
  ['throttling of a read', 'throttle', 'BatchGetItem'],
  ['keys that are left unread', 'unprocessed', 'BatchGetItem'],
  ['a connection that breaks before the commit', 'dead', 'TransactWriteItems'],
  ['a connection that breaks after the commit', 'lost', 'TransactWriteItems'],
];

test.each(faults)('an execution recovers from %s and happens once', async (_, fault, on) => {
  let left = 2;
  ledger.proxy.fail((operation) => (operation === on && left-- > 0 ? fault : 'none'));

  const answer = await run();

  ledger.proxy.heal();
  await expectDoneOnce(answer);
});

const points: [string, string, (operation: string, isOver: boolean) => StoreFault][] = [
  ['before the first read', 'contention', () => 'dead'],
  [
    'before the commit',
    'outcome_unknown',
    (operation) => (operation === 'TransactWriteItems' ? 'dead' : 'none'),
  ],
  [
    'after the commit',
    'outcome_unknown',
    (operation, isOver) => (isOver ? 'dead' : operation === 'TransactWriteItems' ? 'lost' : 'none'),
  ],
];

test.each(points)(
  'executes once after a crash %s (%s), and the retry gets the first answer',
  async (...point) => {
    const [, code, choose] = point;
    const key = randomUUID();
    let isOver = false;
    ledger.proxy.fail((operation) => {
      const fault = choose(operation, isOver);
      isOver ||= fault !== 'none';
      return fault;
    });
    const crashed = await run({ key, remainingMs: () => (isOver ? 1_000 : 30_000) });
    expect(crashed.body).toMatchObject({ statusCode: 503, code });
    ledger.proxy.heal();

    const answer = await run({ key });

    await expectDoneOnce(answer);
    expect((await run({ key })).text).toBe(answer.text);
    await expectDoneOnce(answer);
  },
);

test('posts on the present state of an account that another request changed between read and commit', async () => {
  let isChanged = false;
  ledger.proxy.fail(async (operation): Promise<StoreFault> => {
    if (operation !== 'TransactWriteItems' || isChanged) return 'none';
    isChanged = true;
    await ledger.call('postJournalEntry', { body: credit(account, '50.00') });
    return 'none';
  });

  const answer = await run();

  expect(answer.body.steps[0].output.account_postings[0].balance_after).toBe('149.00');
  expect(await readBalance(ledger, account)).toBe('149.00');
});

test('concurrent executions on one account and one loan all happen within the limits of the loan', async () => {
  // The loan must refuse, whichever record a loser reads first.
  await ledger.call('postJournalEntry', { body: credit(loan.account, '50.00') });
  ledger.proxy.lockItems(2);

  const answers = await Promise.all([run(), run(), run()]);

  ledger.proxy.lockItems(undefined);
  // 10.00 is outstanding and each execution pays 4.00.
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body.message).toBe(
    `Step 2 (step 2) failed: Loan ${loan.id} has 2.00 of principal outstanding.`,
  );
  expect(await readBalance(ledger, account)).toBe('98.00');
});

test('concurrent executions happen whole, as many as the money covers', async () => {
  const [from, by, to] = [
    await openAccount(ledger, { funds: '3.00' }),
    await openAccount(ledger),
    await openAccount(ledger),
  ];
  const move = (...way: [string, string]) => {
    return { action: 'POST_JOURNAL_ENTRY', parameters: transfer(...way, '1.00') };
  };
  const id = await createWorkflow(ledger, move(from, by), move(by, to));
  ledger.proxy.lockItems(2);

  const answers = await Promise.all(Array.from({ length: 6 }, () => executeWorkflow(ledger, id)));

  ledger.proxy.lockItems(undefined);
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([201, 201, 201, 409, 409, 409]);
  const balances = await Promise.all([from, by, to].map((one) => readBalance(ledger, one)));
  expect(balances).toEqual(['0.00', '0.00', '3.00']);
  const path = { workflowId: id };
  const { body } = await ledger.call('listWorkflowExecutions', { path });
  expect(body.items).toHaveLength(3);
});

test('two concurrent requests with one key are one execution', async () => {
  const key = randomUUID();

  const answers = await Promise.all([run({ key }), run({ key })]);

  expect(answers[0]?.text).toBe(answers[1]?.text);
  await expectDoneOnce(answers[0] as CallAnswer);
});
