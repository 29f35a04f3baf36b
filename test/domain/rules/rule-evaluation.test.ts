// How much work the rules of a product may do: each rule has a budget of its own on each posting.
import { expect, test } from '@jest/globals';
import { openAccount } from '../../../functions/domain/accounts/accounts.ts';
import { STEPS_MAX } from '../../../functions/domain/cel/budget.ts';
import { draftEntries } from '../../../functions/domain/journal/entry-draft.ts';
import { DEFAULT_TERMS } from '../../../functions/domain/products/products.ts';
import { compileRules } from '../../../functions/domain/rules/compiled-rules.ts';
import { applyProductRules } from '../../../functions/domain/rules/rule-evaluation.ts';
import type { RuleContext } from '../../../functions/domain/rules/rule-evaluation.ts';
import { buildRule, draftRule, RULES_MAX } from '../../../functions/domain/rules/rules.ts';

const now = new Date('2026-11-20T10:00:00.000Z');
const account = openAccount(
  { customer_id: 'cus-1', product_id: 'giro', name: 'Ada', currency: 'EUR' },
  'acc_1',
  now,
).state;

/** An entry with that many ledger lines and postings on one account. */
function draftEntry(lines: number, postings: number) {
  const request = {
    ledger_lines: Array.from({ length: lines }, (_, index) => ({
      account_code: `10${index}`,
      [index % 2 === 0 ? 'debit_amount' : 'credit_amount']: '1.00',
    })),
    account_postings: Array.from({ length: postings }, () => {
      return {
        account_id: account.id,
        direction: 'CREDIT',
        amount: '1.00',
        currency: 'EUR',
      } as const;
    }),
  };
  return draftEntries([request], ['']);
}

function judgeEntry(
  conditions: readonly string[],
  drafts: ReturnType<typeof draftEntry>,
  context: Partial<RuleContext> = {},
) {
  const identity = { tenantId: 'acme', productId: 'giro', now };
  const rules = conditions.map((condition, index) => {
    const draft = draftRule({ rule_type: 'NOTICE', condition, action: { type: 'NOTIFY' } });
    return buildRule({ ...draft, ruleType: 'NOTICE' }, { ...identity, id: `r${index}` }, undefined);
  });
  return applyProductRules(
    drafts,
    new Map([[account.id, account]]),
    new Map([['giro', { terms: DEFAULT_TERMS, rules: compileRules(rules) }]]),
    { now, timeZone: 'UTC', context: {}, ...context },
  );
}

function applyRules(
  conditions: readonly string[],
  lines: number,
  postings: number,
  context: Partial<RuleContext> = {},
) {
  return judgeEntry(conditions, draftEntry(lines, postings), context).triggered.length;
}

test('what a skipped rule leaves in an entry is bounded', () => {
  const drafts = draftEntry(2, 97);
  const skip = { failingRules: 'SKIP' } as const;
  const failing = (characters: number) => 'x'.repeat(characters);

  const { drafts: judged } = judgeEntry([failing(1_000)], drafts, skip);

  const [skipped] = judged[0]?.skippedRules ?? [];
  expect(skipped?.error.message).toHaveLength(200);
  expect(skipped?.positions).toHaveLength(97);
  const most = Array<string>(RULES_MAX).fill(failing(1_000));
  expect(judgeEntry(most, drafts, skip).drafts[0]?.skippedRules).toHaveLength(RULES_MAX);
  const tooMany = Array<string>(500).fill(failing(300));
  expect(() => judgeEntry(tooMany, drafts, skip)).toThrow(
    expect.objectContaining({ code: 'entry_too_large' }),
  );
});

// At 10:00 UTC it is the next day in Kiritimati.
test('the effective date of an entry that names none is the day of the tenant', () => {
  const condition = 'journal_entry.effective_date == "2026-11-20"';

  expect(applyRules([condition], 2, 1)).toBe(1);
  expect(applyRules([condition], 2, 1, { timeZone: 'Pacific/Kiritimati' })).toBe(0);
});

const ORDINARY = [
  'posting.direction == "CREDIT" && amount > 0.50',
  'account.status == "ACTIVE" && account.balance_after >= 0 && !(currency in ["USD", "GBP"])',
  'journal_entry.ledger_lines.exists(line, line.account_code.startsWith("1039"))',
  'journal_entry.ledger_lines.filter(line, line.side == "DEBIT").all(line, line.amount > 0)',
  'journal_entry.account_postings.all(one, one.amount < 1000.00 && one.currency == currency)',
];

test('50 rules of ordinary size judge an entry of 80 lines and 20 postings', () => {
  const conditions = Array.from(
    { length: 50 },
    (_, index) => ORDINARY[index % ORDINARY.length] ?? '',
  );

  expect(applyRules(conditions, 80, 20)).toBe(50 * 20);
});

// The limits of a product, an entry and a transaction; the last one takes all steps of a request.
test.each([
  [1_000, 20],
  [330, 97],
])('the most rules judge an entry of %i lines and %i postings', (lines, postings) => {
  const condition = 'journal_entry.ledger_lines.exists(line, line.account_code.startsWith("9"))';

  expect(applyRules(Array<string>(RULES_MAX).fill(condition), lines, postings)).toBe(0);
});

test('more rules than a product may have do not take more steps in all', () => {
  const condition = `journal_entry.ledger_lines.all(line, line.amount > 0)`;
  const conditions = Array<string>(500).fill(condition);

  expect(applyRules(conditions, 40, 97)).toBe(500 * 97);
  expect(() => applyRules(conditions, 50, 97)).toThrow('takes more than 206 steps');
  expect(() => applyRules([condition], 50, 1, { earlierEvaluations: 48_499 })).toThrow(
    'takes more than 206 steps',
  );
});

test('a rule that exceeds its own steps denies', () => {
  const condition =
    'journal_entry.ledger_lines.all(a, journal_entry.ledger_lines.all(b, a != b || a == b))';

  expect(() => applyRules([condition], 200, 1)).toThrow(`takes more than ${STEPS_MAX} steps`);
});
