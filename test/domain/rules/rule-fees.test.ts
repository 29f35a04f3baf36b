// The fees that rules add lower the balance on which the rules judge the later entries of a request.
import { expect, test } from '@jest/globals';
import { openAccount } from '../../../functions/domain/accounts/accounts.ts';
import { draftEntries } from '../../../functions/domain/journal/entry-draft.ts';
import { DEFAULT_TERMS } from '../../../functions/domain/products/products.ts';
import { compileRules } from '../../../functions/domain/rules/compiled-rules.ts';
import { applyProductRules } from '../../../functions/domain/rules/rule-evaluation.ts';
import { buildRule, draftRule } from '../../../functions/domain/rules/rules.ts';
import { formatMoney, money } from '../../../functions/domain/values/money.ts';

const now = new Date('2026-11-20T10:00:00.000Z');
const terms = { customer_id: 'cus-1', product_id: 'giro', name: 'Ada', currency: 'EUR' };
/** It has 100.00. */
const account = { ...openAccount(terms, 'acc_1', now).state, balance: money(10_000n, 'EUR') };

const fee = { type: 'CHARGE_FEE', amount: '1.00', income_account_code: '4000' };
const RULES = [
  { rule_type: 'FEE', condition: 'posting.direction == "DEBIT"', action: fee },
  { rule_type: 'LIMIT', condition: 'account.balance_after < 50.00', action: { type: 'DENY' } },
].map((rule, index) => {
  const identity = { id: `r${index}`, tenantId: 'acme', productId: 'giro', now };
  return buildRule({ ...draftRule(rule), ruleType: rule.rule_type }, identity, undefined);
});

const buildDebit = (amount: string) => ({
  ledger_lines: [
    { account_code: '2000', debit_amount: amount },
    { account_code: '1000', credit_amount: amount },
  ],
  account_postings: [
    { account_id: account.id, direction: 'DEBIT' as const, amount, currency: 'EUR' },
  ],
});

/** Pays these amounts out, one entry each; returns the amounts that are posted on the account. */
function payOut(...amounts: readonly string[]): string[] {
  const { drafts } = applyProductRules(
    draftEntries(amounts.map(buildDebit), []),
    new Map([[account.id, account]]),
    new Map([['giro', { terms: DEFAULT_TERMS, rules: compileRules(RULES) }]]),
    { now, timeZone: 'UTC', context: {} },
  );
  return drafts.flatMap(({ postings }) => postings.map(({ amount }) => formatMoney(amount)));
}

test('a limit counts the fee of an earlier entry, to the cent', () => {
  // 100.00 less 30.00 and the fee of 1.00 leaves 69.00.
  expect(payOut('30.00', '19.00')).toEqual(['30.00', '1.00', '19.00', '1.00']);
  expect(() => payOut('30.00', '19.01')).toThrow(
    expect.objectContaining({ code: 'policy_denied' }),
  );
});
