import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import {
  approveAdjustment,
  sendAdjustment,
  adjustEntry,
  postEntry,
  rejectAdjustment,
} from '../../support/fixtures/adjustments.ts';
import { expectValid } from '../../support/contract/contract.ts';
import { expectSoundLedger } from '../../support/invariants/invariants.ts';
import { credit, debit, openAccount, startLedger, transfer } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { applyTransitions } from '../../support/fixtures/lifecycle.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(async () => {
  await expectSoundLedger(ledger.tables.ledger);
  await ledger.stop();
});

const balanceOf = async (accountId: string) =>
  (await ledger.call('getAccount', { path: { accountId } })).body.balance as string;
const entryOf = async (journalEntryId: string) =>
  (await ledger.call('getJournalEntry', { path: { journalEntryId } })).body;
const readReturnedItem = async (id: string) =>
  (await readAllItems(ledger.tables.ledger)).find(({ SK }) => SK === id);

test('a REVERSAL swaps the side of every line and posting and keeps the original', async () => {
  const one = await openAccount(ledger, { funds: '10.00' });
  const two = await openAccount(ledger);
  const target = await postEntry(ledger, transfer(one, two, '4.00'));
  const before = await readReturnedItem(target);
  const requestId = await adjustEntry(ledger, target);

  const approved = await approveAdjustment(ledger, requestId, { correlationId: 'reversed-1' });

  expect(approved.body).toMatchObject({ id: requestId, status: 'APPLIED', decided_by: 'grace' });
  expect(approved.body).not.toHaveProperty('replacement_journal_entry_id');
  const reversal = await entryOf(approved.body.reversal_journal_entry_id);
  expect(reversal).toMatchObject({
    entry_type: 'REVERSAL',
    reverses_journal_entry_id: target,
    adjustment_request_id: requestId,
    posted_by: 'grace',
    ledger_lines: [
      { account_code: 'CUSTOMER_DEPOSITS', credit_amount: '4.00' },
      { account_code: 'CUSTOMER_DEPOSITS', debit_amount: '4.00' },
    ],
    account_postings: [
      { account_id: one, direction: 'CREDIT', amount: '4.00', balance_after: '10.00' },
      { account_id: two, direction: 'DEBIT', amount: '4.00', balance_after: '0.00' },
    ],
  });
  expect(await readReturnedItem(target)).toEqual(before);
  expect(await entryOf(target)).toMatchObject({ reversed_by: reversal.id });
  const statement = await ledger.call('getAccountStatement', { path: { accountId: two } });
  expect(statement.body.items.at(-1)).toMatchObject({ entry_type: 'REVERSAL' });
  const receipts = await readAllItems(ledger.tables.receipts);
  const receipt = receipts.find((item) => item['correlation_id'] === 'reversed-1');
  const [decision, entry, ...others] = receipt ? readStoredEvents(receipt) : [];
  expect(decision).toMatchObject({
    type: 'adjustment_request.applied',
    aggregateId: requestId,
    version: 2,
    payload: approved.body,
  });
  expectValid('events/adjustment_request.applied', decision?.payload);
  expect(entry).toMatchObject({ type: 'journal_entry.posted', payload: reversal });
  expectValid('events/journal_entry.posted', entry?.payload);
  expect(others).toEqual([]);
});

test('judges a CORRECTION by its net effect, even where the reversal alone would overdraw', async () => {
  const account = await openAccount(ledger);
  const target = await postEntry(ledger, credit(account, '100.00'));
  await postEntry(ledger, debit(account, '60.00'));
  const requestId = await adjustEntry(ledger, target, credit(account, '70.00'));

  const { body } = await approveAdjustment(ledger, requestId);

  expect(body.status).toBe('APPLIED');
  expect(await balanceOf(account)).toBe('10.00');
  const reversal = await entryOf(body.reversal_journal_entry_id);
  const replacement = await entryOf(body.replacement_journal_entry_id);
  expect(reversal.account_postings[0].balance_after).toBe('-60.00');
  expect(replacement).toMatchObject({
    entry_type: 'CORRECTION',
    replaces_journal_entry_id: target,
    adjustment_request_id: requestId,
  });
  expect(replacement.account_postings[0].balance_after).toBe('10.00');
});

