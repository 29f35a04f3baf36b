// The check of conditions against their evaluation: what can be evaluated has no warning, and a misspelt
// name always has one.
import { expect, test } from '@jest/globals';
import { openAccount } from '../../../functions/domain/accounts/accounts.ts';
import { compileExpression } from '../../../functions/domain/cel/expression.ts';
import { CelFault } from '../../../functions/domain/cel/cel-fault.ts';
import type { CelType } from '../../../functions/domain/cel/checker/cel-types.ts';
import { nameType } from '../../../functions/domain/cel/values.ts';
import type { Value } from '../../../functions/domain/cel/values.ts';
import { draftEntries } from '../../../functions/domain/journal/entry-draft.ts';
import { buildLoanEntryDraft } from '../../../functions/domain/journal/loan-entries.ts';
import { draftLoan, openLoan } from '../../../functions/domain/loans/loans.ts';
import { draftLoanTransaction } from '../../../functions/domain/loans/transactions.ts';
import { DEFAULT_TERMS } from '../../../functions/domain/products/products.ts';
import type { CompiledRule } from '../../../functions/domain/rules/product-rules.ts';
import { applyProductRules } from '../../../functions/domain/rules/rule-evaluation.ts';
import { listRuleWarnings } from '../../../functions/domain/rules/rule-warnings.ts';
import { listVariableTypes } from '../../../functions/domain/rules/variable-types.ts';
import type { RuleVariables } from '../../../functions/domain/rules/variables.ts';
import { fc } from '../../support/nouns/properties.ts';

const now = new Date('2026-11-20T10:00:00.000Z');
const terms = { customer_id: 'c', product_id: 'giro', currency: 'EUR' };
const account = openAccount({ ...terms, name: 'n' }, 'acc_1', now).state;
const loan = openLoan(
  draftLoan({ ...terms, account_id: 'acc_1', principal: '100.00' }),
  account,
  'loan_1',
  now,
);

/** The variables with which the ledger judges the entries, by what it judges. */
function captureVariables(withLoan: boolean): [subject: string, variables: RuleVariables][] {
  const captured: [string, RuleVariables][] = [];
  const capture = (subject: string): CompiledRule => ({
    id: subject,
    productId: 'giro',
    action: {},
    effect: { type: 'NONE' },
    appliesTo: [subject],
    evaluate(variables) {
      captured.push([subject, variables]);
      return { matched: false, steps: 0 };
    },
  });
  const rules = ['POSTING', 'LOAN_TRANSACTION'].map(capture);
  const drafts = withLoan ? [disbursement()] : plainEntry();
  applyProductRules(
    drafts,
    new Map([[account.id, account]]),
    new Map([['giro', { terms: DEFAULT_TERMS, rules }]]),
    {
      now,
      timeZone: 'UTC',
      context: { operation: 'postJournalEntry', actor: 'ada' },
      ...(withLoan && { loan }),
    },
  );
  return captured;
}

function disbursement() {
  const allocation = { principal: '10.00', interest: '0.00', fees: '0.00' };
  const draft = draftLoanTransaction('DISBURSEMENT', {
    amount: '10.00',
    currency: 'EUR',
    allocation,
  });
  return buildLoanEntryDraft(loan, draft);
}

function plainEntry() {
  const posting = { account_id: 'acc_1', direction: 'CREDIT', amount: '5.00', currency: 'EUR' };
  const lines = [
    { account_code: '1000', debit_amount: '5.00' },
    { account_code: '2000', credit_amount: '5.00' },
  ];
  return draftEntries([{ ledger_lines: lines, account_postings: [posting as never] }], ['']);
}

const judged = [...captureVariables(true), ...captureVariables(false)];

function describeMismatch(value: unknown, type: CelType, path: string): string[] {
  const kind = nameType(value as Value);
  const fit = type.find((alternative) => alternative.kind === kind);
  if (!fit) return [`${path} is ${kind}`];
  if (fit.kind === 'list') {
    return (value as unknown[]).flatMap((item) =>
      describeMismatch(item, fit.element ?? [], `${path}[]`),
    );
  }
  if (fit.kind !== 'map') return [];
  const [members, known = {}] = [value as Record<string, unknown>, fit.members];
  return [...new Set([...Object.keys(members), ...Object.keys(known)])].flatMap((name) =>
    Object.hasOwn(members, name) && Object.hasOwn(known, name)
      ? describeMismatch(members[name], known[name] ?? [], `${path}.${name}`)
      : [`${path}.${name} is in one only`],
  );
}

test('the variables of every judgement have the declared types, and no other', () => {
  expect(judged.map(([subject]) => subject)).toEqual(['LOAN_TRANSACTION', 'POSTING', 'POSTING']);
  for (const [subject, variables] of judged) {
    const members = listVariableTypes([subject]) ?? {};
    expect(describeMismatch(variables, [{ kind: 'map', members }], subject)).toEqual([]);
  }
});

/** A condition, and its twin that evaluates every part, absorbs no fault and has the same value. */
interface Twins {
  readonly text: string;
  readonly strict: string;
}

