// Requests that can no longer be posted, or never could, are decided with the reason and never stay
// pending.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { approveAdjustment, adjustEntry, postEntry } from '../../support/fixtures/adjustments.ts';
import { publishProduct } from '../../support/fixtures/products.ts';
import { expectSoundLedger } from '../../support/invariants/invariants.ts';
import { asTenant, credit, debit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { OperationCaller, TestLedger } from '../../support/stack/ledger.ts';
import { buildRandom } from '../../support/fixtures/random.ts';
import { readAllItems } from '../../support/stack/tables.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(async () => {
  await expectSoundLedger(ledger.tables.ledger);
  await ledger.stop();
});

async function expectFailed(
  requestId: string,
  reason: string,
  caller: OperationCaller = ledger,
): Promise<void> {
  const others = async () =>
    (await readAllItems(ledger.tables.ledger)).filter(({ SK }) => SK !== requestId);
  const before = await others();

  const approved = await approveAdjustment(caller, requestId);

  expect(approved.status).toBe(201);
  expect(approved.body).toMatchObject({
    status: 'FAILED',
    failure_reason: expect.stringContaining(reason),
  });
  expect(await others()).toEqual(before);
  const again = await approveAdjustment(caller, requestId);
  expect(again.body).toMatchObject({ statusCode: 409, code: 'already_decided' });
}

test('fails a balance of more digits than the store holds', async () => {
  const account = await openAccount(ledger, { funds: '1.00' });
  const target = await postEntry(ledger, debit(account, '1.00'));
  await postEntry(ledger, credit(account, `${'9'.repeat(36)}.99`));

  await expectFailed(await adjustEntry(ledger, target), 'more than 38 digits');
});

const next = buildRandom(601);
// Text that hardly compresses: each character is drawn from a million.
const noise = (length: number) =>
  String.fromCodePoint(...Array.from({ length }, () => 0x1_0000 + Math.floor(next() * 0xf_ffff)));
const journalOf = (lines: number) => ({
  ledger_lines: Array.from({ length: lines }, (_, number) => ({
    account_code: noise(64),
    [number % 2 ? 'debit_amount' : 'credit_amount']: '1.00',
  })),
});

test('fails an adjustment too large for one receipt, though target and correction fit their request', async () => {
  const target = await postEntry(ledger, journalOf(200));
  const requestId = await adjustEntry(ledger, target, journalOf(1000));

  await expectFailed(requestId, 'too large for one record');
});

// Which codes are those of control accounts is not part of the request, and each has a difference in the entry.
test('fails a correction whose entry is too large for one record with its differences', async () => {
  const caller = asTenant(ledger, 'controlled');
  const roles = ['customer_deposits', 'loans_receivable', 'interest_receivable', 'fees_receivable'];
  const codes = Array.from({ length: 400 }, (_, number) => `${number + 100}${'😀'.repeat(61)}`);
  for (let at = 0; at < codes.length; at += roles.length) {
    const accounts = roles.map((role, index) => [role, codes[at + index]]);
    await publishProduct(caller, `product-${at}`, {
      ledger_accounts: Object.fromEntries(accounts),
    });
  }
  const account = await openAccount(caller);
  const target = await postEntry(caller, credit(account, '1.00'));
  const requestId = await adjustEntry(caller, target, {
    ledger_lines: Array.from({ length: 1_000 }, (_, index) => ({
      account_code: codes[index % codes.length],
      [index % 2 === 0 ? 'debit_amount' : 'credit_amount']: '0.01',
    })),
    account_postings: Array.from({ length: 85 }, () => ({
      ...credit(account, '0.02').account_postings[0],
      reference: '😀'.repeat(160),
    })),
  });

  await expectFailed(requestId, 'too large for one record', caller);
});
