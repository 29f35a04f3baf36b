// What a control judges, and when it catches.
import { expect, test } from '@jest/globals';
import { listChangeSubjects } from '../../../functions/domain/controls/change-subjects.ts';
import type { DecidedEvent } from '../../../functions/domain/controls/change-subjects.ts';
import {
  compileControls,
  findCatchingControl,
} from '../../../functions/domain/controls/compiled-controls.ts';
import { buildControlVariables } from '../../../functions/domain/controls/control-variables.ts';
import { listJudgedRequests } from '../../../functions/domain/controls/judged-requests.ts';
import { money } from '../../../functions/domain/values/money.ts';

const now = new Date('2026-11-23T09:30:00.000Z');
const posting = (account_id: string, direction: string, amount: string) => ({
  account_id,
  direction,
  amount,
});
const entry = (currency: string, debit: string, ...account_postings: object[]) => ({
  type: 'journal_entry.posted',
  payload: {
    currency,
    ledger_lines: [{ debit_amount: debit }, { credit_amount: debit }],
    account_postings,
  },
});
const list = (...events: { type: string; payload: unknown }[]) =>
  listChangeSubjects(events).map(({ amount, ...subject }) => ({
    ...subject,
    amount: buildControlVariables({ actor: { id: 'op_1', kind: 'OPERATOR' }, now }, { amount }, {}),
  }));
const amountsOf = (...events: { type: string; payload: unknown }[]) =>
  list(...events).map(({ amount: { amount, currency } }) => [String(amount), currency]);

test('the amount of an entry is the larger one of its lines and its postings', () => {
  expect(amountsOf(entry('EUR', '1.00', posting('a', 'CREDIT', '5000.00')))).toEqual([
    ['5000.00', 'EUR'],
  ]);
  expect(amountsOf(entry('EUR', '7.50', posting('a', 'DEBIT', '5.00')))[0]?.[0]).toBe('7.50');
});

test('a batch is judged by what it moves in each currency, on each of its accounts', () => {
  const events = [
    entry('EUR', '6000.00', posting('a', 'CREDIT', '6000.00')),
    entry('EUR', '6000.00', posting('b', 'CREDIT', '6000.00'), posting('a', 'DEBIT', '1.00')),
    entry('USD', '1.00', posting('c', 'CREDIT', '1.00')),
  ];

  expect(list(...events).map(({ accountId }) => accountId)).toEqual(['a', 'b', 'c']);
  expect(amountsOf(...events)).toEqual([
    ['12000.00', 'EUR'],
    ['12000.00', 'EUR'],
    ['1.00', 'USD'],
  ]);
});

test('a change that moves nothing has one subject, of the amount zero and no currency', () => {
  expect(amountsOf({ type: 'entity_schema.published', payload: {} })).toEqual([['0.00', '']]);
});

test('products and loans are subjects too', () => {
  const loan = { principal: '10.00', currency: 'EUR', account_id: 'a', product_id: 'p' };

  expect(listChangeSubjects([{ type: 'loan.created', payload: loan }])).toMatchObject([
    { accountId: 'a', productId: 'p' },
  ]);
  expect(
    listChangeSubjects([{ type: 'rule.updated', payload: { product_id: 'p' } }]),
  ).toMatchObject([{ productId: 'p' }]);
});

test('a loan transaction concerns the product of the loan, and moves what its entry moves', () => {
  const loan = { currency: 'EUR', account_id: 'a', product_id: 'mortgage' };
  const events = [
    entry('EUR', '10.00', posting('a', 'CREDIT', '10.00')),
    { type: 'loan_transaction.posted', payload: { transaction: {}, loan } },
  ];

  expect(list(...events)).toMatchObject([
    { accountId: 'a' },
    { accountId: 'a', productId: 'mortgage' },
  ]);
  expect(amountsOf(...events)).toEqual([
    ['10.00', 'EUR'],
    ['10.00', 'EUR'],
  ]);
});

const judge = (when: string, ...amounts: bigint[]) => {
  const controls = compileControls([{ operation: 'x', when, require: 'APPROVAL' }]);
  const call = { actor: { id: 'svc_1', kind: 'SERVICE' as const }, now };
  const variables = amounts.map((minor) =>
    buildControlVariables(call, { amount: money(minor, 'EUR') }, {}),
  );
  return findCatchingControl(controls, [{ operation: 'x', members: { note: 'n' } }], variables);
};

