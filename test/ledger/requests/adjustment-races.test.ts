// Concurrent decisions and postings: one decision wins and posts the right amounts.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  approveAdjustment,
  sendAdjustment,
  adjustEntry,
  adjustLoan,
  postEntry,
  rejectAdjustment,
} from '../../support/fixtures/adjustments.ts';
import { raceCalls } from '../../support/fixtures/racing-calls.ts';
import type { StoreFault } from '../../support/stack/fault-proxy.ts';
import { stopSoundLedger } from '../../support/invariants/sound-ledger.ts';
import { credit, debit, openAccount, startWatchedLedger } from '../../support/stack/ledger.ts';
import type { WatchedLedger } from '../../support/stack/ledger.ts';
import { disbursedLoan, fee, repayment } from '../../support/fixtures/loans.ts';

let ledger: WatchedLedger;
beforeAll(async () => {
  ledger = await startWatchedLedger();
});
afterAll(() => stopSoundLedger(ledger));

/** Runs just before the next commit. */
function beforeCommit(run: () => Promise<unknown>): void {
  let isIn = false;
  ledger.proxy.fail(async (operation): Promise<StoreFault> => {
    if (operation === 'TransactWriteItems' && !isIn) {
      isIn = true;
      await run();
    }
    return 'none';
  });
}

async function onLoan(loanId: string, body: unknown): Promise<string> {
  const answer = await ledger.call('postLoanTransaction', { path: { loanId }, body });
  expect(answer.status).toBe(201);
  return answer.body.id as string;
}

async function pendingOf(target: string): Promise<string> {
  if (target === 'a loan transaction') {
    const loan = await disbursedLoan(ledger);
    return adjustLoan(ledger, await onLoan(loan.id, fee('2.00')));
  }
  return adjustEntry(ledger, await postEntry(ledger, credit(await openAccount(ledger), '2.00')));
}

test.each(['a journal entry', 'a loan transaction'])(
  'accepts one of 24 concurrent decisions on %s and repeats its answer under its key',
  async (target) => {
    const requestId = await pendingOf(target);
    const decide = (index: number) =>
      (index % 2 ? rejectAdjustment : approveAdjustment)(ledger, requestId, {
        subject: `checker-${index}`,
        key: `${requestId}-${index}`,
      });

    const answers = await raceCalls(Array.from({ length: 24 }, (_, index) => () => decide(index)));

    const winner = answers.findIndex(({ status }) => status === 201);
    const others = answers.filter((_, index) => index !== winner);
    expect(others.map(({ body }) => body.code)).toEqual(Array(23).fill('already_decided'));
    expect((await decide(winner)).text).toBe(answers[winner]?.text);
    const read = await ledger.call('getFinancialAdjustmentRequest', { path: { requestId } });
    expect(read.body).toEqual(answers[winner]?.body);
  },
);

test('refuses the maker’s own approval while another operator decides', async () => {
  const requestId = await pendingOf('a journal entry');
  const attempts = ['ada', 'grace', 'ada', 'ada'].map((subject) =>
    approveAdjustment(ledger, requestId, { subject }),
  );

  const answers = await Promise.all(attempts);

  expect(answers.map(({ status }) => status)).toEqual([403, 201, 403, 403]);
});

test('fails when money leaves between the reads and the commit', async () => {
  const account = await openAccount(ledger);
  const requestId = await adjustEntry(ledger, await postEntry(ledger, credit(account, '5.00')));
  beforeCommit(() => postEntry(ledger, debit(account, '1.00')));

  const { body } = await approveAdjustment(ledger, requestId);

  expect(body).toMatchObject({
    status: 'FAILED',
    failure_reason: expect.stringContaining('would be left with -1.00'),
  });
});

test('applies when money arrives between the reads and a failure', async () => {
  const account = await openAccount(ledger);
  const target = await postEntry(ledger, credit(account, '5.00'));
  await postEntry(ledger, debit(account, '1.00'));
  const requestId = await adjustEntry(ledger, target);
  beforeCommit(() => postEntry(ledger, credit(account, '1.00')));

  const { body } = await approveAdjustment(ledger, requestId);

  expect(body).toMatchObject({ status: 'APPLIED' });
});

test('keeps a repayment between the reads and the commit, and fails when it conflicts', async () => {
  const loan = await disbursedLoan(ledger, '100.00');
  const [one, two] = [await onLoan(loan.id, fee('2.00')), await onLoan(loan.id, fee('3.00'))];
  const requests = [await adjustLoan(ledger, one), await adjustLoan(ledger, two)];
  beforeCommit(() => onLoan(loan.id, repayment('10.00', { principal: '10.00' })));
  const applied = await approveAdjustment(ledger, requests[0] ?? '');
  beforeCommit(() => onLoan(loan.id, repayment('3.00', { fees: '3.00' })));
  const failed = await approveAdjustment(ledger, requests[1] ?? '');

  expect(applied.body.status).toBe('APPLIED');
  expect(failed.body.failure_reason).toContain('0.00 of fees outstanding');
  const { body } = await ledger.call('getLoan', { path: { loanId: loan.id } });
  expect(body).toMatchObject({ principal_outstanding: '90.00', fees_outstanding: '0.00' });
});

test('applies when a fee is charged between the reads and a failure', async () => {
  const loan = await disbursedLoan(ledger, '100.00');
  const requestId = await adjustLoan(ledger, await onLoan(loan.id, fee('3.00')));
  await onLoan(loan.id, repayment('3.00', { fees: '3.00' }));
  beforeCommit(() => onLoan(loan.id, fee('4.00')));

  const { body } = await approveAdjustment(ledger, requestId);

  expect(body).toMatchObject({ status: 'APPLIED' });
  const read = await ledger.call('getLoan', { path: { loanId: loan.id } });
  expect(read.body.fees_outstanding).toBe('1.00');
});

test('fails a request submitted while another one was being applied', async () => {
  const target = await postEntry(ledger, credit(await openAccount(ledger), '1.00'));
  const first = await adjustEntry(ledger, target);
  beforeCommit(() => approveAdjustment(ledger, first));

  const second = await sendAdjustment(ledger, target);

  expect(second.status).toBe(201);
  const { body } = await approveAdjustment(ledger, second.body.id);
  expect(body).toMatchObject({ status: 'FAILED' });
});
