// Products whose control accounts change: what a reversal moves by then, and which changes ENFORCED refuses.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readShard } from '../../../functions/ledger/store/ids.ts';
import type { Item } from '../../../functions/ledger/store/item.ts';
import { readStatus, writeStatus } from '../../../functions/ledger/projections/status.ts';
import { CACHE_MS } from '../../../functions/ledger/timed-cache.ts';
import { applySettings, setControlAccountMode } from '../../support/accounting-periods/closings.ts';
import { adjustEntry, approveAdjustment, postEntry } from '../../support/fixtures/adjustments.ts';
import {
  buildDifference as difference,
  buildLooseBody as loose,
} from '../../support/general-ledger/loose-entries.ts';
import { agreeLoan, buildLoanRequest } from '../../support/fixtures/loans.ts';
import { publishProduct } from '../../support/fixtures/products.ts';
import { stopSoundLedger } from '../../support/invariants/sound-ledger.ts';
import { forgetLists } from '../../support/projections/forgotten-lists.ts';
import {
  consumeRecords,
  projectReceipts,
  readReceipts,
  toStreamRecords,
} from '../../support/projections/projections.ts';
import { openTestStore } from '../../support/projections/tables.ts';
import type { StoreFault } from '../../support/stack/fault-proxy.ts';
import { advanceTime } from '../../support/stack/advance-time.ts';
import { asTenant, credit, openAccount, startWatchedLedger } from '../../support/stack/ledger.ts';
import type { OperationCaller, WatchedLedger } from '../../support/stack/ledger.ts';

let ledger: WatchedLedger;
let tenant: string;
let caller: OperationCaller;
beforeAll(async () => {
  advanceTime(0);
  ledger = await startWatchedLedger();
});
beforeEach(() => {
  tenant = `t-${randomUUID()}`;
  caller = asTenant(ledger, tenant);
});
afterAll(() => stopSoundLedger(ledger));

test('a reversal belongs to the control account that its product has by then, and the tie-out shows it', async () => {
  const move = async (code: string) => {
    await publishProduct(caller, 'moved', { ledger_accounts: { customer_deposits: code } });
    advanceTime(CACHE_MS);
  };
  await move('2200');
  const account = await openAccount(caller, { product: 'moved' });
  const [matching, other] = [
    await postEntry(caller, loose(account, ['1000', '2200'], '700.00')),
    await postEntry(caller, loose(account, ['1000', '2200'], '700.00')),
  ];
  await move('2400');
  await setControlAccountMode(caller, 'ENFORCED');

  const reversed = await approveAdjustment(caller, await adjustEntry(caller, matching));
  const right = loose(account, ['1000', '2400'], '700.00');
  const corrected = await approveAdjustment(caller, await adjustEntry(caller, other, right));

  for (const { body } of [reversed, corrected]) {
    expect(body.status).toBe('APPLIED');
    const path = { journalEntryId: body.reversal_journal_entry_id };
    const reversal = await caller.call('getJournalEntry', { path });
    expect(reversal.body.control_differences).toEqual([
      difference('2200', '0.00', '-700.00'),
      difference('2400', '-700.00', '0.00'),
    ]);
  }
  await projectReceipts(ledger, tenant);
  const tieOut = await caller.call('getTieOut');
  const sides = tieOut.body.items.map((one: Record<string, string>) => [
    one['code'],
    one['general_ledger_balance'],
    one['sub_ledger_balance'],
    one['difference'],
  ]);
  expect(sides).toContainEqual(['2200', '0.00', '-1400.00', '1400.00']);
  expect(sides).toContainEqual(['2400', '-700.00', '700.00', '-1400.00']);
});

test('under ENFORCED a product keeps its control accounts, and the rest may change', async () => {
  const publish = (ledger_accounts: object) =>
    caller.call('upsertProduct', {
      body: { id: 'fixed', type: 'TEST', config: { ledger_accounts, overdraft_limit: '1.00' } },
    });
  await publishProduct(caller, 'fixed', { ledger_accounts: { customer_deposits: '2200' } });
  await publishProduct(caller, 'savings-account', { ledger_accounts: {} });
  await setControlAccountMode(caller, 'ENFORCED');

  const moved = await publish({ customer_deposits: '2300' });
  const dropped = await publish({});
  const generated = await caller.call('generateProductConfiguration', {
    body: { jurisdiction: 'EU' },
  });

  for (const refused of [moved, dropped, generated]) expect(refused.body).toMatchObject(FIXED);
  expect(moved.body.message).toContain('2200 of product fixed cannot become 2300');
  expect((await publish({ customer_deposits: '2200', fee_income: '4000' })).status).toBe(201);
  await setControlAccountMode(caller, 'REPORTED');
  expect((await publish({ customer_deposits: '2300' })).status).toBe(201);
});

const FIXED = { statusCode: 409, code: 'control_account_fixed' };
const DAY_MS = 86_400_000;

/** Publishes a product whose accounts, or whose loans, have another control account. */
const publishOther = (id: string, role = 'customer_deposits') =>
  caller.call('upsertProduct', {
    body: { id, type: 'TEST', config: { ledger_accounts: { [role]: '2200' } } },
  });

test('ENFORCED holds at once, whatever a function read a moment ago', async () => {
  await publishProduct(caller, 'fixed', { ledger_accounts: { customer_deposits: '2300' } });
  await applySettings(caller, { control_accounts: 'ENFORCED' });

  expect((await publishOther('fixed')).body).toMatchObject(FIXED);
});

