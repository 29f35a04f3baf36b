// Damage to requests, to what they decided and to configuration, as someone would do it who wants a
// decision to look otherwise: everything in the record agrees, and only its receipts do not.
import { beforeEach, expect, test } from '@jest/globals';
import {
  books,
  expectDifferences,
  findBalance,
  findReceipt,
  findTerms,
  listRecords,
  putItem,
  readLedger,
  removeItem,
  requireRecord,
  useCorruptibleLedger,
} from '../support/invariants/corrupted-records.ts';
import {
  approveLedgerRequest,
  requestPeriodChange,
} from '../support/accounting-periods/closings.ts';
import { putControls } from '../support/controls/controls.ts';
import { approveAdjustment, sendAdjustment } from '../support/fixtures/adjustments.ts';
import { approveTransition, submitTransition } from '../support/fixtures/lifecycle.ts';
import { createRule, publishProduct } from '../support/fixtures/products.ts';
import { asTenant } from '../support/stack/ledger.ts';
import type { Item } from '../../functions/ledger/store/item.ts';

useCorruptibleLedger();

const text = expect.any(String);
const PRODUCT = 'current';

/** Bob's account is frozen by `frozen`; `reversed` is the applied reversal of a payment. */
let frozen: string;
let reversed: string;
beforeEach(async () => {
  const { tenant, bob, payments } = books;
  const caller = asTenant(readLedger(), tenant);
  reversed = (await sendAdjustment(caller, payments[0])).body.id;
  await approveAdjustment(caller, reversed, { body: { reason: 'checked' } });
  frozen = await submitTransition(caller, bob);
  await approveTransition(caller, frozen);
  for (const limit of ['0.00', '100.00']) {
    await publishProduct(caller, PRODUCT, { overdraft_limit: limit });
  }
  await createRule(caller, PRODUCT, { id: 'one' });
});

const findFreeze = () => requireRecord('LCR', ({ SK }) => SK === frozen);
const findReversal = () => requireRecord('FAR', ({ SK }) => SK === reversed);
const findRule = () => requireRecord('PRO', ({ SK }) => SK.startsWith('R#'));

/** The request as it was before its decision, with the keys of the indexes. */
function withdrawDecision(item: Item): Item {
  const decision = ['decided_by', 'decided_at', 'decision_reason', 'applied_at'];
  const posted = ['reversal_journal_entry_id', 'replacement_journal_entry_id'];
  const others = Object.entries(item).filter(([name]) => ![...decision, ...posted].includes(name));
  const replaced = others.map(([name, value]) => {
    const isText = typeof value === 'string';
    return [name, isText ? value.replace('APPLIED', 'PENDING_APPROVAL') : value];
  });
  return Object.fromEntries(replaced) as Item;
}

test('sound requests and configuration have no differences', () => expectDifferences());

test.each([
  ['LCR', findFreeze],
  ['FAR', findReversal],
] as const)('a %s that its maker seems to have approved', async (_, find) => {
  const item = await find();
  const noun = item.SK.startsWith('far') ? 'adjustment_request' : 'lifecycle_request';
  await putItem({ ...item, decided_by: item['requested_by'] });

  await expectDifferences(
    ['receipts', noun, item.SK, 'decided_by', 'ada', 'grace'],
    ['requests', noun, item.SK, 'decided_by', 'ada', 'another operator than its maker'],
  );
});

test('an applied freeze that seems to be pending', async () => {
  await putItem(withdrawDecision(await findFreeze()));

  await expectDifferences(['receipts', 'receipt', text, 'events', frozen, text]);
});

test('an applied reversal that seems to be pending', async () => {
  await putItem(withdrawDecision(await findReversal()));

  await expectDifferences(
    ['receipts', 'receipt', text, 'events', reversed, text],
    ['reversal-marks', 'journal_entry', text, 'reversal_id', text, text],
  );
});

test('a changed reason of a decision', async () => {
  await putItem({ ...(await findReversal()), decision_reason: 'urgent' });

  const row = ['adjustment_request', reversed, 'decision_reason', 'urgent', 'checked'];
  await expectDifferences(['receipts', ...row]);
});

test('a deleted request', async () => {
  await removeItem(await findFreeze());

  const row = ['receipts', 'receipt', text, 'events', frozen, text];
  await expectDifferences(row, row);
});

test('a deleted receipt of an approval', async () => {
  const receipts = await listRecords('RCP');
  const approval = receipts.find((item) => item['operation'] === 'approveAccountLifecycleRequest');
  await removeItem(approval ?? { PK: '', SK: '' });

  await expectDifferences(
    ['changes', 'account', books.bob, 'status changes', '1', text],
    ['receipts', 'lifecycle_request', frozen, 'receipt', 'nothing', text],
  );
});

