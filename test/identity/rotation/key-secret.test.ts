// What the identity service takes for its keys: a secret that lacks a part of one, or a whole one, starts nothing.
import { expect, test } from '@jest/globals';
import {
  generateFirstKeys,
  parseKeys,
  rotateKeys,
} from '../../../functions/identity/signing-keys.ts';
import type { SigningKeySecret } from '../../../functions/identity/signing-keys.ts';

const first = generateFirstKeys(1);
const rotated = rotateKeys(first, 2);

test('keys are read as they were written, before the first rotation and after it', () => {
  expect(parseKeys(JSON.stringify(first))).toEqual(first);
  expect(parseKeys(JSON.stringify(rotated))).toEqual(rotated);
});

test('the placeholder of a new deployment is no keys', () => {
  expect(parseKeys('{"placeholder":true}')).toBeUndefined();
});

const incomplete: [part: string, keys: Partial<SigningKeySecret>][] = [
  ['the next key', { next: undefined as never }],
  ['the time of the rotation', { rotatedAt: undefined as never }],
  ['keys for cookies', { cookieKeys: undefined as never }],
  ['a key for cookies', { cookieKeys: [] }],
  ...(['current', 'next', 'previous'] as const).flatMap((role) => {
    const key = rotated[role] ?? first.current;
    return (['kid', 'kty', 'x', 'y', 'd'] as const).map(
      (part): [string, Partial<SigningKeySecret>] => [
        `${part} of the key ${role}`,
        { [role]: { ...key, [part]: undefined } },
      ],
    );
  }),
  ['a key of the curve', { current: { ...rotated.current, kty: 'RSA' as never } }],
];

test.each(incomplete)('a secret without %s is refused', (_, keys) => {
  const text = JSON.stringify({ ...rotated, ...keys });

  expect(() => parseKeys(text)).toThrow('The secret of the identity service is not a key set');
});
