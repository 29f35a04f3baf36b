// How long a key signs, is published and is accepted: after two rotations nothing of a leaked secret is left.
import { expect, test } from '@jest/globals';
import {
  generateFirstKeys,
  listSigningKeys,
  rotateKeys,
} from '../../../functions/identity/signing-keys.ts';

const first = generateFirstKeys(0);
const second = rotateKeys(first, 1);
const third = rotateKeys(second, 2);
const fourth = rotateKeys(third, 3);

test('a key is published before it signs, while it signs, and until the rotation after that', () => {
  expect([second, third].map(({ current }) => current)).toEqual([first.next, second.next]);
  expect([second, third].map(({ previous }) => previous)).toEqual([first.current, second.current]);
  expect(first.previous).toBeUndefined();
  const published = [first, second, third].map((keys) =>
    listSigningKeys(keys).includes(first.current),
  );
  expect(published).toEqual([true, true, false]);
});

test('a key for cookies signs until the next rotation, and is accepted until the one after that', () => {
  const [key = ''] = first.cookieKeys;
  const [next = ''] = second.cookieKeys;

  expect(second.cookieKeys).toEqual([next, key]);
  expect(third.cookieKeys).toEqual([expect.any(String), next]);
  expect(fourth.cookieKeys).toHaveLength(2);
  expect(fourth.cookieKeys).not.toContain(next);
});

test('no key is generated twice', () => {
  const kids = [first.current, first.next, second.next, third.next, fourth.next].map(
    ({ kid }) => kid,
  );

  expect(new Set(kids).size).toBe(5);
  const cookieKeys = new Set([first, second, third, fourth].flatMap((keys) => keys.cookieKeys));
  expect(cookieKeys.size).toBe(4);
});
