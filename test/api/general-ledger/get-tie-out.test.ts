// The sums of accounts and loans in these tests are those of their balances, not of recorded differences.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { CACHE_MS } from '../../../functions/ledger/timed-cache.ts';
import { buildEntryBody } from '../../../tools/samples/request-bodies.ts';
import { adjustEntry, approveAdjustment, postEntry } from '../../support/fixtures/adjustments.ts';
import { disbursement, agreeLoan, interest } from '../../support/fixtures/loans.ts';
import { publishProduct } from '../../support/fixtures/products.ts';
import { projectReceipts } from '../../support/projections/projections.ts';
import { advanceTime, returnToPresent } from '../../support/stack/advance-time.ts';
import { credit, debit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { CallOptions, OperationCaller, TestLedger } from '../../support/stack/ledger.ts';

const DEPOSITS = 'CUSTOMER_DEPOSITS';

let ledger: TestLedger;
let tenant: string;
let caller: OperationCaller;
let made = 0;
beforeAll(async () => {
  ledger = await startLedger();
});
beforeEach(() => {
  advanceTime(0);
  made += 1;
  tenant = `tenant-${made}`;
  caller = { call: (name, options = {}) => ledger.call(name, { tenant, ...options }) };
});
afterEach(returnToPresent);
afterAll(() => ledger.stop());

async function read(query: Record<string, string> = {}, options: CallOptions = {}) {
  await projectReceipts(ledger, tenant);
  return caller.call('getTieOut', { query, ...options });
}

/** A credit posting of the amount, beside lines of other amounts or on other codes. */
function buildLooseBody(
  account: string,
  amount: string,
  [debited, credited, lines = amount]: readonly [string, string, string?],
) {
  const { account_postings } = credit(account, amount);
  return { ...buildEntryBody(lines, [debited, credited], []), account_postings };
}

const row = (code: string, amounts: readonly string[], members: object = {}) => {
  const [general_ledger_balance, sub_ledger_balance, difference] = amounts;
  return expect.objectContaining({
    code,
    currency: 'EUR',
    general_ledger_balance,
    sub_ledger_balance,
    difference,
    ...members,
  });
};

const findEntries = async (query: Record<string, string>): Promise<string[]> => {
  const { body } = await caller.call('listJournalEntries', { query });
  return body.items.map(({ id }: { id: string }) => id);
};

test('ties out accounts and loans that match, and names what each code controls', async () => {
  const account = await openAccount(caller);
  await postEntry(caller, credit(account, '100.00'));
  const { id: loanId } = await agreeLoan(caller);
  for (const body of [disbursement('10.00'), interest('1.00')]) {
    await caller.call('postLoanTransaction', { path: { loanId }, body });
  }
  const chart = { name: 'Deposits', type: 'LIABILITY' };
  await caller.call('upsertGeneralLedgerAccount', { path: { code: DEPOSITS }, body: chart });

  const { status, body } = await read();

  expect(status).toBe(200);
  expect(body.as_of).toBe(new Date().toISOString().slice(0, 10));
  const none = (role: string) => ({ controls: [{ role, product_count: 0, product_ids: [] }] });
  expect(body.items).toEqual([
    row(DEPOSITS, ['-110.00', '-110.00', '0.00'], { ...chart, ...none('customer_deposits') }),
    row('INTEREST_RECEIVABLE', ['1.00', '1.00', '0.00'], none('interest_receivable')),
    row('LOANS_RECEIVABLE', ['10.00', '10.00', '0.00'], none('loans_receivable')),
  ]);
  expect(body.items[1]).not.toHaveProperty('name');
  expect(body.totals).toEqual([
    {
      currency: 'EUR',
      general_ledger_balance: '-99.00',
      sub_ledger_balance: '-99.00',
      difference: '0.00',
      differing_codes: 0,
    },
  ]);
  expect(body.projection).toMatchObject({ projection_name: 'general_ledger', lag_seconds: 0 });
});

test('shows a difference on its accounting date, leads to its entry, and clears it by a reversal', async () => {
  const account = await openAccount(caller);
  const sound = { ...credit(account, '100.00'), effective_date: '2026-10-31' };
  await postEntry(caller, sound);
  const loose = { ...buildLooseBody(account, '700.00', ['1000', DEPOSITS, '1.00']) };
  const entry = await postEntry(caller, { ...loose, effective_date: '2026-11-01' });

  const before = (await read({ as_of: '2026-10-31' })).body;
  const after = (await read({ as_of: '2026-11-01' })).body;

  expect(before.items).toEqual([
    row(DEPOSITS, ['-100.00', '-100.00', '0.00'], { differing_entries: 0 }),
  ]);
  expect(after.items).toEqual([
    row(DEPOSITS, ['-101.00', '-800.00', '699.00'], { differing_entries: 1 }),
  ]);
  expect(after.totals).toMatchObject([{ difference: '699.00', differing_codes: 1 }]);
  expect(await findEntries({ control_difference: DEPOSITS })).toEqual([entry]);
  expect(await findEntries({ has_control_differences: 'true' })).toEqual([entry]);
  expect(await findEntries({ control_difference: '1000' })).toEqual([]);

  await approveAdjustment(caller, await adjustEntry(caller, entry));
  expect((await read()).body.items).toEqual([
    row(DEPOSITS, ['-100.00', '-100.00', '0.00'], { differing_entries: 2 }),
  ]);
  expect(await findEntries({ control_difference: DEPOSITS })).toHaveLength(2);
});

test('a code with differences and no line has a row here, and none in the trial balance', async () => {
  for (const id of ['current', 'savings']) {
    await publishProduct(caller, id, { ledger_accounts: { customer_deposits: 'SAVINGS' } });
  }
  const account = await openAccount(caller, { product: 'current' });
  await postEntry(caller, buildLooseBody(account, '7.00', ['1000', '2000']));

  const { items } = (await read()).body;

  const controls = [
    { role: 'customer_deposits', product_count: 2, product_ids: ['current', 'savings'] },
  ];
  expect(items).toEqual([row('SAVINGS', ['0.00', '-7.00', '7.00'], { controls })]);
  const balances = (await caller.call('getTrialBalance')).body.items;
  expect(balances.map(({ code }: { code: string }) => code)).toEqual(['1000', '2000']);
  const lines = await caller.call('listLedgerAccountLines', { path: { code: 'SAVINGS' } });
  expect(lines.body.code).toBe('general_ledger_account_not_found');
  expect((await read({ as_of: '2000-01-01' })).body.items).toEqual([]);
});

test('differences of two codes cancel in the totals, which count them', async () => {
  const account = await openAccount(caller);
  await postEntry(caller, buildLooseBody(account, '7.00', ['1000', 'LOANS_RECEIVABLE']));

  const { items, totals } = (await read()).body;

  expect(items).toEqual([
    row(DEPOSITS, ['0.00', '-7.00', '7.00']),
    row('LOANS_RECEIVABLE', ['-7.00', '0.00', '-7.00']),
  ]);
  expect(totals).toMatchObject([{ difference: '0.00', differing_codes: 2 }]);
});

test('a posting belongs to the control account that its product had at the time', async () => {
  const name = (code: string) =>
    publishProduct(caller, 'current', { ledger_accounts: { customer_deposits: code } });
  await name('OLD');
  const account = await openAccount(caller, { product: 'current' });
  await postEntry(caller, buildLooseBody(account, '100.00', ['1000', 'OLD']));
  await name('NEW');
  advanceTime(CACHE_MS);
  await postEntry(caller, buildLooseBody(account, '5.00', ['1000', 'NEW']));
  const move = buildEntryBody('100.00', ['OLD', 'NEW'], []);
  await postEntry(caller, { ...move, currency: 'EUR' });

  const { items } = (await read()).body;

  expect(items).toEqual([row('NEW', ['-105.00', '-5.00', '-100.00'], { differing_entries: 1 })]);
});

test('pages by code and currency, with the totals of all pages on each', async () => {
  const [euros, dollars] = [
    await openAccount(caller),
    await openAccount(caller, { currency: 'USD' }),
  ];
  await postEntry(caller, credit(euros, '3.00'));
  await postEntry(caller, credit(dollars, '4.00', 'USD'));
  await postEntry(caller, debit(euros, '1.00'));

  const whole = (await read()).body;
  const first = (await read({ limit: '1' })).body;
  const second = (await read({ limit: '1', cursor: first.next_cursor })).body;

  expect([...first.items, ...second.items]).toEqual(whole.items);
  expect(second).not.toHaveProperty('next_cursor');
  expect([first.totals, second.totals]).toEqual([whole.totals, whole.totals]);
  expect((await read({ currency: 'USD' })).body.items).toEqual([whole.items[1]]);
  const foreign = await caller.call('getTieOut', { query: { cursor: 'x' } });
  expect(foreign.body).toMatchObject({ statusCode: 400, code: 'invalid_cursor' });
});

test('an auditor reads it, an operator without the permission does not', async () => {
  expect((await read({}, { permissions: ['audit.read'] })).status).toBe(200);
  expect((await read({}, { permissions: ['finance.write'] })).status).toBe(403);
  const impossible = await read({ as_of: '2026-02-30' });
  expect(impossible.body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
});