test.each(['50.00', undefined])('fails the request when funds are missing: %s', async (amount) => {
  const account = await openAccount(ledger);
  const target = await postEntry(ledger, credit(account, '100.00'));
  await postEntry(ledger, debit(account, '60.00'));
  const requestId = await adjustEntry(ledger, target, amount && credit(account, amount));
  const before = await readAllItems(ledger.tables.ledger);

  const { status, body } = await approveAdjustment(ledger, requestId);

  expect(status).toBe(201);
  expect(body).toMatchObject({
    status: 'FAILED',
    failure_reason: expect.stringContaining('left with'),
  });
  expect(body).not.toHaveProperty('reversal_journal_entry_id');
  const after = await readAllItems(ledger.tables.ledger);
  expect(after.filter(({ SK }) => SK !== requestId)).toEqual(
    before.filter(({ SK }) => SK !== requestId),
  );
});

test('fails the request when an account is frozen', async () => {
  const account = await openAccount(ledger);
  const requestId = await adjustEntry(ledger, await postEntry(ledger, credit(account, '1.00')));
  await applyTransitions(ledger, account, 'FREEZE');

  const { body } = await approveAdjustment(ledger, requestId);

  expect(body).toMatchObject({ status: 'FAILED', failure_reason: `Account ${account} is FROZEN.` });
});

test.each(['at once', 'one after the other'])(
  'applies one of two requests against one entry, approved %s',
  async (when) => {
    const account = await openAccount(ledger, { funds: '9.00' });
    const target = await postEntry(ledger, credit(account, '1.00'));
    const requests = [await adjustEntry(ledger, target), await adjustEntry(ledger, target)];

    const answers =
      when === 'at once'
        ? await Promise.all(requests.map((id) => approveAdjustment(ledger, id)))
        : [
            await approveAdjustment(ledger, requests[0] ?? ''),
            await approveAdjustment(ledger, requests[1] ?? ''),
          ];

    expect(answers.map(({ body }) => body.status).sort()).toEqual(['APPLIED', 'FAILED']);
    const failed = answers.find(({ body }) => body.status === 'FAILED');
    expect(failed?.body.failure_reason).toContain('was reversed by');
    expect(await balanceOf(account)).toBe('9.00');
  },
);

test('accepts one of many concurrent decisions, and its key repeats the answer', async () => {
  const account = await openAccount(ledger);
  const requestId = await adjustEntry(ledger, await postEntry(ledger, credit(account, '1.00')));
  const keys = Array.from({ length: 6 }, (_, number) => `decide-0000-0000-${number}`);
  const decide = (key: string, index: number) =>
    (index % 2 ? rejectAdjustment : approveAdjustment)(ledger, requestId, { key });

  const answers = await Promise.all(keys.map(decide));

  const winner = answers.findIndex(({ status }) => status === 201);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  const again = await decide(keys[winner] ?? '', winner);
  expect(again.text).toBe(answers[winner]?.text);
  expect((await rejectAdjustment(ledger, requestId)).body.code).toBe('already_decided');
});

test('refuses the maker, another tenant and an operator without the permission', async () => {
  const account = await openAccount(ledger);
  const requestId = await adjustEntry(ledger, await postEntry(ledger, credit(account, '1.00')));

  const own = await approveAdjustment(ledger, requestId, { subject: 'ada' });
  const foreign = await approveAdjustment(ledger, requestId, { tenant: 'globex' });
  const unable = await approveAdjustment(ledger, requestId, { permissions: ['finance.write'] });

  expect(own.body).toMatchObject({ statusCode: 403, code: 'self_approval' });
  expect(foreign.body).toMatchObject({ statusCode: 404, code: 'adjustment_request_not_found' });
  expect(unable.status).toBe(403);
});

test('allows a replacement entry to be corrected again', async () => {
  const account = await openAccount(ledger);
  const target = await postEntry(ledger, credit(account, '1.00'));
  const first = await adjustEntry(ledger, target, credit(account, '2.00'));
  const { body } = await approveAdjustment(ledger, first);

  const second = await sendAdjustment(ledger, body.replacement_journal_entry_id);
  const { body: undone } = await approveAdjustment(ledger, second.body.id);

  expect(undone.status).toBe('APPLIED');
  expect(await balanceOf(account)).toBe('0.00');
});
