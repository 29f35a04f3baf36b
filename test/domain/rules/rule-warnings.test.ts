// The check of a rule's condition: each part that can never be evaluated has a warning, no other has one.
import { expect, test } from '@jest/globals';
import { listRuleWarnings } from '../../../functions/domain/rules/rule-warnings.ts';
import { DEFAULT_RULES } from '../../../functions/domain/rules/default-rules.ts';

const warn = (condition: string, appliesTo: readonly string[] = ['POSTING']) =>
  listRuleWarnings({ condition, appliesTo }).map(
    ({ message, position: { line, column } }) => `${line}:${column} ${message}`,
  );

test('a warning names the member, the message of the evaluation, and the position', () => {
  const condition = 'amount > 1 &&\n  acount.balance < 0';

  expect(listRuleWarnings({ condition, appliesTo: ['POSTING'] })).toEqual([
    {
      expression: '/condition',
      message: 'there is no variable acount here',
      position: { offset: 16, line: 2, column: 3 },
    },
  ]);
});

test.each([
  ['acount.balance > 0', '1:1 there is no variable acount here'],
  ['posting.ammount > 1', '1:9 there is no member ammount'],
  ['posting["ammount"] > 1', '1:9 there is no member ammount'],
  ['journal_entry.ledger_lines.exists(l, l.code == "1")', '1:40 there is no member code'],
  ['journal_entry.ledger_lines[0].code == "1"', '1:31 there is no member code'],
  ['journal_entry.ledger_lines["0"] == null', '1:28 a list is indexed by a whole number'],
  ['amount.exists(x, true)', '1:1 there are no elements in decimal'],
  ['amount > true', '1:1 > cannot take decimal and bool'],
  ['amount > "1,000.00"', '1:1 > cannot take decimal and string'],
  ['account.version > "1"', '1:1 > cannot take int and string (decimal() makes a number of text)'],
  ['posting > 1', '1:1 > cannot take map and int'],
  ['currency in "EUR"', '1:1 in cannot take string and string'],
  ['amount', '1:1 a condition must be true or false, not decimal'],
  ['amount && true', '1:1 must be true or false, not decimal'],
  ['!currency', '1:2 must be true or false, not string'],
  ['-currency == "a"', '1:1 - cannot take string'],
  ['amount / 0 > 1', '1:1 division by zero'],
  ['amount % 2 == 0', '1:1 % cannot take decimal and int'],
  ['amount.startsWith("1")', '1:1 startsWith() cannot take decimal, string'],
  ['currency.contains(1)', '1:1 contains() cannot take string, int'],
  ['now.contains("2026")', '1:1 contains() cannot take timestamp, string'],
  ['currency.getHours() > 1', '1:1 getHours() cannot take string'],
  ['round(amount, 21) > 1', '1:1 round() cannot take decimal, int'],
  ['duration("1 day") == duration("1h")', '1:1 duration() cannot take string'],
  ['size(amount) > 1', '1:1 size() cannot take decimal'],
  ['has(amount.x)', '1:1 decimal has no members'],
  ['cel.bind(x, posting, x.amont > 1)', '1:24 there is no member amont'],
  ['{"a": 1}.b == 1', '1:10 there is no member b'],
  ['{null: 1}.size() == 1', '1:2 null cannot be the key of a map'],
  ['context.user == "ada"', '1:9 there is no member user'],
  ['loan != null && loan.princpal > 0', '1:22 there is no member princpal'],
  ['(loan == null ? 1 : "a") > true', '1:2 > cannot take int and bool'],
])('%s', (condition, warning) => {
  expect(warn(condition)).toEqual([warning]);
});

test('each mistake is reported once, in the order of the text', () => {
  const condition = 'acount.owner.name == "x" || posting.ammount + 1 > 2 || amount > nul';

  expect(warn(condition)).toEqual([
    '1:1 there is no variable acount here',
    '1:37 there is no member ammount',
    '1:65 there is no variable nul here',
  ]);
});

test('the variables are those of what the rule applies to', () => {
  const onPosting = 'posting.direction == "DEBIT"';

  expect(warn(onPosting, ['LOAN_TRANSACTION'])).toEqual(['1:9 null has no members']);
  expect(warn(onPosting, ['LOAN_TRANSACTION', 'POSTING'])).toEqual([]);
  expect(warn('card.limit > 10 && posting.pin == 1', ['CARD'])).toEqual([]);
  expect(warn('card.limit > 10', ['CARD', 'POSTING'])).toHaveLength(1);
  expect(warn('1 > true', ['CARD'])).toHaveLength(1);
});

test.each([
  '',
  'posting.direction == "DEBIT" && amount > 1000.00',
  'account.balance_after < 0 && !(currency in ["EUR", "USD"])',
  'journal_entry.ledger_lines.exists(line, line.account_code.startsWith("9"))',
  'loan != null && transaction.type == "REPAYMENT" && transaction.allocation.fees > 0',
  'now.getHours() < 6 || now.getDayOfWeek() == 0',
  'amount == "1000.00" && "1" < amount && decimal("1") > 0 && currency == 978',
  'has(posting.anything) || has(context.x) && dyn(context)["operation"] == "postJournalEntry"',
  'posting[currency == "EUR" ? "amount" : "reference"] != null',
  '{"EUR": 100.00, "USD": 110.00}[currency] < amount && {1: "a"}[1] == "a"',
  'now - timestamp("2026-01-01T00:00:00Z") > duration("24h") && min(amount, "3") > 1',
  'journal_entry.account_postings.filter(p, p.amount > 1).map(p, p.amount)[0] > 1',
  '(amount > 1 ? 1 : "1") + 1 == 2 && string(amount) + "1" != ""',
  '[1, "a"][0] > 0 && size([]) == 0 && [].all(x, x.anything > 1)',
  'bool(currency) && int(currency) > 1 && decimal(currency) > 1',
  'timestamp(currency) < now && duration(currency) > duration("1h")',
  '-9223372036854775808 < account.version && 9223372036854775808 > 1',
])('%s has no warning', (condition) => {
  expect(warn(condition)).toEqual([]);
});

test('no default rule has a warning', () => {
  expect(DEFAULT_RULES.flatMap(listRuleWarnings)).toEqual([]);
});
