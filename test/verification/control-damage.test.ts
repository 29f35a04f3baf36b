// Control accounts that do not move as the accounts and loans that they control.
import { afterEach, expect, test } from '@jest/globals';
import type { Item } from '../../functions/ledger/store/item.ts';
import { buildEntryBody, DEPOSITS } from '../../tools/samples/request-bodies.ts';
import {
  books,
  findBalance,
  findJournalEntry,
  listRecords,
  putItem,
  readLedger,
  requireRecord,
  useCorruptibleLedger,
} from '../support/invariants/corrupted-records.ts';
import { verifyTables } from '../support/invariants/verification.ts';
import { applySettings } from '../support/accounting-periods/closings.ts';
import { approveAdjustment, sendAdjustment } from '../support/fixtures/adjustments.ts';
import { disbursement, agreeLoan, interest } from '../support/fixtures/loans.ts';
import { publishProduct } from '../support/fixtures/products.ts';
import { forgetLists } from '../support/projections/forgotten-lists.ts';
import { projectReceipts } from '../support/projections/projections.ts';
import { advanceTime, returnToPresent } from '../support/stack/advance-time.ts';
import { asTenant, credit, openAccount } from '../support/stack/ledger.ts';

useCorruptibleLedger();
afterEach(returnToPresent);

/** Enforces control accounts, as of a minute ago, so that every posting of the test counts. */
async function enforce(): Promise<void> {
  await applySettings(asTenant(readLedger(), books.tenant), { control_accounts: 'ENFORCED' });
  const settings = await requireRecord('GLS', () => true);
  await putItem({ ...settings, updated_at: new Date(Date.now() - 60_000).toISOString() });
}

async function verify() {
  const { tenant } = books;
  const { differences, remarks } = await verifyTables(readLedger().tables, { tenant });
  const found = differences.filter(({ check }) => check === 'control-accounts');
  return {
    remarks,
    flaws: found.map(({ kind, id, field, stored, derived }) => [kind, id, field, stored, derived]),
  };
}

const post = (body: unknown) =>
  readLedger().call('postJournalEntry', { tenant: books.tenant, body });

const buildLooseBody = () =>
  buildEntryBody(
    '7.00',
    ['1000', '2000'],
    [{ account_id: books.ada, direction: 'CREDIT', amount: '7.00', currency: 'EUR' }],
  );

const changeLines = (item: Item, code: string): Item => {
  const lines = item['lines'] as { code: string }[];
  return { ...item, lines: lines.map((one) => ({ ...one, code })) };
};

test('postings and loans that match are sound, enforced or not', async () => {
  const { tenant } = books;
  const ledger = readLedger();
  const { id: loanId } = await agreeLoan(ledger, { tenant });
  for (const body of [disbursement('10.00'), interest('1.00')]) {
    await ledger.call('postLoanTransaction', { tenant, path: { loanId }, body });
  }

  expect(await verify()).toEqual({ remarks: [], flaws: [] });
  await enforce();
  expect(await verify()).toEqual({ remarks: [], flaws: [] });
});

test('REPORTED remarks on a difference and stays sound', async () => {
  const loose = await post(buildLooseBody());

  const { remarks, flaws } = await verify();
  const verdict = await verifyTables(readLedger().tables, { tenant: books.tenant });

  expect(flaws).toEqual([]);
  expect(verdict.isSound).toBe(true);
  expect(remarks).toHaveLength(1);
  expect(remarks[0]).toContain(`${DEPOSITS} has a net credit of 100.00 EUR`);
  expect(remarks[0]).toContain('107.00 EUR (difference -7.00 EUR)');
  const request = await sendAdjustment(readLedger(), loose.body.id, undefined, {
    tenant: books.tenant,
  });
  await approveAdjustment(readLedger(), request.body.id, { tenant: books.tenant });
  expect((await verify()).remarks[0]).toContain('(difference 0.00 EUR)');
});

test('ENFORCED finds a recorded difference, and lines on another code', async () => {
  const loose = await post(buildLooseBody());
  await enforce();
  const { id } = loose.body;

  expect((await verify()).flaws).toEqual([
    ['journal_entry', id, `control_differences/${DEPOSITS}`, '0.00', '7.00, as enforced'],
  ]);

  const entries = await listRecords('JRN');
  const funding = entries.find(({ SK }) => SK !== id && !books.payments.some((one) => one === SK));
  await putItem(changeLines(funding as Item, '1000'));
  expect((await verify()).flaws).toContainEqual([
    'control_account',
    DEPOSITS,
    'movement',
    '0.00 EUR',
    '100.00 EUR',
  ]);
});

test('a recorded difference that is not that of the lines', async () => {
  const { body } = await post(buildLooseBody());
  const item = await findJournalEntry(body.id);
  const difference = { code: DEPOSITS, expected: 700n, found: 300n };
  await putItem({ ...item, control_differences: [difference] });

  const { flaws } = await verify();
  expect(flaws).toHaveLength(2);
  expect(flaws).toContainEqual([
    'journal_entry',
    body.id,
    `control_differences/${DEPOSITS}`,
    '3.00',
    '0.00',
  ]);
  expect(flaws).toContainEqual(subLedgerFlaw('104.00 EUR', '107.00 EUR'));
});

const subLedgerFlaw = (stored: string, derived: string) => [
  'control_account',
  DEPOSITS,
  'sub_ledger',
  stored,
  derived,
];

