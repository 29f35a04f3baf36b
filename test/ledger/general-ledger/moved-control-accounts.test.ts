// Products whose control accounts change: what a reversal moves by then, and which changes ENFORCED refuses.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { CACHE_MS } from '../../../functions/ledger/timed-cache.ts';
import { applySettings } from '../../support/accounting-periods/closings.ts';
import { adjustEntry, approveAdjustment, postEntry } from '../../support/fixtures/adjustments.ts';
import {
  buildDifference as difference,
  buildLooseBody as loose,
} from '../../support/general-ledger/loose-entries.ts';
import { publishProduct } from '../../support/fixtures/products.ts';
import { stopSoundLedger } from '../../support/invariants/sound-ledger.ts';
import { projectReceipts } from '../../support/projections/projections.ts';
import { advanceTime } from '../../support/stack/advance-time.ts';
import { asTenant, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { OperationCaller, TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
let tenant: string;
let caller: OperationCaller;
beforeAll(async () => {
  advanceTime(0);
  ledger = await startLedger();
});
beforeEach(() => {
  tenant = `t-${randomUUID()}`;
  caller = asTenant(ledger, tenant);
});
afterAll(() => stopSoundLedger(ledger));

async function setMode(control_accounts: 'ENFORCED' | 'REPORTED'): Promise<void> {
  await applySettings(caller, { control_accounts });
  advanceTime(CACHE_MS);
}

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
  await setMode('ENFORCED');

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
  await setMode('ENFORCED');

  const moved = await publish({ customer_deposits: '2300' });
  const dropped = await publish({});
  const generated = await caller.call('generateProductConfiguration', {
    body: { jurisdiction: 'EU' },
  });

  for (const refused of [moved, dropped, generated]) {
    expect(refused.body).toMatchObject({ statusCode: 409, code: 'control_account_fixed' });
  }
  expect(moved.body.message).toContain('2200 of product fixed cannot become 2300');
  expect((await publish({ customer_deposits: '2200', fee_income: '4000' })).status).toBe(201);
  await setMode('REPORTED');
  expect((await publish({ customer_deposits: '2300' })).status).toBe(201);
});
