// A maker submits, a checker decides: reverses and corrects records over HTTP against the running
// template, and verifies the ledger at the end.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { expectSoundLedger } from '../../support/invariants/invariants.ts';
import { credit, debit, transfer } from '../../support/stack/ledger.ts';
import {
  disbursement,
  interest,
  buildLoanRequest,
  repayment,
} from '../../support/fixtures/loans.ts';
import { startTestStack } from '../../support/stack/stack.ts';
import type { StackAnswer, TestStack } from '../../support/stack/stack.ts';
import { findTable } from '../../support/stack/tables.ts';

let stack: TestStack;
let maker: string;
let checker: string;
beforeAll(async () => {
  stack = await startTestStack();
  maker = await stack.token({ sub: 'maker', scope: 'finance.read finance.write' });
  checker = await stack.token({ sub: 'checker', scope: 'finance.read finance.approve' });
});
afterAll(async () => {
  const { endpoint } = stack.local;
  await expectSoundLedger(await findTable('ledger', endpoint), endpoint);
  await stack.stop();
});

const REQUESTS = '/api/financial-adjustment-requests';
const account = { customer_id: 'cus-1', product_id: 'current', name: 'Ada', currency: 'EUR' };
const open = async () => (await stack.post('/api/accounts', account)).body.id as string;
const balanceOf = async (id: string) =>
  (await stack.get(`/api/accounts/${id}/balance`)).body.balance as string;
const post = async (body: unknown) =>
  (await stack.post('/api/journal-entries', body)).body.id as string;

const ask = (type: string, id: string, correction?: object, token = maker) =>
  stack.post(
    REQUESTS,
    {
      target_type: type,
      target_id: id,
      adjustment_type: correction ? 'CORRECTION' : 'REVERSAL',
      reason: 'Keyed in wrongly',
      ...(correction && { correction }),
    },
    { token },
  );

interface DecisionOptions {
  readonly token?: string;
  readonly body?: object;
  readonly key?: string;
}

const decide = (
  verb: 'approve' | 'reject',
  { body: { id } }: StackAnswer,
  decision: DecisionOptions = {},
) => {
  const { token = checker, body = {}, ...others } = decision;
  return stack.post(`${REQUESTS}/${id}/${verb}`, body, { token, ...others });
};

test('corrects a journal entry and reverses its replacement', async () => {
  const [from, to] = [await open(), await open()];
  await post(credit(from, '100.00'));
  const entry = await post(transfer(from, to, '90.00'));
  const before = (await stack.get(`/api/journal-entries/${entry}`)).body;
  await post(debit(to, '60.00'));

  // Reversing the 90.00 alone would leave the account with -60.00; 70.00 instead leaves 10.00.
  const reversal = await ask('JOURNAL_ENTRY', entry);
  expect((await decide('approve', reversal)).body).toMatchObject({ status: 'FAILED' });
  const submitted = await ask('JOURNAL_ENTRY', entry, { journal: transfer(from, to, '70.00') });
  expect(submitted.status).toBe(201);
  expect((await stack.get(submitted.headers.get('location') ?? '')).body).toEqual(submitted.body);
  const applied = await decide('approve', submitted);

  expect(applied.body).toMatchObject({ status: 'APPLIED', decided_by: 'checker' });
  expect([await balanceOf(from), await balanceOf(to)]).toEqual(['30.00', '10.00']);
  const { reversal_journal_entry_id: by, replacement_journal_entry_id: instead } = applied.body;
  const after = (await stack.get(`/api/journal-entries/${entry}`)).body;
  expect(after).toEqual({ ...before, reversed_by: by });
  const undone = await decide('approve', await ask('JOURNAL_ENTRY', instead));
  expect(undone.body.failure_reason).toContain('would be left with -60.00');
  await post(credit(to, '60.00'));
  const again = await decide('approve', await ask('JOURNAL_ENTRY', instead));
  expect(again.body).toMatchObject({ status: 'APPLIED' });
  expect([await balanceOf(from), await balanceOf(to)]).toEqual(['100.00', '0.00']);
  for (const id of [entry, by]) {
    expect((await ask('JOURNAL_ENTRY', id)).status).toBe(409);
  }
});