test('REPORTED compares the sum of the balances with the sub-ledger of the tie-out', async () => {
  await post(buildLooseBody());
  const balance = await findBalance(books.bob);
  await putItem({ ...balance, balance: (balance['balance'] as bigint) + 1n });

  expect((await verify()).flaws).toEqual([subLedgerFlaw('107.00 EUR', '107.01 EUR')]);
});

test('a recorded difference that was removed, and a loan that owes another amount', async () => {
  const { body } = await post(buildLooseBody());
  const { control_differences: _, ...item } = await findJournalEntry(body.id);
  await putItem(item as Item);

  expect((await verify()).flaws).toEqual([subLedgerFlaw('100.00 EUR', '107.00 EUR')]);

  const { tenant } = books;
  const { id: loanId } = await agreeLoan(readLedger(), { tenant });
  const options = { tenant, path: { loanId }, body: disbursement('10.00') };
  await readLedger().call('postLoanTransaction', options);
  const loan = await requireRecord('LON', ({ SK }) => SK === loanId);
  const outstanding = loan['outstanding'] as Record<string, bigint>;
  await putItem({ ...loan, outstanding: { ...outstanding, principal: 900n } });
  expect((await verify()).flaws).toContainEqual([
    'control_account',
    'LOANS_RECEIVABLE',
    'sub_ledger',
    '-10.00 EUR',
    '-9.00 EUR',
  ]);
});

const names = (customer_deposits: string) =>
  publishProduct(
    readLedger(),
    'current',
    { ledger_accounts: { customer_deposits } },
    { tenant: books.tenant },
  );

test.each([
  ['after accounts were opened', ['SAVINGS']],
  ['and then another', ['SAVINGS', 'CURRENT']],
])(
  'a product that names its control account %s moves balances, which is no damage',
  async (_, codes) => {
    for (const code of codes) await names(code);

    const { remarks, flaws } = await verify();

    expect(flaws).toEqual([]);
    expect(remarks).toHaveLength(2);
    expect(remarks.join()).toContain(`${codes.at(-1)} has a net credit of 0.00 EUR`);
  },
);

test('a product that moves while control accounts become ENFORCED is remarked on', async () => {
  await names('SAVINGS');
  await enforce();

  const { remarks, flaws } = await verify();

  expect(flaws).toEqual([]);
  expect(remarks.join()).toContain('SAVINGS has a net credit of 0.00 EUR');
});

test('what ENFORCED compares includes codes that moved before, with the reversals of that time', async () => {
  const caller = asTenant(readLedger(), books.tenant);
  const { body: entry } = await post(credit(books.ada, '7.00'));
  for (const code of [DEPOSITS, 'SAVINGS']) await names(code);
  advanceTime(60_000);
  await applySettings(caller, { control_accounts: 'ENFORCED' });
  advanceTime(60_000);
  const request = await sendAdjustment(caller, entry.id);
  const { body } = await approveAdjustment(caller, request.body.id);

  expect((await verify()).flaws).toEqual([]);
  const item = await findJournalEntry(body.reversal_journal_entry_id);
  const { control_differences: _, ...damaged } = item;
  await putItem(damaged as Item);
  expect((await verify()).flaws).toEqual([
    ['control_account', DEPOSITS, 'movement', '-7.00 EUR', '0.00 EUR'],
    ['control_account', 'SAVINGS', 'movement', '0.00 EUR', '-7.00 EUR'],
  ]);
});

test('a product that has had one control account since before its accounts is compared', async () => {
  const { tenant } = books;
  await publishProduct(
    readLedger(),
    'savings',
    { ledger_accounts: { customer_deposits: 'SAVINGS' } },
    { tenant },
  );
  for (const kind of ['PRO', 'PRD'] as const) {
    for (const item of await listRecords(kind)) {
      await putItem({ ...item, created_at: new Date(Date.now() - 60_000).toISOString() });
    }
  }
  const account = await openAccount(readLedger(), { tenant, product: 'savings' });
  const { account_postings } = credit(account, '3.00');
  await post({ ...buildEntryBody('3.00', ['1000', 'SAVINGS'], []), account_postings });
  expect((await verify()).flaws).toEqual([]);
  const balance = await findBalance(account);
  await putItem({ ...balance, balance: 400n });

  expect((await verify()).flaws).toEqual([
    ['control_account', 'SAVINGS', 'sub_ledger', '3.00 EUR', '4.00 EUR'],
  ]);
});

test('a tenant from before the general ledger may have entries that were not compared', async () => {
  const { tenant } = books;
  await projectReceipts(readLedger(), tenant);
  await forgetLists(readLedger(), tenant);
  const { control_differences: _, ...item } = await findJournalEntry(
    (await post(buildLooseBody())).body.id,
  );
  await putItem(item as Item);

  const { remarks, flaws } = await verify();

  expect(flaws).toEqual([]);
  expect(remarks).toHaveLength(1);
});

test('ENFORCED accepts the reversal of an entry that was not compared', async () => {
  const { tenant } = books;
  const caller = asTenant(readLedger(), tenant);
  const { body: entry } = await post(buildLooseBody());
  await projectReceipts(readLedger(), tenant);
  await forgetLists(readLedger(), tenant);
  const { control_differences: _, ...item } = await findJournalEntry(entry.id);
  await putItem(item as Item);
  advanceTime(60_000);
  await applySettings(caller, { control_accounts: 'ENFORCED' });
  advanceTime(60_000);

  const request = await sendAdjustment(caller, entry.id);
  const { body } = await approveAdjustment(caller, request.body.id);

  expect(body.status).toBe('APPLIED');
  expect((await verify()).flaws).toEqual([]);
});
