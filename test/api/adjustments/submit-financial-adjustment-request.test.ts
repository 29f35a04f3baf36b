import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  approveAdjustment,
  sendAdjustment,
  adjustEntry,
  postEntry,
} from '../../support/fixtures/adjustments.ts';
import { applySettings } from '../../support/accounting-periods/closings.ts';
import { asTenant, credit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { readAllItems, openDirectClient } from '../../support/stack/tables.ts';

let ledger: TestLedger;
let account: string;
let entry: string;
beforeAll(async () => {
  ledger = await startLedger();
  account = await openAccount(ledger);
  entry = await postEntry(ledger, credit(account, '5.00'));
});
afterAll(() => ledger.stop());

test('stores a request with the submitted members and leaves the entry unchanged', async () => {
  const body = {
    target_type: 'JOURNAL_ENTRY',
    target_id: entry,
    adjustment_type: 'CORRECTION',
    reason: 'Wrong amount',
    correction: { journal: credit(account, '4.00') },
  };
  const before = await readAllItems(ledger.tables.ledger);

  const answer = await ledger.call('submitFinancialAdjustmentRequest', { body });

  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    ...body,
    id: expect.stringMatching(/^far_/),
    status: 'PENDING_APPROVAL',
    target_journal_entry_id: entry,
    requested_by: 'ada',
    correlation_id: expect.any(String),
    created_at: expect.any(String),
  });
  expect(answer.headers['Location']).toBe(`/api/financial-adjustment-requests/${answer.body.id}`);
  const after = await readAllItems(ledger.tables.ledger);
  expect(after.filter(({ SK }) => SK !== answer.body.id)).toEqual(before);
});

const lines = [
  { account_code: '1', debit_amount: '1.00' },
  { account_code: '2', credit_amount: '1.00' },
];
const lending = {
  amount: '1.00',
  currency: 'EUR',
  allocation: { principal: '1.00', interest: '0.00', fees: '0.00' },
};
const journal = { ledger_lines: lines };
const CORRECTION = { adjustment_type: 'CORRECTION' };

test.each([
  ['correction_required', 400, CORRECTION],
  ['correction_not_allowed', 400, { correction: { journal } }],
  ['wrong_correction', 400, { ...CORRECTION, correction: { lending } }],
  ['wrong_correction', 400, { ...CORRECTION, correction: { lending, journal } }],
  ['wrong_correction', 400, { ...CORRECTION, correction: {} }],
  ['wrong_correction', 400, { ...CORRECTION, target_type: 'TRANSACTION', correction: { journal } }],
  [
    'unbalanced',
    400,
    {
      ...CORRECTION,
      correction: {
        journal: { ledger_lines: [...lines, { account_code: '3', debit_amount: '1.00' }] },
      },
    },
  ],
  ['invalid_request', 400, { reason: '' }],
  ['invalid_request', 400, { target_id: 'x'.repeat(129) }],
  ['invalid_request', 400, { more: true }],
  ['transaction_not_found', 404, { target_type: 'TRANSACTION', target_id: 'txn_1' }],
  ['journal_entry_not_found', 404, { target_id: 'jrn_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00' }],
  ['journal_entry_not_found', 404, { target_id: 'T#acme' }],
])('refuses with %s', async (code, status, change) => {
  const body = {
    target_type: 'JOURNAL_ENTRY',
    target_id: entry,
    adjustment_type: 'REVERSAL',
    reason: 'why',
    ...change,
  };

  const answer = await ledger.call('submitFinancialAdjustmentRequest', { body });

  expect(answer.body).toMatchObject({ statusCode: status, code });
});

test('refuses a correction on unknown accounts or in another currency', async () => {
  const dollars = await openAccount(ledger, { currency: 'USD' });
  const others = await openAccount(ledger, { tenant: 'globex' });

  const unknown = await sendAdjustment(ledger, entry, credit(others, '1.00'));
  const other = await sendAdjustment(ledger, entry, credit(dollars, '1.00'));

  expect(unknown.body).toMatchObject({ statusCode: 404, code: 'account_not_found' });
  expect(other.body).toMatchObject({ statusCode: 409, code: 'currency_mismatch' });
});

