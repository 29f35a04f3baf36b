// Evaluates policies as IAM does.
import { describe, expect, test } from '@jest/globals';
import type { Json, JsonObject } from '../../../local/cloudformation/template.ts';
import { readRules, evaluateNeed } from '../../../local/iam/policy-evaluation.ts';
import type { IamNeed } from '../../../local/iam/policy-evaluation.ts';

const TABLE = 'arn:aws:dynamodb:eu-central-1:000000000000:table/ledger';
const get: IamNeed = { action: 'dynamodb:GetItem', resource: TABLE };
const keyed = (...keys: string[]): IamNeed => ({
  ...get,
  context: { 'dynamodb:LeadingKeys': keys },
});

function verdict(statements: Json, need: IamNeed = get): string {
  return evaluateNeed(readRules({ Statement: statements }, 'policy'), need).kind;
}
const allow = (members: JsonObject = {}): JsonObject => ({
  Effect: 'Allow',
  Action: 'dynamodb:GetItem',
  Resource: TABLE,
  ...members,
});
const deny = (members: JsonObject = {}): JsonObject => ({ ...allow(members), Effect: 'Deny' });

test.each<[string, JsonObject, string]>([
  ['both named', {}, 'allowed'],
  ['lists', { Action: ['s3:GetObject', 'dynamodb:GetItem'], Resource: ['x', TABLE] }, 'allowed'],
  ['an action in another case', { Action: 'DynamoDB:getitem' }, 'allowed'],
  ['a resource in another case', { Resource: TABLE.toUpperCase() }, 'not granted'],
  ['another action', { Action: 'dynamodb:PutItem' }, 'not granted'],
  ['a prefix of the action', { Action: 'dynamodb:Get' }, 'not granted'],
  ['a suffix of the resource', { Resource: 'table/ledger' }, 'not granted'],
  ['an index of the table', { Resource: `${TABLE}/index/x` }, 'not granted'],
  ['any action of the service', { Action: 'dynamodb:*' }, 'allowed'],
  ['any action', { Action: '*', Resource: '*' }, 'allowed'],
  ['one character', { Resource: TABLE.replace('ledger', 'l?dger') }, 'allowed'],
  ['a missing character', { Resource: `${TABLE}?` }, 'not granted'],
  [
    'no expression of any other kind',
    { Resource: TABLE.replace('ledger', '.edge.') },
    'not granted',
  ],
])('%s', (_, members, expected) => {
  expect(verdict(allow(members))).toBe(expected);
});

test('a denial overrides every allowance', () => {
  expect(verdict([deny(), allow()])).toBe('denied');
  expect(verdict([allow(), deny({ Action: 'dynamodb:*' })])).toBe('denied');
  expect(verdict([allow(), deny({ Resource: `${TABLE}/index/*` })])).toBe('allowed');
  expect(verdict([])).toBe('not granted');
});

test('allows everything but the named actions', () => {
  const { Action: _, Resource: __, ...effect } = allow();
  expect(verdict({ ...effect, NotAction: 'dynamodb:Get*', Resource: '*' })).toBe('not granted');
  expect(verdict({ ...effect, NotAction: ['s3:*', 'sqs:*'], Resource: '*' })).toBe('allowed');
  expect(verdict({ ...effect, Action: '*', NotResource: [TABLE, 'x'] })).toBe('not granted');
  expect(verdict({ ...effect, Action: '*', NotResource: `${TABLE}/*` })).toBe('allowed');
});

