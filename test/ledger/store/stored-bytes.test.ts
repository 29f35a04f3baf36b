// The size by which the ledger refuses what no record can hold, against the sizes that DynamoDB states: never below
// them, or the store would refuse the record, and not so far above that it refuses what fits.
import { expect, test } from '@jest/globals';
import { countStoredBytes } from '../../../functions/ledger/store/item.ts';
import { countItemBytes } from '../../../tools/metering/item-bytes.ts';
import { fc } from '../../support/nouns/properties.ts';

const fill = <Part>(part: Part): Part[] => Array<Part>(1_000).fill(part);

/** Two digits take a byte, and the number itself another. */
const NUMBER = 10n ** 38n - 1n;

test.each<[string, Record<string, unknown>, number]>([
  ['a plain text', { name: 'x'.repeat(1_000) }, 4 + 1_000],
  ['characters of two and of four bytes', { name: 'é😀'.repeat(1_000) }, 4 + 6_000],
  ['a long name', { ['n'.repeat(1_000)]: '' }, 1_000],
  ['a name of characters of four bytes', { ['😀'.repeat(1_000)]: '' }, 4_000],
  ['bytes', { salt: new Uint8Array(1_000) }, 4 + 1_000],
  ['numbers of 38 digits', { list: fill(NUMBER) }, 4 + 3 + 1_000 * (1 + 20)],
  ['empty texts in a list', { list: fill('') }, 4 + 3 + 1_000],
  ['lists in a list', { list: fill([]) }, 4 + 3 + 1_000 * (1 + 3)],
  ['maps in a list', { list: fill({ ab: 'c' }) }, 4 + 3 + 1_000 * (1 + 3 + 1 + 2 + 1)],
  ['a member that is not stored', { name: 'x'.repeat(1_000), other: undefined }, 4 + 1_000],
])('counts %s', (_, item, bytes) => {
  expect(countStoredBytes(item)).toBeGreaterThanOrEqual(bytes);
  expect(countStoredBytes(item)).toBeLessThan(bytes * 1.1 + 30);
});

/** The meter adds what DynamoDB charges for indexing. */
const INDEXING_BYTES = countItemBytes({});

test('is never below the size that the store counts', () => {
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.string({ unit: 'binary' }),
      fc.bigInt(-(10n ** 37n), 10n ** 37n),
      fc.boolean(),
      fc.constant(null),
      fc.uint8Array(),
      fc.array(tie('value')),
      fc.dictionary(fc.string(), tie('value'), { noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(fc.string(), value, { noNullPrototype: true }), (item) => {
      const stored = countItemBytes(item) - INDEXING_BYTES;
      expect(countStoredBytes(item)).toBeGreaterThanOrEqual(stored);
    }),
  );
});
