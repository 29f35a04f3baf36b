import { expect, test } from '@jest/globals';
import { findBucket, Tally } from '../../../functions/verification/tally.ts';
import { fc } from '../../support/nouns/properties.ts';

const facts = fc.array(fc.tuple(fc.stringMatching(/^[a-f]{1,2}$/), fc.stringMatching(/^[0-9]$/)));

test('the same facts leave every bucket even, in any order', () => {
  fc.assert(
    fc.property(facts, fc.infiniteStream(fc.nat()), (statedFacts, order) => {
      const tally = new Tally('salt');
      for (const [name, content] of statedFacts) tally.add('record', name, content);
      const shuffled = statedFacts
        .map((fact) => [order.next().value, fact] as const)
        .sort(([a], [b]) => a - b);
      for (const [, [name, content]] of shuffled) tally.add('witness', name, content);

      expect(tally.uneven()).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

test.each([
  ['is missing', [['b', '2']]],
  [
    'has other content',
    [
      ['a', '2'],
      ['b', '2'],
    ],
  ],
  [
    'is tallied twice',
    [
      ['a', '1'],
      ['a', '1'],
      ['b', '2'],
    ],
  ],
  [
    'has swapped its content with another',
    [
      ['a', '2'],
      ['b', '1'],
    ],
  ],
])('a fact that %s is in an uneven bucket', (_, witnesses) => {
  const tally = new Tally('salt');
  for (const [name, content] of [
    ['a', '1'],
    ['b', '2'],
  ] as const)
    tally.add('record', name, content);
  for (const [name = '', content = ''] of witnesses) tally.add('witness', name, content);

  const uneven = tally.uneven();
  expect(uneven).toHaveLength(1);
  expect(uneven[0]?.buckets.has(findBucket('a'))).toBe(true);
});

test('uneven buckets come in groups that fit in memory', () => {
  const tally = new Tally('salt');
  const names = Array.from({ length: 1_000 }, (_, index) => `name ${index}`);
  for (const name of names) tally.add('record', name, '');

  const groups = tally.uneven(100);

  expect(groups.length).toBeGreaterThanOrEqual(10);
  for (const group of groups) {
    expect(names.filter((name) => group.buckets.has(findBucket(name))).length).toBeLessThanOrEqual(
      100,
    );
  }
  expect(names.every((name) => groups.some(({ buckets }) => buckets.has(findBucket(name))))).toBe(
    true,
  );
});

test('a fact that is added a number of times is as many facts', () => {
  fc.assert(
    fc.property(fc.nat(40), fc.nat(40), (added, counted) => {
      const tally = new Tally('salt');
      tally.add('record', 'account', '', added);
      for (let time = 0; time < counted; time += 1) tally.add('witness', 'account', '');

      expect(tally.uneven().length).toBe(added === counted ? 0 : 1);
    }),
    { numRuns: 50 },
  );
});

// Until now, 10,000 of a record were counted and no more: as many receipts passed for all of them.
test.each([
  [12_000, 10_000],
  [Number.MAX_SAFE_INTEGER, 10_000],
  [-1, 0],
])('%i changes are not %i', (stored, stated) => {
  const tally = new Tally('salt');
  tally.add('record', 'account', '', stored);
  tally.add('witness', 'account', '', stated);

  expect(tally.uneven()).toHaveLength(1);
});

test('the sum of tallies is the tally of all facts', () => {
  fc.assert(
    fc.property(facts, facts, (ours, theirs) => {
      const [one, other, whole] = [new Tally('salt'), new Tally('salt'), new Tally('salt')];
      for (const [name, content] of ours) one.add('record', name, content);
      for (const [name, content] of theirs) other.add('witness', name, content);
      one.merge(other.save());
      for (const [name, content] of ours) whole.add('record', name, content);
      for (const [name, content] of theirs) whole.add('witness', name, content);

      const sorted = (tally: Tally) =>
        new Set(Buffer.from(tally.save()).toString('hex').match(/.{80}/g));
      expect(sorted(one)).toEqual(sorted(whole));
    }),
    { numRuns: 50 },
  );
});
