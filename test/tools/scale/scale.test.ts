// The arithmetic of the ceilings, the behaviour of the model, and that docs/scale.md matches them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import {
  BATCH,
  COMBINED_PAIR,
  COMBINED_STAR,
  computeEntriesPerSecond,
  computeIntentsPerSecond,
  countCombinedItems,
  countIntentsMax,
  countItems,
  computeJournalRate,
  TRANSACTION_ITEMS_MAX,
  TRANSFER,
  computeTransferRate,
  countUnits,
} from '../../../tools/scale/ceilings.ts';
import { simulateCombinedAccount } from '../../../tools/scale/combined-account.ts';
import { simulateHotAccount } from '../../../tools/scale/hot-account.ts';
import { interpolateLatency } from '../../../tools/scale/latencies.ts';
import { buildModelReport } from '../../../tools/scale/model-report.ts';
import { buildSeededDraws } from '../../../tools/scale/seeded-draws.ts';

const constant = (milliseconds: number) => ({ p50: milliseconds, p99: milliseconds });

test('counts the items and units of a transfer and of a batch', () => {
  expect(countItems(TRANSFER)).toBe(6);
  // As test/ledger/commit/capacity.test.ts measures them.
  expect(countUnits(TRANSFER)).toBe(12);
  expect(countItems(BATCH)).toBe(78);
  expect(countItems(BATCH)).toBeLessThan(TRANSACTION_ITEMS_MAX);
});

test('derives ceilings from the units of a partition and of a table', () => {
  expect(computeEntriesPerSecond()).toBe(500);
  expect(computeJournalRate(4)).toBe(2_000);
  expect(computeTransferRate(4_000)).toBe(400);
  expect(computeTransferRate(40_000)).toBe(4_000);
  expect(computeTransferRate(40_000, BATCH)).toBe(6_493);
});

test('a transaction of more items takes longer, on the line through the two published values', () => {
  const profile = {
    name: 'test',
    source: '',
    read: constant(1),
    ofFive: { p50: 10, p99: 20 },
    ofTwentyFive: { p50: 30, p99: 60 },
  };

  expect(interpolateLatency(profile, 5)).toEqual({ p50: 10, p99: 20 });
  expect(interpolateLatency(profile, 45)).toEqual({ p50: 50, p99: 100 });
});

test('draws have the given median and 99th percentile, and are the same in every run', () => {
  const draws = buildSeededDraws(7);
  const drawn = Array.from({ length: 20_000 }, () => draws.latency({ p50: 10, p99: 40 }));
  const below = (limit: number) => drawn.filter((value) => value < limit).length / drawn.length;

  expect(below(10)).toBeCloseTo(0.5, 1);
  expect(below(40)).toBeCloseTo(0.99, 2);
  expect(buildSeededDraws(7).uniform()).toBe(buildSeededDraws(7).uniform());
});

test('without contention a request takes one read and one transaction', () => {
  const load = { perSecond: 0.1, read: constant(5), transaction: constant(20) };
  const { p50, p99, attempts, givenUp } = simulateHotAccount(load);

  expect(p50).toBeCloseTo(25, 6);
  expect(p99).toBeCloseTo(25, 6);
  expect([attempts, givenUp]).toEqual([1, 0]);
});

test('more load means more attempts, higher latency and finally refused requests', () => {
  const at = (perSecond: number) =>
    simulateHotAccount({ perSecond, read: { p50: 7, p99: 16 }, transaction: { p50: 25, p99: 90 } });
  const [idle, busy, overloaded] = [at(1), at(15), at(100)];

  expect(busy.attempts).toBeGreaterThan(idle.attempts);
  expect(overloaded.attempts).toBeGreaterThan(busy.attempts);
  expect(overloaded.p99).toBeGreaterThan(busy.p99);
  expect(busy.givenUp).toBe(0);
  expect(overloaded.givenUp).toBeGreaterThan(0.2);
});

const combined = {
  read: constant(5),
  put: constant(10),
  alone: constant(20),
  ofIntents: (count: number) => constant(20 + count),
  intentsMax: 16,
};

test('counts the intents that one transaction holds', () => {
  expect([COMBINED_PAIR, COMBINED_STAR].map(countIntentsMax)).toEqual([19, 16]);
  expect(countCombinedItems(COMBINED_STAR, 16)).toBe(97);
  expect(countCombinedItems(COMBINED_STAR, 17)).toBeGreaterThan(TRANSACTION_ITEMS_MAX);
  expect(computeIntentsPerSecond()).toBe(333);
});

test('combining costs nothing without contention', () => {
  const { p50, p99, attempts } = simulateCombinedAccount({ ...combined, perSecond: 0.1 });

  expect(p50).toBeCloseTo(25, 6);
  expect(p99).toBeCloseTo(25, 6);
  expect(attempts).toBe(1);
});

test('under load combined requests share transactions', () => {
  const at = (perSecond: number) => simulateCombinedAccount({ ...combined, perSecond });
  const [busy, full] = [at(30), at(250)];

  expect(full.attempts).toBeLessThan(busy.attempts);
  expect(full.attempts).toBeLessThan(0.2);
  expect(full.givenUp).toBe(0);
});

test('beyond what one combiner can send, requests give up', () => {
  const slow = { ...combined, ofIntents: () => constant(200), intentsMax: 1 };
  const { p99, givenUp } = simulateCombinedAccount({ ...slow, perSecond: 12 });

  expect(p99).toBeGreaterThan(10_000);
  expect(givenUp).toBeGreaterThan(0.2);
});

test('with published latencies one account bears 250 combined transfers a second', () => {
  const row = buildModelReport().find((line) => line.includes('one with many | 250 |'));
  const cells = row?.split('|').map((cell) => cell.trim()) ?? [];

  expect(Number(cells[5])).toBeLessThan(2_000);
  expect(cells[7]).toBe('0.0 %');
});

test('docs/scale.md contains the tables of the model', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/scale.md'), 'utf8');

  // Run `npm run scale-model` and copy its output into the page.
  for (const line of buildModelReport()) expect(page).toContain(line);
});
