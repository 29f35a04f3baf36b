// Partition keys start with the tenant, and its name cannot hold what separates the parts of a key: so no tenant can
// form the keys of another.
import { describe, expect, test } from '@jest/globals';
import { buildQueuePartition } from '../../../functions/ledger/commit/combining/intents.ts';
import { evidenceKeys } from '../../../functions/ledger/evidence/keys.ts';
import { keys, readKeyTenant } from '../../../functions/ledger/store/keys.ts';

const ID = 'acc_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00';

describe.each(['', '#', 'acme#BAL', 'acme bank', 'acme/', 'ä', '*', 'acme\n', 'a'.repeat(65)])(
  '%j is no tenant',
  (name) => {
    test.each([
      ['all of its records', () => keys.tenant(name)],
      ['a list', () => keys.accounts(name, '00')],
      ['a balance', () => keys.balance(name, ID)],
      ['a receipt', () => keys.receipt(name, 'a-key-of-a-client')],
      ['a queue', () => buildQueuePartition(name, ID)],
      ['the state of a log', () => evidenceKeys.head(name)],
      ['a feed', () => evidenceKeys.feed(name, 0)],
    ])('and has no key of %s', (_, build) => {
      expect(build).toThrow('not a tenant');
    });
  },
);

test.each([
  '',
  'T',
  'T#',
  'T##BAL',
  'acme',
  'T#acme bank#BAL',
  'T#*#SLT',
  `T#${'a'.repeat(65)}#F0`,
])('the key %j is that of no tenant', (key) => {
  expect(() => readKeyTenant(key)).toThrow('not the key of a tenant');
});

test.each(['a', 'acme', 'Acme_Bank-2', 'a'.repeat(64)])('%s is the tenant of its keys', (name) => {
  const built = [
    keys.balance(name, ID).PK,
    keys.receipt(name, 'key#of#T#other').PK,
    keys.accounts(name, '00'),
    evidenceKeys.feed(name, 31),
  ];

  expect(built.map(readKeyTenant)).toEqual([name, name, name, name]);
  for (const key of built) expect(key.startsWith(keys.tenant(name))).toBe(true);
});
