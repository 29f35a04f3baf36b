// The entries of an account, one after the other: the same flaw is reported once, however many entries follow it.
import { hash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { AccountState } from '../../../functions/domain/accounts/accounts.ts';
import { money } from '../../../functions/domain/values/money.ts';
import { accountEntryFields } from '../../../functions/ledger/accounts/entry-items.ts';
import { keys } from '../../../functions/ledger/store/keys.ts';
import { computeChainHash, GENESIS_HASH } from '../../../functions/ledger/journal/hash-chain.ts';
import { AccountEntryChain } from '../../../functions/verification/account-entry-chain.ts';
import type { Flaw } from '../../../functions/verification/difference.ts';

const TENANT = 'aurora';
const ACCOUNT = 'acc_1';
const TIME = '2026-11-23T06:00:00.000Z';

interface EntryChanges {
  readonly hash?: string;
  readonly balance?: bigint;
}

/** Credits of one minor unit each, with sound balances and hashes, and what is changed afterwards. */
function buildEntries(count: number, change: (sequence: number) => EntryChanges) {
  let previous = GENESIS_HASH;
  return Array.from({ length: count }, (_, index) => {
    const sequence = index + 1;
    const balance = BigInt(sequence);
    const facts = {
      accountId: ACCOUNT,
      postingKey: `jrn_${sequence}#1`,
      entryType: 'POSTING',
      direction: 'CREDIT',
      sequence,
      postedAt: TIME,
    } as const;
    previous = computeChainHash(previous, {
      ...facts,
      tenant: TENANT,
      entryId: `ent_${sequence}`,
      amountMinor: 1n,
      currency: 'EUR',
      balanceAfterMinor: balance,
      reference: '',
    });
    const changed = change(sequence);
    return accountEntryFields.toItem(keys.entry(TENANT, ACCOUNT, TIME, sequence), {
      ...facts,
      id: `ent_${sequence}`,
      journalEntryId: `jrn_${sequence}`,
      amount: money(1n, 'EUR'),
      balanceAfter: money(changed.balance ?? balance, 'EUR'),
      hash: changed.hash ?? previous,
    });
  });
}

const damageHash = (sequence: number) => hash('sha256', `damage ${sequence}`, 'hex');

test('each of many damaged entries is reported, in a time that grows with their number', () => {
  const chain = new AccountEntryChain(TENANT, ACCOUNT, 'EUR');
  const entries = buildEntries(10_000, (sequence) => {
    return { hash: damageHash(sequence), balance: BigInt(sequence) * 7n };
  });
  const since = process.cpuUsage();
  let flaws = 0;
  for (const entry of entries) {
    flaws += chain.enter(entry).length;
    // With all candidates it would compute some fifty million hashes.
    if (process.cpuUsage(since).user > 10_000_000) break;
  }

  expect(flaws).toBe(20_000);
});

test('a sound entry behind a long damage is not reported', () => {
  const chain = new AccountEntryChain(TENANT, ACCOUNT, 'EUR');
  const entries = buildEntries(60, (sequence) => {
    return sequence > 5 && sequence <= 55 ? { hash: damageHash(sequence) } : {};
  });
  const flaws = entries.flatMap((entry) => chain.enter(entry));

  expect(flaws.map(({ field, id }) => `${field} ${id}`)).toEqual(
    Array.from({ length: 50 }, (_, index) => `hash ent_${index + 6}`),
  );
});

/** The state of the account after so many sound entries of `buildEntries`. */
function buildState(count: number, changes: Partial<AccountState> = {}): AccountState {
  const head = buildEntries(count, () => ({})).at(-1)?.['hash'];
  return {
    id: ACCOUNT,
    productId: 'prd_1',
    status: 'ACTIVE',
    balance: money(BigInt(count), 'EUR'),
    sequence: count,
    version: count + 1,
    head: Buffer.from(head as Buffer).toString('hex'),
    updatedAt: TIME,
    postedAt: TIME,
    ...changes,
  };
}

const toText = ({ id, field, stored, derived }: Flaw) =>
  `${id} ${field}: ${stored}, not ${derived}`;

function enterAll(sequences: readonly number[], state: AccountState): string[] {
  const chain = new AccountEntryChain(TENANT, ACCOUNT, 'EUR');
  const entries = buildEntries(Math.max(...sequences), () => ({}));
  const entered = sequences.flatMap((sequence) => {
    const entry = entries[sequence - 1];
    if (!entry) throw new Error(`no entry ${sequence}`);
    return chain.enter(entry);
  });
  return [...entered, ...chain.close(state)].map(toText);
}

test('an entry that stands before others is reported once, with each entry that is missing', () => {
  const early = `ent_7 posted_at: ${TIME}, not not before entry 4, which was posted at ${TIME}`;

  expect(enterAll([1, 7, 4, 2, 3, 5, 6], buildState(7))).toEqual([early]);
  expect(enterAll([1, 7, 4], buildState(7))).toEqual([
    early,
    'acc_1 entries: nothing, not entries 2 to 3',
    'acc_1 entries: nothing, not entries 5 to 6',
  ]);
  expect(enterAll([1, 7, 4, 2, 6], buildState(7))).toEqual([
    early,
    'acc_1 entries: nothing, not entry 3',
    'acc_1 entries: nothing, not entry 5',
  ]);
});

test('an entry that is there twice is reported, in a gap as well', () => {
  const early = `ent_5 posted_at: ${TIME}, not not before entry 3, which was posted at ${TIME}`;

  expect(enterAll([1, 2, 3, 2], buildState(3))).toEqual(['ent_2 sequence: 2, not 4']);
  expect(enterAll([1, 5, 3, 3, 2, 4, 1], buildState(5))).toEqual([
    early,
    'ent_3 sequence: 3, not 6',
    'ent_1 sequence: 1, not 6',
  ]);
});

test('behind a gap, the values continue from the first entry after it', () => {
  const state = buildState(4, { balance: money(5n, 'EUR') });

  expect(enterAll([1, 3, 4], state)).toEqual([
    'acc_1 entries: nothing, not entry 2',
    'acc_1 balance: 0.05, not 0.04',
  ]);
});

// An active account was unfrozen as often as frozen.
test.each([
  ['ACTIVE', [3, 5, 7], [1, 2, 4, 6]],
  ['FROZEN', [4, 6], [2, 3, 5]],
  ['CLOSED', [4, 5, 6], [1, 2, 3]],
] as const)(
  'which versions an %s account with two entries can have',
  (status, possible, impossible) => {
    const close = (version: number) => enterAll([1, 2], buildState(2, { status, version }));

    expect(possible.flatMap(close)).toEqual([]);
    for (const version of impossible) {
      expect(close(version)).toEqual([
        `acc_1 version: ${version}, not 3, and one more for each change of status`,
      ]);
    }
  },
);

test('an account without entries has the values of a new one', () => {
  const { postedAt: _, ...state } = buildState(1, {
    balance: money(0n, 'EUR'),
    sequence: 0,
    version: 1,
    head: GENESIS_HASH,
  });
  const chain = new AccountEntryChain(TENANT, ACCOUNT, 'EUR');

  expect(chain.close(state)).toEqual([]);
  expect(chain.close({ ...state, postedAt: TIME }).map(toText)).toEqual([
    `acc_1 posted_at: ${TIME}, not nothing`,
  ]);
});
