// How the faults that the API finds in a change lead to what an operator has typed.
import { expect, test } from '@jest/globals';
import { findPointerOffset } from '../../console/src/pages/config/editing/check/pointer-offset.ts';
import {
  listBodyFaults,
  listFaultsWithin,
  parseFaults,
} from '../../console/src/pages/config/editing/check/request-faults.ts';
import { ApiFailure } from '../../console/src/api/api-failure.ts';
import { fc } from '../support/nouns/properties.ts';

test('a sentence leads to a member, and to the position of its expression', () => {
  const faults = parseFaults([
    '/controls/1/when line 2, column 5: there is no variable acount here',
    '/steps/0/name is required',
    'The entity branch has a schema.',
  ]);

  expect(faults).toEqual([
    {
      pointer: '/controls/1/when',
      message: 'there is no variable acount here',
      position: { line: 2, column: 5 },
    },
    { pointer: '/steps/0/name', message: 'is required' },
    { pointer: '', message: 'The entity branch has a schema.' },
  ]);
  expect(listFaultsWithin(faults, '/steps')).toEqual([
    { pointer: '/0/name', message: 'is required' },
  ]);
  expect(listFaultsWithin(faults, '/step')).toEqual([]);
});

test('what keeps a change from being checked is named as in the change itself', () => {
  const message = ['/request/body/config/rate is a number that cannot be held exactly'];
  const error = {
    statusCode: 400,
    message,
    error: '',
    code: 'invalid_request',
    correlation_id: '',
  };

  expect(listBodyFaults(new ApiFailure(400, error))).toEqual([
    { pointer: '/config/rate', message: 'is a number that cannot be held exactly' },
  ]);
  expect(listBodyFaults(new ApiFailure(403, error))).toBeUndefined();
  expect(listBodyFaults(null)).toBeUndefined();
});

test.each([
  ['{"a": {"b": [1, {"c": "x"}]}}', '/a/b/1/c', '"x"'],
  ['{ "a,}" : "]", "b": 2 }', '/b', '2'],
  ['{"a/b": 1, "c~": true}', '/c~0', 'true'],
  ['{"a/b": 1, "c~": true}', '/a~1b', '1'],
  // There is no such member: the object that lacks it.
  ['[{"name": "a"}, {"type": "b"}]', '/1/name', '{"type"'],
  ['[]', '/0', '[]'],
  ['{"a": "\\"b\\": 1", "b": 3}', '/b', '3'],
])('in %s, %s leads to %s', (text, pointer, found) => {
  expect(text.slice(findPointerOffset(text, pointer)).startsWith(found)).toBe(true);
});

test('every member of a JSON object is found where it is', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const text = JSON.stringify(value, null, 2);
      for (const [name, member] of Object.entries(value)) {
        const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        const rest = text.slice(findPointerOffset(text, pointer));
        const written = JSON.stringify(member, null, 2).replaceAll('\n', '\n  ');
        expect(rest.startsWith(written)).toBe(true);
      }
    }),
  );
});
