// What the pages of the configuration compute, without a browser.
import { expect, test } from '@jest/globals';
import type { RecordVersion, Rule } from '../../../client/client.ts';
import { findVersions } from '../../../console/src/pages/config/history/version-pair.ts';
import { listConfigKinds } from '../../../console/src/pages/config/config-kinds.ts';
import { findJsonFault } from '../../../console/src/pages/config/editing/json-fault.ts';
import { formatBody, parseJsonText } from '../../../console/src/pages/config/editing/json-text.ts';
import {
  parseExpressionSentence,
  splitAtPosition,
} from '../../../console/src/pages/config/editing/check/text-position.ts';
import {
  buildProductRequest,
  toProductInput,
} from '../../../console/src/pages/config/products/product-draft.ts';
import {
  buildRuleChange,
  buildRuleRequest,
  findRuleFaults,
  toRuleInput,
} from '../../../console/src/pages/config/rules/rule-draft.ts';
import {
  buildTrialBody,
  countEffects,
  parseCount,
} from '../../../console/src/pages/config/rules/trial/trial-request.ts';
import { formatSample } from '../../../console/src/pages/config/rules/trial/trial-sample.ts';
import { compareMembers, readPointer } from '../../../console/src/values/json-members.ts';
import { fc } from '../../support/nouns/properties.ts';

const rule: Rule = {
  id: 'limit',
  tenant_id: 'aurora',
  product_id: 'giro',
  rule_type: 'LIMIT',
  condition: 'amount > 500.00',
  action: { type: 'DENY' },
  priority: 100,
  enabled: true,
  applies_to: ['POSTING', 'NIGHTLY'],
  created_at: '2026-11-20T12:00:00.000Z',
  updated_at: '2026-11-20T12:00:00.000Z',
};

test('two values are compared member by member, and a text is not a number', () => {
  const before = { limit: '5', tags: ['a'], kept: { 'a/b': null }, gone: {} };
  const after = { limit: 5, tags: ['a', 'b'], kept: { 'a/b': null } };

  expect(compareMembers(before, after)).toEqual({
    differences: [
      { path: '/limit', from: '"5"', to: '5' },
      { path: '/gone', from: '{}' },
      { path: '/tags/1', to: 'b' },
    ],
    unchanged: [
      { path: '/tags/0', value: 'a' },
      { path: '/kept/a~1b', value: 'null' },
    ],
  });
});

test('a pointer finds own members only', () => {
  const body = { controls: [{ when: 'x' }], 'a/b': 1 };

  expect(readPointer(body, '/controls/0/when')).toBe('x');
  expect(readPointer(body, '/a~1b')).toBe(1);
  expect(readPointer(body, '/constructor/name')).toBeUndefined();
});

test.each([
  ['{"a": }', 'object', { kind: 'no-json', position: { line: 1, column: 7 } }],
  ['{\n"a": 1,\n}', 'object', { kind: 'no-json', position: { line: 3, column: 1 } }],
  ['{"a"', 'object', { kind: 'no-json', position: { line: 1, column: 5 } }],
  ['', 'object', { kind: 'no-json', position: { line: 1, column: 1 } }],
  ['[]', 'object', { kind: 'wrong-shape', shape: 'object' }],
  ['{}', 'list', { kind: 'wrong-shape', shape: 'list' }],
  ['null', 'object', { kind: 'wrong-shape', shape: 'object' }],
  ['[1]', 'list', { kind: 'value', value: [1] }],
] as const)('JSON %j is read as %s: %o', (text, shape, reading) => {
  expect(parseJsonText(text, shape)).toEqual(reading);
});

const jsonText = fc.json().map((text) => text.replaceAll(',', ' ,\n'));

test('a text is JSON where no fault is found, and there only', () => {
  fc.assert(
    fc.property(
      jsonText,
      fc.nat(),
      fc.constantFrom('', '}', ',', '"', 'x', '\u0085', '\t'),
      (text, at, put) => {
        const cut = at % (text.length + 1);
        const changed = `${text.slice(0, cut)}${put}${text.slice(cut + 1)}`;
        const isJson = parseJsonText(changed, 'object').kind !== 'no-json';
        expect(findJsonFault(changed) === undefined).toBe(isJson);
      },
    ),
  );
});

test('a position marks the whole name, and nothing at the end of a line', () => {
  expect(splitAtPosition('a &&\n  acount > 1', { line: 2, column: 3 })).toEqual({
    before: '  ',
    marked: 'acount',
    after: ' > 1',
  });
  expect(splitAtPosition('amount >', { line: 1, column: 9 })).toEqual({
    before: 'amount >',
    marked: '',
    after: '',
  });
});

test('the sentences of refusals say where an expression is wrong', () => {
  expect(parseExpressionSentence('/controls/0/when line 2, column 15: no: x')).toEqual({
    pointer: '/controls/0/when',
    line: 2,
    column: 15,
    message: 'no: x',
  });
  expect(parseExpressionSentence('Rule limit exists.')).toBeUndefined();
});