test('refuses a reversed entry, a reversal and an entry of another tenant', async () => {
  const target = await postEntry(ledger, credit(account, '1.00'));
  const applied = await approveAdjustment(ledger, await adjustEntry(ledger, target));

  const again = await sendAdjustment(ledger, target);
  const reversal = await sendAdjustment(ledger, applied.body.reversal_journal_entry_id);
  const foreign = await sendAdjustment(ledger, entry, undefined, {
    tenant: 'globex',
  });

  expect(again.body).toMatchObject({ statusCode: 409, code: 'already_reversed' });
  expect(reversal.body).toMatchObject({ statusCode: 409, code: 'target_is_reversal' });
  expect(foreign.body).toMatchObject({ statusCode: 404, code: 'journal_entry_not_found' });
});

test('refuses an entry that posts a loan transaction', async () => {
  const target = await postEntry(ledger, credit(account, '1.00'));
  const item = (await readAllItems(ledger.tables.ledger)).find(({ SK }) => SK === target);
  const client = openDirectClient();
  await client.send(
    new PutCommand({
      TableName: ledger.tables.ledger,
      Item: { ...item, transaction_id: target.replace('jrn', 'txn') },
    }),
  );
  client.destroy();

  const answer = await sendAdjustment(ledger, target);

  expect(answer.body).toMatchObject({ statusCode: 409, code: 'adjust_the_transaction' });
});

test('accepts a correction that fills one transaction of 100 items and refuses one item more', async () => {
  const { ledger_lines, account_postings } = credit(account, '1.00');
  const journalOf = (count: number) => ({
    ledger_lines,
    account_postings: Array.from({ length: count }, () => account_postings).flat(),
  });
  const target = await postEntry(ledger, journalOf(47));

  const over = await sendAdjustment(ledger, target, journalOf(48));
  const applied = await approveAdjustment(ledger, await adjustEntry(ledger, target, journalOf(47)));

  expect(over.body).toMatchObject({ statusCode: 400, code: 'too_many_writes' });
  expect(applied.body.status).toBe('APPLIED');
});

test('refuses at the request the reversal of an entry that leaves no room for it', async () => {
  const { ledger_lines, account_postings } = credit(account, '1.00');
  const reverse = async (postings: number) =>
    sendAdjustment(
      ledger,
      await postEntry(ledger, {
        ledger_lines,
        account_postings: Array.from({ length: postings }, () => account_postings).flat(),
      }),
    );

  // With the account, 96 and 97 items of the transaction.
  expect((await reverse(95)).status).toBe(201);
  expect((await reverse(96)).body).toMatchObject({ statusCode: 400, code: 'too_many_writes' });
});

test('refuses a request too large for one record', async () => {
  const code = (number: number) => `${'😀'.repeat(60)}${number}`;
  const ledger_lines = Array.from({ length: 1000 }, (_, number) => ({
    account_code: code(number),
    [number % 2 ? 'debit_amount' : 'credit_amount']: '1.00',
  }));
  const target = await postEntry(ledger, { ledger_lines });

  const answer = await sendAdjustment(ledger, target, { ledger_lines });

  expect(answer.body).toMatchObject({ statusCode: 400, code: 'entry_too_large' });
  expect((await sendAdjustment(ledger, target)).status).toBe(201);
});

test('refuses a correction whose movement of a control account cannot be stored', async () => {
  const own = asTenant(ledger, 'enforced');
  await applySettings(own, { control_accounts: 'ENFORCED' });
  const target = await postEntry(own, journal);
  const largest = `${'9'.repeat(36)}.99`;
  const twice = (account_code: string, side: string) =>
    Array.from({ length: 2 }, () => ({ account_code, [side]: largest }));
  const ledger_lines = [
    ...twice('1000', 'debit_amount'),
    ...twice('CUSTOMER_DEPOSITS', 'credit_amount'),
  ];

  const answer = await sendAdjustment(own, target, { ledger_lines });

  expect(answer.body).toMatchObject({ statusCode: 409, code: 'balance_out_of_range' });
});
