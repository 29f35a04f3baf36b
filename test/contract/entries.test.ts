// An invalid journal entry is refused with the same code whether posted alone, in a batch or as a
// correction.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { postEntry } from '../support/fixtures/adjustments.ts';
import { credit, debit, openAccount, startLedger } from '../support/stack/ledger.ts';
import type { TestLedger } from '../support/stack/ledger.ts';
import { applyTransitions } from '../support/fixtures/lifecycle.ts';
import { createRule } from '../support/fixtures/products.ts';

let ledger: TestLedger;
const account = { good: '', dollars: '', frozen: '', full: '', ruled: '' };
let target: string;
beforeAll(async () => {
  ledger = await startLedger();
  account.good = await openAccount(ledger, { funds: '5.00' });
  account.dollars = await openAccount(ledger, { currency: 'USD' });
  account.frozen = await openAccount(ledger);
  await applyTransitions(ledger, account.frozen, 'FREEZE');
  account.full = await openAccount(ledger, { funds: `${'9'.repeat(36)}.99` });
  await createRule(ledger, 'strict', { condition: 'true' });
  account.ruled = await openAccount(ledger, { product: 'strict' });
  target = await postEntry(ledger, credit(account.good, '1.00'));
});
afterAll(() => ledger.stop());

type RefusalCodeName = string;
type BodyBuilder = () => object;

const paid = (amount: string) => credit(account.good, amount);

// Faults of the entry itself.
const malformed: [RefusalCodeName, BodyBuilder][] = [
  ['invalid_amount', () => ({ ...paid('1.00'), account_postings: paid('0.00').account_postings })],
  [
    'invalid_ledger_line',
    () => ({ ledger_lines: [...paid('1.00').ledger_lines, { account_code: '3' }] }),
  ],
  [
    'unbalanced',
    () => ({
      ledger_lines: [...paid('1.00').ledger_lines, { account_code: '3', debit_amount: '1.00' }],
    }),
  ],
  [
    'mixed_currencies',
    () => ({
      ledger_lines: paid('1.00').ledger_lines,
      account_postings: [
        ...paid('1.00').account_postings,
        ...credit(account.dollars, '1.00', 'USD').account_postings,
      ],
    }),
  ],
];

// Alone it exceeds a transaction by one posting.
malformed.push([
  'too_many_writes',
  () => ({ ...paid('1.00'), account_postings: Array(98).fill(paid('0.01').account_postings[0]) }),
]);

// Faults of the accounts that it posts on.
const impossible: [RefusalCodeName, BodyBuilder][] = [
  ['account_not_found', () => credit('acc_unknown', '1.00')],
  ['currency_mismatch', () => credit(account.dollars, '1.00', 'EUR')],
  ['account_not_active', () => credit(account.frozen, '1.00')],
  ['insufficient_funds', () => debit(account.good, '1000.00')],
  ['balance_out_of_range', () => credit(account.full, '0.01')],
  ['opening_balance_not_first', () => ({ ...paid('1.00'), entry_type: 'OPENING_BALANCE' })],
  ['policy_denied', () => debit(account.ruled, '1.00')],
];

test.each([...malformed, ...impossible])('%s, alone and in a batch', async (code, body) => {
  const alone = await ledger.call('postJournalEntry', { body: body() });
  const among = await ledger.call('postJournalEntries', {
    body: { entries: [paid('1.00'), body()] },
  });

  expect(alone.body).toMatchObject({ code });
  expect(among.body).toMatchObject({ code });
});

test.each(malformed)('%s, as a correction', async (code, journal) => {
  const body = {
    target_type: 'JOURNAL_ENTRY',
    target_id: target,
    adjustment_type: 'CORRECTION',
    reason: 'Wrong',
    correction: { journal: journal() },
  };

  const refused = await ledger.call('submitFinancialAdjustmentRequest', { body });

  expect(refused.body).toMatchObject({ code });
});
