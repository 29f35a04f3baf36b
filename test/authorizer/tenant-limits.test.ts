// Which limit counts a tenant's requests (ADR 116).
import { expect, test } from '@jest/globals';
import {
  buildOwnKey,
  buildSharedKey,
  findLimitKey,
  SHARED_LIMITS,
} from '../../functions/authorizer/tenant-limits.ts';

const API = 'a1b2c3d4e5';
const none: ReadonlySet<string> = new Set();
const shared = Array.from({ length: SHARED_LIMITS }, (_, index) => buildSharedKey(API, index));

test('a tenant without a limit of its own has always the same shared one', () => {
  const tenants = Array.from({ length: 400 }, (_, index) => `bank-${index}`);

  const keys = tenants.map((tenant) => findLimitKey(API, tenant, none));

  expect(keys).toEqual(tenants.map((tenant) => findLimitKey(API, tenant, none)));
  // Evenly enough that one busy tenant shares its limit with few.
  const sizes = shared.map((key) => keys.filter((one) => one === key).length);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(tenants.length);
  expect(Math.min(...sizes)).toBeGreaterThan(10);
  expect(Math.max(...sizes)).toBeLessThan(50);
});

test('a tenant with a limit of its own shares it with none', () => {
  const own = new Set(['aurora', 'borealis']);

  const keys = [...own].map((tenant) => findLimitKey(API, tenant, own));

  expect(keys).toEqual([...own].map((tenant) => buildOwnKey(API, tenant)));
  expect(new Set([...keys, ...shared]).size).toBe(own.size + SHARED_LIMITS);
});

test('keys are what API Gateway takes, and differ between APIs', () => {
  const all = ['a1b2c3d4e5', 'f6g7h8i9j0'].flatMap((api) => [
    ...shared.map((_, index) => buildSharedKey(api, index)),
    buildOwnKey(api, 'aurora'),
  ]);

  expect(all.filter((key) => !/^[a-zA-Z0-9]{20,128}$/.test(key))).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
});
