// A preview decides as the posting would, and writes nothing.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { putControls } from '../../support/controls/controls.ts';
import { expectOnlyReads, readTables } from '../../support/controls/previews.ts';
import { applyTransitions } from '../../support/fixtures/lifecycle.ts';
import { createRule, publishProduct } from '../../support/fixtures/products.ts';
import {
  asTenant,
  credit,
  debit,
  openAccount,
  startWatchedLedger,
  transfer,
} from '../../support/stack/ledger.ts';
import type { CallOptions, OperationCaller, WatchedLedger } from '../../support/stack/ledger.ts';

let ledger: WatchedLedger;
let bank: OperationCaller;
let account: string;
let charged: string;
let frozen: string;
beforeAll(async () => {
  ledger = await startWatchedLedger();
  bank = asTenant(ledger, 'bank');
  await putControls(bank, [
    { operation: 'postJournalEntry', when: 'amount > 500.00 && actor.kind == "OPERATOR"' },
  ]);
  await publishProduct(bank, 'charged');
  const fee = { type: 'CHARGE_FEE', amount: '0.25', income_account_code: 'FEES' };
  await createRule(bank, 'charged', { condition: 'amount < 100.00', action: fee });
  const deny = { type: 'DENY', message: 'Too much' };
  await createRule(bank, 'charged', { condition: 'amount > 200.00', action: deny });
  account = await openAccount(bank, { funds: '40.00' });
  charged = await openAccount(bank, { product: 'charged', funds: '150.00' });
  frozen = await openAccount(bank);
  await applyTransitions(bank, frozen, 'FREEZE');
});
beforeEach(() => {
  ledger.proxy.requests.length = 0;
});
afterAll(() => ledger.stop());

const preview = async (body: object, options: CallOptions = {}) =>
  bank.call('previewJournalEntry', { body, ...options });
const post = (body: object) => bank.call('postJournalEntry', { body });

test('shows the entry with its fees and the balances, as they then are posted', async () => {
  const body = { ...credit(charged, '10.00'), description: 'Rent' };

  const shown = await preview(body);

  expectOnlyReads(ledger);
  expect(shown.body).toMatchObject({
    outcome: 'APPLIED',
    balances: [{ account_id: charged, currency: 'EUR', before: '150.00', after: '159.75' }],
    changes: [],
    controls: [],
  });
  expect(shown.body).not.toHaveProperty('refusal');
  const [entry] = shown.body.journal_entries;
  expect(entry.ledger_lines).toContainEqual({ account_code: 'FEES', credit_amount: '0.25' });
  const posted = await post(body);
  expect(posted.status).toBe(201);
  expect(posted.body).toMatchObject(entry);
});

test('lists the accounts by their ids, in whatever order the entry has them', async () => {
  const there = await preview(transfer(account, charged, '1.00'));
  const back = await preview(transfer(charged, account, '1.00'));

  for (const { body } of [there, back]) {
    const ids = body.balances.map(({ account_id }: { account_id: string }) => account_id);
    expect(ids).toEqual([account, charged].toSorted());
  }
});

test('writes nothing, however often it is asked', async () => {
  const before = await readTables(ledger);

  for (const amount of ['1.00', '1000.00', '99999.00']) await preview(debit(account, amount));
  for (const amount of ['1.00', '1000.00']) await preview(credit(account, amount));

  expect(await readTables(ledger)).toEqual(before);
});

test.each<[string, () => object, string]>([
  ['too little money', () => debit(account, '40.01'), 'insufficient_funds'],
  ['a frozen account', () => credit(frozen, '1.00'), 'account_not_active'],
  ['a rule', () => credit(charged, '300.00'), 'policy_denied'],
  ['another currency', () => credit(account, '1.00', 'USD'), 'currency_mismatch'],
  [
    'lines out of balance',
    () => ({ ...credit(account, '1.00'), ledger_lines: buildLines() }),
    'unbalanced',
  ],
])('shows the refusal because of %s, in the words of the posting', async (_, build, code) => {
  const shown = await preview(build());
  const refused = await post(build());

  expect(shown).toMatchObject({ status: 200, body: { outcome: 'REFUSED', journal_entries: [] } });
  expect(refused.body.code).toBe(code);
  const message = [refused.body.message].flat().join(' ');
  const faults = Array.isArray(refused.body.message) ? { faults: refused.body.message } : {};
  expect(shown.body.refusal).toEqual({ code, message, ...faults });
});

function buildLines() {
  return [
    { account_code: '1000', debit_amount: '1.00' },
    { account_code: '2000', credit_amount: '2.00' },
  ];
}

test('names the control that would catch it, and what its approval would do', async () => {
  const body = credit(account, '600.00');

  const shown = await preview(body);

  const caught = await post(body);
  expect(caught.status).toBe(202);
  expect(shown.body).toMatchObject({
    outcome: 'PENDING_APPROVAL',
    controls: [caught.body.control],
    balances: [{ account_id: account, before: '40.00', after: '640.00' }],
    journal_entries: [{ entry_type: 'POSTING' }],
  });
});

test('judges a service as a service', async () => {
  const authorizer = {
    tenant_id: 'bank',
    sub: 'night-batch',
    client_id: 'night-batch',
    kind: 'SERVICE',
    scope: 'finance.write',
    expires_at: String(Math.floor(Date.now() / 1000) + 300),
  };

  const shown = await preview(credit(account, '600.00'), { authorizer });

  expect(shown.body).toMatchObject({ outcome: 'APPLIED', controls: [] });
});

test('needs finance.write, and finds no account of another tenant', async () => {
  const body = credit(account, '1.00');

  const reader = await preview(body, { permissions: ['finance.read', 'audit.read'] });
  const foreign = await preview(body, { tenant: 'other' });
  const malformed = await preview({ ...body, ledger_lines: [] });

  expect(reader.body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
  expect(foreign.body).toMatchObject({ statusCode: 404, code: 'account_not_found' });
  expect(malformed.body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
});
