// An account of which every entry is damaged must not keep the verification from its end.
import { hash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { money } from '../../../functions/domain/values/money.ts';
import { accountEntryFields } from '../../../functions/ledger/accounts/entry-items.ts';
import { keys } from '../../../functions/ledger/store/keys.ts';
import { computeChainHash, GENESIS_HASH } from '../../../functions/ledger/journal/hash-chain.ts';
import { AccountEntryChain } from '../../../functions/verification/account-entry-chain.ts';

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