test('a frozen account that seems never to have been', async () => {
  const { frozen_at: _, ...account } = await findBalance(books.bob);
  const version = (account['version'] as bigint) - 1n;
  const updated_at = account['posted_at'];
  await putItem({ ...account, status: 'ACTIVE', version, updated_at } as Item);

  await expectDifferences(['changes', 'account', books.bob, 'status changes', '0', text]);
});

test.each([
  ['ACTIVE', undefined],
  ['CLOSED', 'closed_at'],
])('a frozen account that seems to have become %s', async (status, time) => {
  const { frozen_at: at, ...account } = await findBalance(books.bob);
  const version = (account['version'] as bigint) + 1n;
  const times = time === undefined ? {} : { [time]: at };
  await putItem({ ...account, ...times, status, version } as Item);

  await expectDifferences(['changes', 'account', books.bob, 'status changes', '2', text]);
});

test.each([
  ['name', 'Eve'],
  ['customer_id', 'cus-2'],
])('a changed %s of an account', async (field, value) => {
  const terms = await findTerms(books.ada);
  await putItem({ ...terms, [field]: value });

  await expectDifferences(['receipts', 'account', books.ada, field, value, terms[field]]);
});

test('an overdraft limit raised in every newest record of a product', async () => {
  const config = '{"overdraft_limit":"999.00"}';
  const products = [...(await listRecords('PRO')), ...(await listRecords('PRD'))];
  for (const item of products.filter(({ SK }) => SK === 'P' || SK === PRODUCT)) {
    await putItem({ ...item, config });
  }

  await expectDifferences(
    ['changes', 'product', PRODUCT, 'config', config, '{"overdraft_limit":"100.00"}'],
    ['changes', 'listed_product', PRODUCT, 'config', config, '{"overdraft_limit":"100.00"}'],
  );
});

test('a changed earlier version of a product', async () => {
  const item = await requireRecord('PRO', ({ SK }) => SK.endsWith('1') && SK.startsWith('V#'));
  const config = '{"overdraft_limit":"999.00"}';
  await putItem({ ...item, config });

  await expectDifferences(['receipts', 'product', text, 'config', config, text]);
});

test('a disabled rule, and a deleted one', async () => {
  const rule = await findRule();
  await putItem({ ...rule, enabled: false });
  await expectDifferences(['changes', 'product', 'one', 'enabled', 'false', 'true']);

  await removeItem(rule);
  await expectDifferences(['changes', 'product', rule.SK, 'version', '0', text]);
});

test.each([
  ['fingerprint', '3L1xzt/+L3cTifOWU9It8PkhjMez5TP4avx+kKNDrUg='],
  ['actor', 'eve'],
  ['at', '2026-01-01T00:00:00.000Z'],
  ['operation', 'createLoan'],
])('a changed %s of the receipt of an account', async (field, value) => {
  const receipt = await findReceipt(books.ada);
  await putItem({ ...receipt, [field]: value });

  const id = receipt.PK.split('#')[3];
  const row = ['receipt-content', 'receipt', id];
  await expectDifferences(
    [...row, 'digest', text, text],
    ...(field === 'at' ? [[...row, 'at', value, receipt['at']]] : []),
  );
});

test('a deleted receipt of an account', async () => {
  await removeItem(await findReceipt(books.ada));

  const row = ['receipts', 'account', books.ada, 'receipt', 'nothing', text];
  await expectDifferences(row, row);
});

test('a closing of a period that its maker seems to have approved', async () => {
  const caller = asTenant(readLedger(), books.tenant);
  const { id } = await requestPeriodChange(caller, 'close');
  await approveLedgerRequest(caller, id);
  const item = await requireRecord('GLR', ({ SK }) => SK === id);
  await putItem({ ...item, decided_by: item['requested_by'] });

  const row = ['general_ledger_request', id, 'decided_by', 'ada'];
  await expectDifferences(
    ['receipts', ...row, 'grace'],
    ['requests', ...row, 'another operator than its maker'],
  );
});

test('a change under control that its maker seems to have approved', async () => {
  const caller = asTenant(readLedger(), books.tenant);
  await putControls(caller, [{ operation: 'createRule' }]);
  const item = await requireRecord('CHG', () => true);
  await putItem({ ...item, decided_by: item['requested_by'] });

  const row = ['change_request', item.SK, 'decided_by', 'ada'];
  await expectDifferences(
    ['receipts', ...row, 'grace'],
    ['requests', ...row, 'another operator than its maker'],
  );
});
