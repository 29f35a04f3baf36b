import { expect, test } from '@jest/globals';
import {
  buildFirstIdAt,
  buildIdGenerator,
  isId,
  readShard,
} from '../../../functions/ledger/store/ids.ts';

test('identifiers sort by time and, within one request, by creation', () => {
  const early = buildIdGenerator(4)(new Date(1_000_000_000_000));
  const late = buildIdGenerator(4)(new Date(1_000_000_000_001));
  const made = [
    ...Array.from({ length: 1000 }, () => early('jrn')),
    ...Array.from({ length: 1000 }, () => late('jrn')),
  ];

  expect([...made].sort()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
  expect(made.every((id) => isId('jrn', id))).toBe(true);
});

test('the last byte is the write shard, and every shard is used', () => {
  const newId = buildIdGenerator(4)(new Date());
  const shards = new Set(Array.from({ length: 200 }, () => readShard(newId('acc'))));

  expect([...shards].sort()).toEqual(['00', '01', '02', '03']);
});

test('the first identifier of a millisecond sorts before all others of it, and after all earlier ones', () => {
  const at = new Date('2026-11-20T10:00:00.000Z');
  const before = buildIdGenerator(4)(new Date(at.getTime() - 1))('jrn');

  expect(buildFirstIdAt('jrn', at) < buildIdGenerator(4)(at)('jrn')).toBe(true);
  expect(buildFirstIdAt('jrn', at) > before).toBe(true);
});

test.each([
  '',
  'acc_',
  'acc_123',
  'jrn_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00',
  'acc_01936f2e-5b1c-4c3a-9d41-6f2f7e1b2a00',
  'acc_01936F2E-5b1c-7c3a-9d41-6f2f7e1b2a00',
  'acc_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00\n',
])('%j is not an account id', (id) => {
  expect(isId('acc', id)).toBe(false);
});