test.each([
  ['the first change of the settings', async () => undefined],
  ['a later one', () => applySettings(caller, { base_currency: 'EUR' })],
])('ENFORCED holds for a publication that it overtakes, by %s', async (_, prepare) => {
  await publishProduct(caller, 'fixed', { ledger_accounts: { customer_deposits: '2300' } });
  await prepare();
  let isDone = false;
  ledger.proxy.fail(async (operation): Promise<StoreFault> => {
    if (operation === 'TransactWriteItems' && !isDone) {
      isDone = true;
      await applySettings(caller, { control_accounts: 'ENFORCED' });
    }
    return 'none';
  });

  const overtaken = await publishOther('fixed');

  ledger.proxy.heal();
  expect(isDone).toBe(true);
  expect(overtaken.body).toMatchObject(FIXED);
  const { body } = await caller.call('getProduct', { path: { productId: 'fixed' } });
  expect(body.version).toBe(1);
});

const AGES = [
  ['that the read model does not have yet', 0, false],
  ['of today', 0, true],
  ['of last week', 7 * DAY_MS, true],
] as const;

test.each(AGES)(
  'under ENFORCED the accounts and loans %s fix the default codes',
  async (_, age, isProjected) => {
    advanceTime(-age);
    const account = await openAccount(caller, { product: 'used', funds: '1.00' });
    await caller.call('createLoan', { body: { ...buildLoanRequest(account), product_id: 'lent' } });
    advanceTime(age);
    if (isProjected) await projectReceipts(ledger, tenant);
    await setControlAccountMode(caller, 'ENFORCED');

    for (const [id, role] of [
      ['used', 'customer_deposits'],
      ['lent', 'loans_receivable'],
      ['lent', 'fees_receivable'],
    ] as const) {
      const { body } = await publishOther(id, role);
      expect(body).toMatchObject(FIXED);
      expect(body.message).toContain(`of product ${id} cannot become 2200: it has`);
    }
    expect((await publishOther('used', 'fee_income')).status).toBe(201);
    expect((await publishOther('lent')).status).toBe(201);
    expect((await publishOther('free')).status).toBe(201);
    const posted = await caller.call('postJournalEntry', { body: credit(account, '1.00') });
    expect(posted.status).toBe(201);
  },
);

test('an account counts whose event waits in the stream behind newer ones', async () => {
  const account = await openAccount(caller, { product: 'used' });
  let newer = '';
  while (readShard(newer) !== readShard(account)) newer = await openAccount(caller);
  const receipts = await readReceipts(ledger, tenant);
  const isOfAccount = (item: Item) =>
    (item['events'] as { aggregate: string }[]).some(({ aggregate }) => aggregate === account);
  await consumeRecords(toStreamRecords(receipts.filter((item) => !isOfAccount(item))));
  await setControlAccountMode(caller, 'ENFORCED');

  expect((await publishOther('used')).body).toMatchObject(FIXED);
});

test('the accounts of another product do not fix the codes of one, nor do they under REPORTED', async () => {
  await openAccount(caller, { product: 'used', funds: '1.00' });
  await agreeLoan(caller);

  expect((await publishOther('used')).status).toBe(201);
  await setControlAccountMode(caller, 'ENFORCED');
  const generated = await caller.call('generateProductConfiguration', {
    body: { jurisdiction: 'EU' },
  });
  expect(generated.status).toBe(201);
});

test('where the read model is not built, no first publication moves a control account', async () => {
  await openAccount(caller, { product: 'used' });
  await projectReceipts(ledger, tenant);
  await forgetLists(ledger, tenant);
  await setControlAccountMode(caller, 'ENFORCED');

  const refused = await publishOther('used');

  expect(refused.body).toMatchObject({ statusCode: 409, code: 'projection_not_built' });
  expect((await publishOther('used', 'fee_income')).status).toBe(201);
});

test('nor where an event could not be applied, which may be that of an account', async () => {
  await openAccount(caller);
  await projectReceipts(ledger, tenant);
  const store = openTestStore(ledger);
  const failure = {
    projections: ['account_lists'],
    occurredAt: '',
    reason: 'not readable',
  } as const;
  await writeStatus(store, tenant, {
    ...(await readStatus(store, tenant)),
    failing: { evt_1: failure },
  });
  await setControlAccountMode(caller, 'ENFORCED');

  const refused = await publishOther('free');

  expect(refused.body).toMatchObject({ statusCode: 409, code: 'projection_not_built' });
});

test('a publication takes as many requests in every mode, unless it looks for accounts', async () => {
  const count = async (id: string, role?: string) => {
    advanceTime(CACHE_MS);
    ledger.proxy.requests.length = 0;
    expect((await publishOther(id, role)).status).toBe(201);
    return ledger.proxy.requests.map(({ operation }) => operation);
  };
  // The second is for the controls of the tenant, which were cached for too long.
  const usual = ['BatchGetItem', 'BatchGetItem', 'TransactWriteItems'];

  expect(await count('one')).toEqual(usual);
  expect(await count('one', 'fee_income')).toEqual(usual);
  await setControlAccountMode(caller, 'ENFORCED');
  expect(await count('one', 'fee_income')).toEqual(usual);
  expect(await count('two', 'fee_income')).toEqual(usual);
  const [first, ...others] = await count('three');
  expect(first).toBe('BatchGetItem');
  expect(others.slice(0, -1)).toEqual(expect.arrayContaining(['GetItem', 'Query']));
  expect(others.at(-1)).toBe('TransactWriteItems');
});