describe('conditions', () => {
  const all = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['Grant#*', 'Session#*'] } };
  const any = { 'ForAnyValue:StringEquals': { 'dynamodb:LeadingKeys': 'Grant#1' } };
  const none = { 'ForAllValues:StringNotLike': { 'dynamodb:LeadingKeys': 'Client#*' } };
  const present = { Null: { 'dynamodb:LeadingKeys': 'false' } };

  test.each<[string, JsonObject, IamNeed, string]>([
    ['every key matches', all, keyed('Grant#1', 'Session#2'), 'allowed'],
    ['one key does not match', all, keyed('Grant#1', 'Client#2'), 'not granted'],
    ['without keys, all match', all, get, 'allowed'],
    ['unless they must be present', { ...all, ...present }, get, 'not granted'],
    ['and are present', { ...all, ...present }, keyed('Grant#1'), 'allowed'],
    ['one key matches', any, keyed('Client#1', 'Grant#1'), 'allowed'],
    ['without keys, none matches', any, get, 'not granted'],
    ['no key is forbidden', none, keyed('Grant#1'), 'allowed'],
    ['one key is forbidden', none, keyed('Grant#1', 'Client#1'), 'not granted'],
    [
      'keys must be absent',
      { Null: { 'dynamodb:LeadingKeys': 'true' } },
      keyed('x'),
      'not granted',
    ],
  ])('%s', (_, Condition, need, expected) => {
    expect(verdict(allow({ Condition }), need)).toBe(expected);
  });
});

describe('variables', () => {
  const own = {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['T#${aws:PrincipalTag/tenant}#*'] },
  };
  const shared = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['T#${*}#PRC'] } };
  const exact = {
    'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['T#${aws:PrincipalTag/tenant}#*'] },
  };
  const tagged = (tenant: string, ...keys: string[]): IamNeed => ({
    ...get,
    context: { 'dynamodb:LeadingKeys': keys, 'aws:PrincipalTag/tenant': [tenant] },
  });

  test.each<[string, JsonObject, IamNeed, string]>([
    ['the tag of the session', own, tagged('acme', 'T#acme#ACC', 'T#acme#BAL'), 'allowed'],
    ['another tenant', own, tagged('acme', 'T#acme_2#ACC'), 'not granted'],
    ['one key of another tenant', own, tagged('acme', 'T#acme#A', 'T#bank#A'), 'not granted'],
    ['no tag', own, keyed('T##ACC'), 'not granted'],
    ['no tag and no key', own, get, 'not granted'],
    ['a tag with a wildcard', own, tagged('*', 'T#acme#ACC'), 'not granted'],
    ['an asterisk that is a character', shared, keyed('T#*#PRC'), 'allowed'],
    ['which is no wildcard', shared, keyed('T#acme#PRC'), 'not granted'],
    ['equality, without wildcards', exact, tagged('acme', 'T#acme#ACC'), 'not granted'],
    ['equality', exact, tagged('acme', 'T#acme#*'), 'allowed'],
  ])('%s', (_, Condition, need, expected) => {
    expect(verdict(allow({ Condition }), need)).toBe(expected);
  });
});

test.each<[string, Json, string]>([
  [
    'an operator',
    allow({ Condition: { NumericLessThan: { 'dynamodb:LeadingKeys': '1' } } }),
    'NumericLessThan',
  ],
  ['a key', allow({ Condition: { StringEquals: { 'aws:SourceIp': 'x' } } }), 'aws:SourceIp'],
  [
    'one value of many',
    allow({ Condition: { StringLike: { 'dynamodb:LeadingKeys': 'x' } } }),
    'StringLike',
  ],
  ['an element', allow({ Principal: '*' }), 'Principal'],
  ['an effect', allow({ Effect: 'Maybe' }), 'Maybe'],
  ['a policy variable', allow({ Resource: 'arn:aws:s3:::${aws:username}' }), 'aws:username'],
  [
    'a variable of a condition',
    allow({
      Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': '${aws:username}#*' } },
    }),
    'aws:username',
  ],
  ['both forms of naming', allow({ NotAction: 'x' }), 'NotAction'],
  ['neither', { Effect: 'Allow', Action: 'x' }, 'Resource'],
])('refuses %s that it does not support', (_, statement, named) => {
  expect(() => readRules({ Statement: statement }, 'the role')).toThrow(named);
});