const NAMES = [
  'posting',
  'account',
  'amount',
  'currency',
  'loan',
  'now',
  'context',
  'journal_entry',
];
const leaf = fc
  .constantFrom(
    ...NAMES,
    'posting.amount',
    'posting.direction',
    'account.version',
    'account.balance',
    'loan.principal',
    'transaction.allocation',
    'journal_entry.ledger_lines',
    'v',
    'v.amount',
    '0',
    '1',
    '1.5',
    '"1.00"',
    '"text"',
    'true',
    'false',
    'null',
    '9223372036854775807',
    '[]',
    '{}',
    '{"a": 1}',
    'duration("1h")',
    '-9223372036854775808',
    '21',
    '1e100',
  )
  .map((text) => ({ text, strict: text }));

type Part = string | 'A' | 'B' | 'C';

/** Twins of one form; the forms name their parts A, B and C. */
function form(tie: fc.Arbitrary<Twins>, text: string, strict: string = text): fc.Arbitrary<Twins> {
  const fill = (pattern: string, parts: Readonly<Record<Part, string>>) =>
    pattern.replace(/\b[ABC]\b/g, (name) => `(${parts[name] ?? ''})`);
  return fc.tuple(tie, tie, tie).map(([A, B, C]) => ({
    text: fill(text, { A: A.text, B: B.text, C: C.text }),
    strict: fill(strict, { A: A.strict, B: B.strict, C: C.strict }),
  }));
}

const RANGES = ['journal_entry.ledger_lines', 'journal_entry.account_postings', '[A]', '{"k": A}'];
const METHODS = ['size()', 'contains(B)', 'startsWith(B)', 'trim()', 'getHours()', 'getMonth()'];
const FUNCTIONS = [
  'size',
  'int',
  'decimal',
  'string',
  'bool',
  'timestamp',
  'abs',
  'dyn',
  'duration',
];

const { condition } = fc.letrec<{ condition: Twins }>((tie) => {
  const part = tie('condition');
  const visits = RANGES.flatMap((range) => [
    form(part, `${range}.exists(v, B)`, `${range}.map(v, !B).exists(w, !w)`),
    form(part, `${range}.all(v, B)`, `${range}.map(v, !B).all(w, !w)`),
    form(part, `${range}.map(v, B)`),
    form(part, `${range}.exists_one(v, B)`),
    form(part, `${range}.map(v, B, C)`, `${range}.map(v, [!B, C])`),
  ]);
  return {
    condition: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { arbitrary: leaf, weight: 8 },
      ...['+', '-', '*', '/', '%', '<', '>=', '==', 'in'].map((op) => form(part, `A ${op} B`)),
      form(part, 'A && B', '[!A, !B] == [false, false]'),
      form(part, 'A || B', '[!A, !B] != [true, true]'),
      form(part, 'A ? B : C', '[B, C][A ? 0 : 1]'),
      form(part, '!A'),
      form(part, '-A'),
      form(part, '[A, B]'),
      form(part, '{"m": A, "n": B}.m'),
      form(part, '{A: B}'),
      form(part, 'A[B]'),
      form(part, '[A, B][1]'),
      form(part, 'cel.bind(v, A, B)', '[A].map(v, B)[0]'),
      form(part, 'min(A, B)'),
      form(part, 'round(A, B)'),
      form(part, 'has(loan.zz) || has(posting.zz)', '[has(posting.zz)] == [true]'),
      ...FUNCTIONS.map((name) => form(part, `${name}(A)`)),
      ...METHODS.map((method) => form(part, `A.${method}`)),
      ...visits,
    ),
  };
});

function readExpression(source: string) {
  try {
    return compileExpression(source);
  } catch (error) {
    if (error instanceof CelFault) return undefined;
    throw error;
  }
}

const RUNS = { numRuns: 3_000, seed: 20_261_122 };

test('what can be evaluated in all its parts has no warning', () => {
  let evaluated = 0;
  const postings = judged.filter(([subject]) => subject === 'POSTING');
  fc.assert(
    fc.property(condition, ({ text, strict }) => {
      // A value of any type becomes a condition.
      const [source, whole] = [`[${text}] != []`, readExpression(strict)];
      if (!readExpression(source) || !whole) return;
      if (postings.every(([, variables]) => 'error' in whole.evaluate(variables))) return;
      evaluated += 1;
      expect(listRuleWarnings({ condition: source, appliesTo: ['POSTING'] })).toEqual([]);
    }),
    RUNS,
  );
  expect(evaluated).toBeGreaterThan(400);
});

test('a misspelt name has a warning at its place in any expression', () => {
  const name = new RegExp(
    `(?<![."\\w])(${NAMES.join('|')})\\b|(?<=(posting|account|loan)\\.)[a-y]\\w+`,
    'g',
  );
  let planted = 0;
  fc.assert(
    fc.property(condition, fc.nat(), ({ text }, choice) => {
      const places = [...text.matchAll(name)];
      const place = places[choice % Math.max(1, places.length)];
      if (!place) return;
      const end = place.index + place[0].length;
      const source = `${text.slice(0, end)}x${text.slice(end)}`;
      if (!readExpression(source)) return;
      planted += 1;
      const offsets = listRuleWarnings({ condition: source, appliesTo: ['POSTING'] }).map(
        ({ position }) => position.offset,
      );
      expect(offsets).toContain(place.index);
    }),
    RUNS,
  );
  expect(planted).toBeGreaterThan(400);
});