test('amounts are compared exactly', () => {
  expect(judge('amount > 10000.00', 1_000_000n)).toBeUndefined();
  expect(judge('amount > 10000.00', 1_000_001n)).toEqual({ when: 'amount > 10000.00' });
  expect(judge('amount > 10000.00', 10n ** 30n)).toBeDefined();
});

test('a control catches if one of several subjects matches', () => {
  expect(judge('amount == 2', 100n, 200n)).toBeDefined();
  expect(judge('amount == 3', 100n, 200n)).toBeUndefined();
});

test.each([
  'request.missing == "x"',
  'account.status == "ACTIVE"',
  'amount / 0 > 1',
  'amount >',
  'unknown',
  '"text"',
])('a control whose condition cannot be evaluated catches: %s', (when) => {
  expect(judge(when, 1n)).toMatchObject({ when, error: expect.stringMatching(/^line 1, column /) });
});

test('conditions that take too many steps together catch', () => {
  const digits = '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]';
  const isNever = `${digits}.exists(a, ${digits}.exists(b, amount < a - 10))`;
  const subjects = Array.from({ length: 5_000 }, () => 1n);

  expect(judge(isNever, 1n)).toBeUndefined();
  const error = expect.stringContaining('steps');
  expect(judge(isNever, ...subjects)).toMatchObject({ error });
});

test('a control without a condition catches', () => {
  const controls = compileControls([{ operation: 'x', require: 'APPROVAL' }]);

  expect(findCatchingControl(controls, [{ operation: 'x' }], [{}])).toEqual({});
});

const judgeChange = (control: { operation: string; when?: string }, ...events: DecidedEvent[]) => {
  const controls = compileControls([{ ...control, require: 'APPROVAL' }]);
  const made = { operation: 'executeWorkflow', members: { context: {} } };
  return findCatchingControl(controls, listJudgedRequests(made, events), [{}]);
};

test('a control judges what another operation does in the place of its own', () => {
  const payload = { description: 'Rent', account_postings: [] };
  const event = { type: 'journal_entry.posted', payload };
  const [operation, when] = ['postJournalEntry', 'request.description == "Rent"'];

  expect(judgeChange({ operation }, event)).toEqual({ operation });
  expect(judgeChange({ operation, when }, event)).toEqual({ operation, when });
  expect(judgeChange({ operation, when: 'has(request.context)' }, event)).toBeUndefined();
  // The entry of a loan transaction is judged as that.
  const ofLoan = { ...event, payload: { ...payload, transaction_id: 'txn_1' } };
  expect(judgeChange({ operation }, ofLoan)).toBeUndefined();
});

test('a chart in a file is caught by a condition on what the file has', () => {
  const request = { record_type: 'GENERAL_LEDGER_ACCOUNT' };
  const event = { type: 'legacy_import.requested', payload: { request } };
  const operation = 'upsertGeneralLedgerAccount';
  const judgeWhen = (when: string) => judgeChange({ operation, when }, event);

  expect(judgeWhen('has(request.parent)')).toMatchObject({ operation, error: expect.any(String) });
  expect(judgeWhen('false')).toBeUndefined();
  const other = { ...event, payload: { request: { record_type: 'ACCOUNT' } } };
  expect(judgeChange({ operation }, other)).toBeUndefined();
});

test('a condition on the request judges every entry of a batch, not the first alone', () => {
  const buildEntry = (description: string) => {
    return { type: 'journal_entry.posted', payload: { description, account_postings: [] } };
  };
  const control = { operation: 'postJournalEntry', when: 'request.description == "Rent"' };

  const salary = buildEntry('Salary');
  expect(judgeChange(control, salary, buildEntry('Rent'))).toEqual(control);
  expect(judgeChange(control, salary, buildEntry('Fees'))).toBeUndefined();
});

test('debits and credits of an entry count apart, whatever its lines move', () => {
  expect(amountsOf(entry('EUR', '1.00', posting('a', 'DEBIT', '5000.00')))).toEqual([
    ['5000.00', 'EUR'],
  ]);
  const both = [posting('a', 'DEBIT', '60.00'), posting('b', 'CREDIT', '40.00')];
  expect(amountsOf(entry('EUR', '20.00', ...both))[0]?.[0]).toBe('60.00');
});
