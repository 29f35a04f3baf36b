// Controls that are tried on stored entries catch what they would catch if the entries were posted.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CACHE_MS } from '../../../functions/ledger/timed-cache.ts';
import { approveLedgerRequest } from '../../support/accounting-periods/closings.ts';
import {
  closePeriods,
  defineChart,
  postLines,
  requestYearClosing,
} from '../../support/accounting-periods/years.ts';
import { buildControls, putControls } from '../../support/controls/controls.ts';
import type { ControlBody } from '../../support/controls/controls.ts';
import { expectOnlyReads } from '../../support/controls/previews.ts';
import { adjustEntry, approveAdjustment } from '../../support/fixtures/adjustments.ts';
import { disbursedLoan } from '../../support/fixtures/loans.ts';
import { publishProduct } from '../../support/fixtures/products.ts';
import { projectReceipts } from '../../support/projections/projections.ts';
import { advanceTime } from '../../support/stack/advance-time.ts';
import {
  asTenant,
  credit,
  debit,
  openAccount,
  startWatchedLedger,
} from '../../support/stack/ledger.ts';
import type { OperationCaller, WatchedLedger } from '../../support/stack/ledger.ts';

let ledger: WatchedLedger;
let bank: OperationCaller;
let account: string;
beforeAll(async () => {
  ledger = await startWatchedLedger();
  bank = asTenant(ledger, 'bank');
  await publishProduct(bank, 'vip', { tier: 'gold' });
  account = await openAccount(bank, { product: 'vip' });
  const posted = [
    credit(account, '700.00'),
    { ...debit(account, '50.00'), description: 'Rent' },
    debit(account, '600.00'),
  ];
  for (const body of posted) {
    expect((await bank.call('postJournalEntry', { body })).status).toBe(201);
  }
});
afterAll(() => ledger.stop());

const evaluate = (controls: readonly ControlBody[], options = {}) =>
  bank.call('evaluateControls', { body: { controls: buildControls(controls) }, ...options });
const postings = (when?: string) => {
  return { operation: 'postJournalEntry', ...(when !== undefined && { when }) };
};

test('names the first control that would have caught each posting, newest first', async () => {
  ledger.proxy.requests.length = 0;

  const { status, body } = await evaluate([
    postings('amount > 650.00'),
    postings('amount > 500.00'),
  ]);

  expectOnlyReads(ledger);
  expect(status).toBe(200);
  expect(body).toMatchObject({ entries_read: 3, has_more: false });
  expect(body.items).toMatchObject([
    { amount: '600.00', currency: 'EUR', control: { position: 1, when: 'amount > 500.00' } },
    { amount: '50.00', description: 'Rent', is_caught: false },
    { amount: '700.00', posted_by: 'ada', control: { position: 0 } },
  ]);
  expect(body.items[1]).not.toHaveProperty('control');
});

test.each([
  ['account.balance < 60.00', ['700.00']],
  ['account.balance == 650.00', ['600.00']],
  ['product.config.tier == "gold" && amount < 100.00', ['50.00']],
  ['has(request.description) && request.description == "Rent"', ['50.00']],
  ['actor.kind == "SERVICE"', []],
  ['now < timestamp("2000-01-01T00:00:00Z")', []],
])('judges %s by the entry and its account as they were', async (when, caught) => {
  const { body } = await evaluate([postings(when)]);

  const found = body.items.filter((item: { is_caught: boolean }) => item.is_caught);
  expect(found.map(({ amount }: { amount: string }) => amount)).toEqual(caught);
});

test('says why a condition could not be evaluated, which catches', async () => {
  const { body } = await evaluate([postings('request.description == "Rent"')]);

  expect(body.items.map((item: { is_caught: boolean }) => item.is_caught)).toEqual([
    true,
    true,
    true,
  ]);
  expect(body.items[0].control.error).toMatch(/^line 1, column 9: /);
  expect(body.items[1].control).not.toHaveProperty('error');
});

test('catches what the same control then catches in the tenant, and tries the stored ones', async () => {
  const caller = asTenant(ledger, 'posting');
  const own = await openAccount(caller);
  for (const amount of ['10.00', '90.00', '100.00', '100.01']) {
    await caller.call('postJournalEntry', { body: credit(own, amount) });
  }
  await putControls(caller, [{ operation: 'createAccount' }, postings('amount >= 100.00')]);

  advanceTime(CACHE_MS);

  const tried = await caller.call('evaluateControls', { body: {} });

  for (const item of tried.body.items) {
    const posted = await caller.call('postJournalEntry', { body: credit(own, item.amount) });
    expect([item.amount, posted.status]).toEqual([item.amount, item.is_caught ? 202 : 201]);
  }
  expect(tried.body.items[0].control).toEqual({ position: 1, when: 'amount >= 100.00' });
});

test('leaves out what controls of postings do not judge', async () => {
  const caller = asTenant(ledger, 'others');
  await disbursedLoan(caller);
  const own = await openAccount(caller);
  const entry = await caller.call('postJournalEntry', { body: credit(own, '5.00') });
  await approveAdjustment(caller, await adjustEntry(caller, entry.body.id));

  const body = { controls: buildControls([postings()]), newest_entries: 100 };
  const tried = await caller.call('evaluateControls', { body });

  expect(tried.body.items.map((item: { amount: string }) => item.amount)).toContain('5.00');
  const ids = tried.body.items.map((item: { journal_entry_id: string }) => item.journal_entry_id);
  const { body: list } = await caller.call('listJournalEntries', {});
  const judged = list.items.filter(
    (one: { entry_type: string; transaction_id?: string }) =>
      one.entry_type === 'POSTING' && one.transaction_id === undefined,
  );
  expect(ids.toSorted()).toEqual(judged.map(({ id }: { id: string }) => id).toSorted());
  expect(ids.length).toBeLessThan(list.items.length);
});

test('leaves out the closing of a year, which takes two operators by itself', async () => {
  const caller = asTenant(ledger, 'closing');
  await defineChart(caller);
  await postLines(caller, { debit: '1000', credit: '7000', amount: '5.00', date: '2024-01-31' });
  await closePeriods(caller, 'closing', '2024-01');
  await projectReceipts(ledger, 'closing');
  const { id } = (await requestYearClosing(caller, '2024-01')).body;
  expect((await approveLedgerRequest(caller, id)).body).toMatchObject({ status: 'APPLIED' });

  const body = { controls: buildControls([postings()]) };
  const tried = await caller.call('evaluateControls', { body });

  expect(tried.body).toMatchObject({ items: [{ amount: '5.00' }], entries_read: 2 });
});

test('refuses controls that could not be set, and shows nothing of another tenant', async () => {
  const wrong = await evaluate([postings('ammount > 1')]);
  const none = await evaluate([postings('amount >')]);
  const foreign = await evaluate([postings()], { tenant: 'empty' });
  const writer = await evaluate([postings()], { permissions: ['finance.write'] });

  expect(wrong.body).toMatchObject({ statusCode: 400, code: 'invalid_control' });
  expect(none.body).toMatchObject({ statusCode: 400, code: 'invalid_expression' });
  expect(foreign.body).toEqual({ items: [], entries_read: 0, has_more: false });
  expect(writer.body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
});
