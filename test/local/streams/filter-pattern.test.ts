import { expect, test } from '@jest/globals';
import { readFilters } from '../../../local/streams/filter-pattern.ts';

const record = (eventName: string, type: string) => ({
  eventName,
  dynamodb: { NewImage: { type: { S: type } } },
});

const filtered = (...patterns: object[]) => {
  const Filters = patterns.map((pattern) => ({ Pattern: JSON.stringify(pattern) }));
  return readFilters('mapping', { Filters });
};

const typed = (condition: unknown) =>
  filtered({ dynamodb: { NewImage: { type: { S: [condition] } } } });

test('without criteria every record is delivered', () => {
  expect(readFilters('mapping', undefined)(record('INSERT', 'a'))).toBe(true);
});

test.each([
  ['a value', 'EXPORT', ['EXPORT'], ['IMPORT']],
  ['a prefix', { prefix: 'EX' }, ['EXPORT'], ['IMPORT']],
  ['a suffix', { suffix: 'RT' }, ['EXPORT'], ['OTHER']],
  ['anything but', { 'anything-but': ['A', 'B'] }, ['C'], ['A', 'B']],
  ['any case', { 'equals-ignore-case': 'export' }, ['EXPORT', 'Export'], ['IMPORT']],
])('%s', (_, condition, fitting, others) => {
  const filter = typed(condition);

  expect(fitting.map((type) => filter(record('INSERT', type)))).toEqual(fitting.map(() => true));
  expect(others.map((type) => filter(record('INSERT', type)))).toEqual(others.map(() => false));
});

test('matches a member that must be present and one that must be absent', () => {
  const image = (condition: object) =>
    filtered({ dynamodb: { NewImage: { ttl: { N: [condition] } } } });

  expect(image({ exists: true })(record('INSERT', 'a'))).toBe(false);
  expect(image({ exists: false })(record('INSERT', 'a'))).toBe(true);
});

test('requires every member of a pattern, and one of several patterns', () => {
  const both = filtered({ eventName: ['INSERT'], dynamodb: { NewImage: { type: { S: ['a'] } } } });
  const either = filtered({ eventName: ['REMOVE'] }, { eventName: ['INSERT', 'MODIFY'] });

  expect([both(record('INSERT', 'a')), both(record('MODIFY', 'a'))]).toEqual([true, false]);
  expect([either(record('MODIFY', 'a')), either(record('OTHER', 'a'))]).toEqual([true, false]);
});

test.each([[{ numeric: ['>', 1] }], [{ 'anything-but': { prefix: 'a' } }]])(
  'refuses the condition %j',
  (condition) => {
    expect(() => typed(condition)).toThrow('mapping: the local runner does not know the filter');
  },
);
