// How long a container goes by what it has read of a tenant's configuration: some seconds, whatever the clock does, and
// not at all by what it could not read.
import { expect, test } from '@jest/globals';
import { CACHE_MS, TimedCache } from '../../functions/ledger/timed-cache.ts';

const START_MS = Date.parse('2026-11-23T06:00:00.000Z');
const HOUR_MS = 3_600_000;
const at = (milliseconds: number) => new Date(START_MS + milliseconds);

/** Reads the value of one name at these times, and returns the number of the read that each got. */
async function readAt(...times: readonly number[]): Promise<number[]> {
  const cache = new TimedCache<number>(10);
  let reads = 0;
  const load = async () => (reads += 1);
  const values: number[] = [];
  for (const time of times) values.push(await cache.read('acme', at(time), load));
  return values;
}

test('a value is used until it is too old, counted from its own read', async () => {
  const times = [0, 0, CACHE_MS - 1, CACHE_MS, 2 * CACHE_MS - 1, 2 * CACHE_MS];

  expect(await readAt(...times)).toEqual([1, 1, 1, 2, 2, 3]);
});

test('a value is read again when the clock was set back, and used from then on', async () => {
  const times = [0, -1, 0, -HOUR_MS, CACHE_MS - 1 - HOUR_MS, CACHE_MS - HOUR_MS];

  expect(await readAt(...times)).toEqual([1, 2, 2, 3, 3, 4]);
});

test('what could not be read is read again by the next request', async () => {
  const cache = new TimedCache<string>(10);
  const busy = cache.read('acme', at(0), () => Promise.reject(new Error('busy')));

  await expect(busy).rejects.toThrow('busy');

  expect(await cache.read('acme', at(1), async () => 'read')).toBe('read');
});

test('requests at one moment share one read, and each name has its own value', async () => {
  const cache = new TimedCache<string>(10);
  let reads = 0;
  const load = (value: string) => async () => {
    reads += 1;
    return value;
  };

  const values = await Promise.all([
    cache.read('acme', at(0), load('ours')),
    cache.read('acme', at(0), load('ours')),
    cache.read('globex', at(0), load('theirs')),
  ]);

  expect(values).toEqual(['ours', 'ours', 'theirs']);
  expect(reads).toBe(2);
});
