// Re-derives every balance and chain from the stored records, without the code that wrote them.
import { createHash } from 'node:crypto';
import { expect } from '@jest/globals';
import { expectSoundLoans } from './loan-invariants.ts';
import { readAllItems } from '../stack/tables.ts';

type LedgerRecord = Record<string, unknown>;

export interface LedgerTotals {
  readonly accounts: number;
  readonly entries: number;
  readonly journalEntries: number;
  /** The sum of all balances, in minor units. */
  readonly total: bigint;
  readonly loans: number;
  readonly transactions: number;
}

/** Fails at the first account, entry, journal entry, loan or transaction that does not add up. */
export async function expectSoundLedger(table: string, endpoint?: string): Promise<LedgerTotals> {
  const items = await readAllItems(table, endpoint);
  const of = (kind: string) => items.filter(({ PK }) => PK.split('#')[2] === kind);
  const balances = of('BAL');
  const entries = of('ENT');
  const journal = new Map(of('JRN').map((item) => [item.SK, item]));
  for (const balance of balances) {
    const tenant = balance.PK.split('#')[1] ?? '';
    const mine = entries.filter(
      ({ PK }) => PK === `T#${tenant}#ENT#${String(balance['account_id'])}`,
    );
    expectAccount(tenant, balance, mine);
  }
  const stored = new Set(balances.map((balance) => balance['account_id']));
  expect(entries.filter((entry) => !stored.has(entry['account_id']))).toEqual([]);
  for (const entry of journal.values()) expectBalanced(entry);
  expectPostingsEntered([...journal.values()], entries);
  const total = balances.reduce((sum, item) => sum + (item['balance'] as bigint), 0n);
  return {
    accounts: balances.length,
    entries: entries.length,
    journalEntries: journal.size,
    total,
    ...expectSoundLoans(items),
  };
}

function expectAccount(
  tenant: string,
  balance: LedgerRecord,
  entries: readonly LedgerRecord[],
): void {
  let sum = 0n;
  let head = '0'.repeat(64);
  const inOrder = [...entries].sort((a, b) => (String(a['SK']) < String(b['SK']) ? -1 : 1));
  inOrder.forEach((entry, index) => {
    const amount = entry['amount'] as bigint;
    sum += entry['direction'] === 'CREDIT' ? amount : -amount;
    head = createHash('sha256')
      .update(computeChainHash(tenant, head, entry))
      .digest('hex');
    expect(entry['sequence']).toBe(BigInt(index + 1));
    expect(entry['balance_after']).toBe(sum);
    expect(Buffer.from(entry['hash'] as Uint8Array).toString('hex')).toBe(head);
  });
  expect(balance['balance']).toBe(sum);
  expect(balance['sequence']).toBe(BigInt(entries.length));
  expect(Buffer.from(balance['head'] as Uint8Array).toString('hex')).toBe(head);
}

function computeChainHash(tenant: string, previous: string, entry: LedgerRecord): string {
  return JSON.stringify([
    previous,
    tenant,
    entry['account_id'],
    String(entry['sequence']),
    entry['id'],
    `${String(entry['journal_entry_id'])}#${String(entry['position'])}`,
    entry['entry_type'],
    entry['direction'],
    String(entry['amount']),
    entry['currency'],
    String(entry['balance_after']),
    entry['reference'] ?? '',
    entry['posted_at'],
  ]);
}

function expectBalanced(journalEntry: LedgerRecord): void {
  const lines = journalEntry['lines'] as { dr?: bigint; cr?: bigint }[];
  expect(lines.reduce((sum, { dr = 0n, cr = 0n }) => sum + dr - cr, 0n)).toBe(0n);
}

// Each posting of the journal has one account entry with the same values, and each entry its posting.
function expectPostingsEntered(
  journal: readonly LedgerRecord[],
  entries: readonly LedgerRecord[],
): void {
  const posted = journal.flatMap((item) =>
    (item['postings'] as LedgerRecord[]).map((posting) => ({
      id: posting['id'],
      journal_entry_id: item['SK'],
      account_id: posting['account'],
      direction: 'dr' in posting ? 'DEBIT' : 'CREDIT',
      amount: posting['dr'] ?? posting['cr'],
      balance_after: posting['after'],
      sequence: posting['seq'],
      posted_at: item['posted_at'],
      entry_type: item['entry_type'],
    })),
  );
  const names = Object.keys(posted[0] ?? {});
  const entered = entries.map((entry) =>
    Object.fromEntries(names.map((name) => [name, entry[name]])),
  );
  const byId = (a: LedgerRecord, b: LedgerRecord) => (String(a['id']) < String(b['id']) ? -1 : 1);
  expect(entered.sort(byId)).toEqual(posted.sort(byId));
}
