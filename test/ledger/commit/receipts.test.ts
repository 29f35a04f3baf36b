// Checks before a commit how much one receipt can hold.
import { expect, test } from '@jest/globals';
import { fitsReceipt } from '../../../functions/ledger/commit/receipts.ts';
import { buildRandom } from '../../support/fixtures/random.ts';

const next = buildRandom(6);
/** Text that hardly compresses. */
const noise = (bytes: number) =>
  Buffer.from(Array.from({ length: bytes }, () => Math.floor(next() * 256))).toString('base64');
const event = { type: 'account.created', aggregateId: 'acc_1', version: 1 };

test.each([
  ['a long answer that compresses well', { name: 'Ada'.repeat(1_000_000) }, {}, true],
  ['an answer of 350 kB compressed', { name: noise(350_000) }, {}, true],
  ['an answer of 370 kB compressed', { name: noise(370_000) }, {}, false],
  ['a payload of 370 kB compressed', {}, { name: noise(370_000) }, false],
  ['answer and payload of 200 kB each', { name: noise(200_000) }, { name: noise(200_000) }, false],
] as const)('%s', (_, body, payload, fits) => {
  expect(fitsReceipt({ body, events: [{ ...event, payload }] })).toBe(fits);
});

test('a payload within the answer takes no extra space', () => {
  const body = { name: noise(300_000) };

  expect(fitsReceipt({ body, events: [{ ...event, payloadAt: '' }] })).toBe(true);
});
