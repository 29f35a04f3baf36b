// Many requests on one account at once are posted by combiners: each exactly once, with its exact balance.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { expectSoundLedger } from '../../../support/invariants/invariants.ts';
import { credit, debit, openAccount, startWatchedLedger, transfer } from '../../../support/stack/ledger.ts';
import type { CallAnswer, WatchedLedger } from '../../../support/stack/ledger.ts';
import { readAllItems } from '../../../support/stack/tables.ts';

const ledger: WatchedLedger = await startWatchedLedger({ combines: process.env['COMB'] !== '0' });
afterAll(() => ledger.stop());

const statuses = (answers: readonly CallAnswer[]) => answers.map(({ status, body }) => body.code ?? status);

test('64 callers on one account: every one is posted, and the balances form one chain', async () => {
  const account = await openAccount(ledger);
  ledger.proxy.requests.length = 0;

  const answers = await Promise.all(
    Array.from({ length: 64 }, () =>
      ledger.call('postJournalEntry', { body: credit(account, '1.00') }),
    ),
  );

  expect(statuses(answers)).toEqual(Array(64).fill(201));
  const balances = answers.map(({ body }) => Number(body.account_postings[0].balance_after));
  expect(balances.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 64 }, (_, i) => i + 1));
  expect(answers.filter(({ headers }) => headers['Idempotency-Replayed'])).toEqual([]);
  const sent = ledger.proxy.requests.filter(({ operation }) => operation === 'TransactWriteItems');
  console.log('transactions', sent.length, ledger.proxy.requests.length);
  await expectSoundLedger(ledger.tables.ledger);
  expect(await readAllItems(ledger.intentsTable)).toEqual([]);
});