test('corrects one loan transaction and reverses another', async () => {
  const id = await open();
  const agreed = await stack.post('/api/loans', buildLoanRequest(id));
  const loan = agreed.headers.get('location') ?? '';
  const onLoan = async (body: unknown) =>
    (await stack.post(`${loan}/transactions`, body)).body.id as string;
  await onLoan(disbursement('1000.00'));
  const accrued = await onLoan(interest('50.00'));
  await stack.post('/api/journal-entries', credit(id, '50.00'));
  const repaid = await onLoan(repayment('1050.00', { principal: '1000.00', interest: '50.00' }));
  expect((await stack.get(loan)).body.status).toBe('SETTLED');

  // The interest is already repaid: less of it would leave the loan overpaid.
  const less = { amount: '5.00', currency: 'EUR', allocation: interest('5.00').allocation };
  const early = await decide('approve', await ask('TRANSACTION', accrued, { lending: less }));
  expect(early.body.failure_reason).toContain('of interest outstanding');
  const direct = await ask('JOURNAL_ENTRY', repaid.replace('txn', 'jrn'));
  expect(direct.body).toMatchObject({ statusCode: 409, code: 'adjust_the_transaction' });
  const reversed = await decide('approve', await ask('TRANSACTION', repaid));
  expect(reversed.body).toMatchObject({ status: 'APPLIED', target_loan_id: agreed.body.id });
  expect((await stack.get(loan)).body).toMatchObject({
    status: 'ACTIVE',
    principal_outstanding: '1000.00',
    interest_outstanding: '50.00',
  });
  const corrected = await decide('approve', await ask('TRANSACTION', accrued, { lending: less }));

  expect(corrected.body).toMatchObject({ status: 'APPLIED', correction: { lending: less } });
  expect((await stack.get(loan)).body.interest_outstanding).toBe('5.00');
  expect(await balanceOf(id)).toBe('1050.00');
  const read = await stack.get(`/api/transactions/${accrued}`);
  expect(read.body.reversed_by).toBe(corrected.body.reversal_transaction_id);
  const list = (await stack.get(`${loan}/transactions`)).body.items as { id: string }[];
  expect(list.slice(-3).map((one) => one.id)).toEqual([
    reversed.body.reversal_transaction_id,
    corrected.body.reversal_transaction_id,
    corrected.body.replacement_transaction_id,
  ]);
});

test('refuses the maker’s approval and a second decision, and a rejected request posts nothing', async () => {
  const all = await stack.token({ sub: 'boss' });
  const id = await open();
  const entry = await post(credit(id, '10.00'));
  const submitted = await ask('JOURNAL_ENTRY', entry, undefined, all);

  const own = await decide('approve', submitted, { token: all });
  const unpermitted = await decide('approve', submitted, { token: maker });
  const reasonless = await decide('reject', submitted);
  const rejected = await decide('reject', submitted, { body: { reason: 'It is right' } });
  const late = await decide('approve', submitted);

  expect(own.body).toMatchObject({ statusCode: 403, code: 'self_approval' });
  expect(unpermitted.body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
  expect(reasonless.body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
  expect(rejected.body).toMatchObject({ status: 'REJECTED', decision_reason: 'It is right' });
  expect(late.body).toMatchObject({ statusCode: 409, code: 'already_decided' });
  expect(await balanceOf(id)).toBe('10.00');
});

test('applies one of two approved requests on one record and fails the other', async () => {
  const id = await open();
  const entry = await post(credit(id, '10.00'));
  const submitted = [
    await ask('JOURNAL_ENTRY', entry),
    await ask('JOURNAL_ENTRY', entry, { journal: credit(id, '9.00') }),
  ];

  const answers = await Promise.all(submitted.map((one) => decide('approve', one)));

  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(answers.map(({ body }) => body.status).sort()).toEqual(['APPLIED', 'FAILED']);
  expect(['0.00', '9.00']).toContain(await balanceOf(id));
});

test('accepts one decision of 20 concurrent checkers and repeats its answer under its key', async () => {
  const id = await open();
  const submitted = await ask('JOURNAL_ENTRY', await post(credit(id, '10.00')));
  const decisions = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => ({
      verb: index % 2 === 0 ? ('approve' as const) : ('reject' as const),
      token: await stack.token({ sub: `checker-${index}` }),
      key: `decision-0000-0000-${index}`,
      body: { reason: 'Seen' },
    })),
  );
  const run = ({ verb, ...decision }: (typeof decisions)[number]) =>
    decide(verb, submitted, decision);

  const answers = await Promise.all(decisions.map(run));

  const winner = answers.findIndex(({ status }) => status === 201);
  const losers = answers.filter((_, index) => index !== winner).map(({ body }) => body.code);
  expect(losers).toEqual(Array(19).fill('already_decided'));
  const won = decisions[winner];
  expect(won && (await run(won)).text).toBe(answers[winner]?.text);
  expect(await balanceOf(id)).toBe(winner % 2 === 0 ? '0.00' : '10.00');
});

test('lets another tenant neither find, submit nor decide a request', async () => {
  const entry = await post(credit(await open(), '10.00'));
  const submitted = await ask('JOURNAL_ENTRY', entry);
  await ask('JOURNAL_ENTRY', entry);
  const token = await stack.token({ tenant_id: 'globex', sub: 'stranger' });

  const answers = [
    await ask('JOURNAL_ENTRY', entry, undefined, token),
    await ask('TRANSACTION', entry.replace('jrn', 'txn'), undefined, token),
    await stack.get(`${REQUESTS}/${submitted.body.id}`, { token }),
    await decide('approve', submitted, { token }),
    await decide('reject', submitted, { token, body: { reason: 'no' } }),
  ];

  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(404));
  for (const filter of ['', `?target_id=${entry}`, '?status=PENDING_APPROVAL']) {
    const page = await stack.get(`${REQUESTS}${filter}`, { token });
    expect(page.body).toEqual({ items: [] });
    const more = filter === '' ? '?limit=1' : `${filter}&limit=1`;
    const { next_cursor: cursor } = (await stack.get(`${REQUESTS}${more}`)).body;
    const foreign = await stack.get(`${REQUESTS}${more}&cursor=${cursor}`, { token });
    expect(foreign.body).toMatchObject({ statusCode: 400, code: 'invalid_cursor' });
  }
});
