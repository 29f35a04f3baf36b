// What a policy allows, decided as IAM decides it.
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
  ['an action in other case', { Action: 'DynamoDB:getitem' }, 'allowed'],
  ['a resource in other case', { Resource: TABLE.toUpperCase() }, 'not granted'],
  ['another action', { Action: 'dynamodb:PutItem' }, 'not granted'],
  ['the beginning of the action', { Action: 'dynamodb:Get' }, 'not granted'],
  ['the end of the resource', { Resource: 'table/ledger' }, 'not granted'],
  ['an index of the table', { Resource: `${TABLE}/index/x` }, 'not granted'],
  ['any action of the service', { Action: 'dynamodb:*' }, 'allowed'],
  ['any action', { Action: '*', Resource: '*' }, 'allowed'],
  ['one character', { Resource: TABLE.replace('ledger', 'l?dger') }, 'allowed'],
  ['a character that is missing', { Resource: `${TABLE}?` }, 'not granted'],
  [
    'no expression of any other kind',
    { Resource: TABLE.replace('ledger', '.edge.') },
    'not granted',
  ],
])('%s', (_, members, expected) => {
  expect(verdict(allow(members))).toBe(expected);
});

test('what is denied stays denied, whatever allows it', () => {
  expect(verdict([deny(), allow()])).toBe('denied');
  expect(verdict([allow(), deny({ Action: 'dynamodb:*' })])).toBe('denied');
  expect(verdict([allow(), deny({ Resource: `${TABLE}/index/*` })])).toBe('allowed');
  expect(verdict([])).toBe('not granted');
});

test('everything but what is named', () => {
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
    ['every key fits', all, keyed('Grant#1', 'Session#2'), 'allowed'],
    ['one key does not', all, keyed('Grant#1', 'Client#2'), 'not granted'],
    ['of no keys at all, all fit', all, get, 'allowed'],
    ['so they must be there', { ...all, ...present }, get, 'not granted'],
    ['and they are', { ...all, ...present }, keyed('Grant#1'), 'allowed'],
    ['one key fits', any, keyed('Client#1', 'Grant#1'), 'allowed'],
    ['none of no keys fits', any, get, 'not granted'],
    ['no key is the forbidden one', none, keyed('Grant#1'), 'allowed'],
    ['a key is the forbidden one', none, keyed('Grant#1', 'Client#1'), 'not granted'],
    ['there must be none', { Null: { 'dynamodb:LeadingKeys': 'true' } }, keyed('x'), 'not granted'],
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
  ['both ways of naming', allow({ NotAction: 'x' }), 'NotAction'],
  ['neither', { Effect: 'Allow', Action: 'x' }, 'Resource'],
])('refuses %s that it does not know', (_, statement, named) => {
  expect(() => readRules({ Statement: statement }, 'the role')).toThrow(named);
});