test('JSON is sent as it was typed', () => {
  const config = '{"rate": 1.2345678901234567890, "rate": 2}';
  const request = buildProductRequest({ id: ' giro ', type: 'GIRO', config });

  expect(request?.text).toBe(`{"id":"giro","type":"GIRO","config":${config}}`);
  expect(formatBody({ a: undefined, b: 'x"' }, {})).toBe('{"b":"x\\""}');
  expect(buildProductRequest({ ...toProductInput(undefined), type: ' ' })).toBeUndefined();
});

test('a change of a rule names only what was changed', () => {
  const basis = toRuleInput(rule);
  const input = { ...basis, priority: '7', otherNames: 'NIGHTLY\n\n WEEKLY ' };

  expect(buildRuleChange(input, basis)?.body).toEqual({
    priority: 7,
    applies_to: ['POSTING', 'NIGHTLY', 'WEEKLY'],
  });
  const action = '{"type": "DENY", "message": "No."}';
  expect(buildRuleChange({ ...basis, action }, basis)?.text).toBe(`{"action":${action}}`);
  // An action that is only written otherwise is the same.
  expect(buildRuleChange({ ...basis, action: '{"type":"DENY"}' }, basis)?.body).toEqual({});
});

test('a rule with faults is not sent', () => {
  const input = { ...toRuleInput(undefined), priority: '1e3', action: '{' };

  expect(findRuleFaults(input)).toEqual(['type', 'priority', 'action']);
  expect(buildRuleRequest(input)).toBeUndefined();
  const whole = { ...toRuleInput(undefined), type: 'LIMIT', condition: 'amount > 1' };
  expect(buildRuleRequest(whole)?.body).toEqual({
    rule_type: 'LIMIT',
    condition: 'amount > 1',
    action: { type: 'DENY', message: '' },
    priority: 100,
    enabled: true,
    applies_to: ['POSTING'],
  });
  expect(findRuleFaults({ ...whole, priority: '90071992547409920' })).toEqual(['priority']);
});

test('a rule is tried alone, on, and on what it judges first', () => {
  const { applies_to, ...terms } = rule;
  const off = { ...terms, enabled: false, applies_to: ['LOAN_TRANSACTION'] };
  const sample = formatSample({ productId: 'giro', subject: 'POSTING', currency: 'EUR' });

  expect(applies_to).toContain('POSTING');
  expect(buildTrialBody({ rule: off, sample: '{}', count: 5 })).toEqual({
    sample: {},
    rules: [{ ...off, enabled: true }],
    applies_to: 'LOAN_TRANSACTION',
    newest_postings: 5,
  });
  expect(buildTrialBody({ rule, sample })).toMatchObject({
    applies_to: 'POSTING',
    sample: { account: { product_id: 'giro', currency: 'EUR' } },
  });
  expect(buildTrialBody({ rule, sample: '{' })).toBeUndefined();
  expect(['0', '1', '100', '101', '2x', ''].map(parseCount)).toEqual([
    undefined,
    1,
    100,
    undefined,
    undefined,
    undefined,
  ]);
});

test('postings are counted by what the rule would have done', () => {
  const posting = {
    journal_entry_id: 'jrn_1',
    account_id: 'acc_1',
    direction: 'DEBIT' as const,
    amount: '1.00',
    currency: 'EUR',
    posted_at: '2026-11-20T12:00:00.000Z',
    decision: 'ALLOW' as const,
    rules: [],
  };
  const matched = { rule_id: 'limit', outcome: 'MATCHED' as const };
  const effects = [
    [],
    [{ ...matched, effect: 'DENY' as const }],
    [{ ...matched, effect: 'CHARGE_FEE' as const }],
    [{ ...matched, effect: 'NONE' as const }],
    [{ rule_id: 'limit', outcome: 'ERROR' as const, effect: 'DENY' as const }],
  ];
  const counts = countEffects(effects.map((rules) => ({ ...posting, rules })));

  expect(counts).toEqual({ deny: 1, fee: 1, report: 1, error: 1, nothing: 1 });
});

test('a version is shown with the one before it, however many pages that takes', () => {
  const version = (number: number) => ({ version: number }) as RecordVersion;
  const newest = [version(9), version(8), version(7)];

  expect(findVersions(newest, { version: 8, hasMore: true })).toEqual({
    kind: 'found',
    version: version(8),
    before: version(7),
  });
  expect(findVersions(newest, { version: 7, hasMore: true })).toEqual({ kind: 'incomplete' });
  expect(findVersions(newest, { version: 3, hasMore: true })).toEqual({ kind: 'incomplete' });
  expect(findVersions(newest, { version: 10, hasMore: true })).toEqual({ kind: 'missing' });
  expect(findVersions([version(1)], { version: 1, hasMore: false })).toEqual({
    kind: 'found',
    version: version(1),
    before: undefined,
  });
  expect(findVersions([], { version: 1, hasMore: false })).toEqual({ kind: 'missing' });
});

test('the menu leads to the first kind that the permissions open', () => {
  expect(listConfigKinds(['finance.read']).map(({ id }) => id)).toEqual([
    'products',
    'rules',
    'controls',
    'schemas',
    'workflows',
    'templates',
    'chart',
    'webhooks',
  ]);
  expect(listConfigKinds(['audit.read']).map(({ id }) => id)).toEqual([
    'controls',
    'chart',
    'webhooks',
  ]);
  expect(listConfigKinds(['compliance.operate'])).toEqual([]);
});
