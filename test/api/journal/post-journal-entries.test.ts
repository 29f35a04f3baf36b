import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { expectSoundLedger } from '../../support/invariants/invariants.ts';
import { credit, debit, openAccount, startLedger, transfer } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(async () => {
  await expectSoundLedger(ledger.tables.ledger);
  await ledger.stop();
});

const post = (entries: unknown) => ledger.call('postJournalEntries', { body: { entries } });

test('posts all entries on one running balance, in order', async () => {
  const from = await openAccount(ledger, { funds: '50.00' });
  const to = await openAccount(ledger);

  const posted = await post([
    transfer(from, to, '20.00'),
    transfer(from, to, '30.00'),
    debit(to, '1.00'),
  ]);

  expect(posted.status).toBe(201);
  interface Entry {
    readonly account_postings: { readonly balance_after: string }[];
  }
  const after = (posted.body.items as Entry[]).map(({ account_postings }) =>
    account_postings.map(({ balance_after }) => balance_after),
  );
  expect(after).toEqual([['30.00', '20.00'], ['0.00', '50.00'], ['49.00']]);
  const listed = await ledger.call('listJournalEntries');
  const ids = posted.body.items.map(({ id }: { id: string }) => id);
  expect(listed.body.items.map(({ id }: { id: string }) => id).slice(-3)).toEqual(ids);
});

test('posts nothing when one entry is refused', async () => {
  const account = await openAccount(ledger, { funds: '5.00' });
  const before = await readAllItems(ledger.tables.ledger);

  const refused = await post([credit(account, '1.00'), debit(account, '6.01')]);

  expect(refused.body).toMatchObject({ statusCode: 409, code: 'insufficient_funds' });
  expect(await readAllItems(ledger.tables.ledger)).toEqual(before);
});

test('names the entry and the line of each fault', async () => {
  const good = credit('acc_x', '1.00');
  const bad = { ...good, ledger_lines: [...good.ledger_lines, { account_code: '3' }] };

  const refused = await post([good, bad]);

  expect(refused.body.message).toEqual([
    '/entries/1/ledger_lines/2 must carry exactly one amount above zero',
  ]);
});

test('emits one event per entry, with the entry as its payload', async () => {
  const account = await openAccount(ledger);

  const posted = await post([credit(account, '1.00'), credit(account, '2.00')]);

  const receipts = await readAllItems(ledger.tables.receipts);
  const events = receipts.flatMap((receipt) => receipt['events'] as Record<string, unknown>[]);
  const mine = posted.body.items.map(({ id }: { id: string }) =>
    events.find((event) => event['aggregate'] === id),
  );
  expect(mine).toEqual([
    expect.objectContaining({ type: 'journal_entry.posted', payload_at: '/items/0' }),
    expect.objectContaining({ type: 'journal_entry.posted', payload_at: '/items/1' }),
  ]);
});

test.each([
  ['no entries', []],
  ['26 entries', Array(26).fill(credit('acc_x', '1.00'))],
])('refuses %s', async (_, entries) => {
  expect((await post(entries)).body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
});

test('accepts 25 entries on one account', async () => {
  const account = await openAccount(ledger);

  const posted = await post(Array(25).fill(credit(account, '0.01')));

  expect(posted.body.items).toHaveLength(25);
  expect(posted.body.items.at(-1).account_postings[0].balance_after).toBe('0.25');
});

// The longest texts in the widest script, generated so that they do not compress.
function longest(length: number, seed: string): string {
  const digest = createHash('shake256', { outputLength: 3 * length })
    .update(seed)
    .digest();
  return Array.from({ length }, (_, index) =>
    String.fromCodePoint(0x10000 + (digest.readUIntBE(3 * index, 3) % 0x100000)),
  ).join('');
}

test('accepts an entry at all of its limits', async () => {
  const account = await openAccount(ledger);
  const amount = `${'1'.repeat(30)}.00`;
  const lines = Array.from({ length: 1000 }, (_, index) => ({
    account_code: longest(64, `code ${index}`),
    [index % 2 === 0 ? 'debit_amount' : 'credit_amount']: amount,
  }));
  const postings = Array.from({ length: 97 }, (_, index) => ({
    ...credit(account, amount).account_postings[0],
    reference: longest(160, `reference ${index}`),
  }));
  const entry = {
    description: longest(500, 'description'),
    ledger_lines: lines,
    account_postings: postings,
  };

  const alone = await ledger.call('postJournalEntry', { body: entry });
  const among = await post([entry]);

  expect([alone.status, among.status]).toEqual([201, 201]);
  const path = { journalEntryId: alone.body.id };
  const read = await ledger.call('getJournalEntry', { path });
  expect(read.body).toEqual(alone.body);
});

test('refuses entries too large for one record of the store and posts nothing', async () => {
  // Account codes that do not compress: nine thousand of them exceed one receipt.
  const code = (seed: number) =>
    createHash('sha512').update(`${seed}`).digest('base64url').slice(0, 64);
  const line = (seed: number) => ({
    account_code: code(seed),
    [seed % 2 === 0 ? 'debit_amount' : 'credit_amount']: '1.00',
  });
  const entries = Array.from({ length: 9 }, (_, entry) => ({
    ledger_lines: Array.from({ length: 1000 }, (__, index) => line(entry * 1000 + index)),
  }));
  const before = await readAllItems(ledger.tables.ledger);

  const refused = await post(entries);

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'entry_too_large' });
  expect(await readAllItems(ledger.tables.ledger)).toEqual(before);
});
