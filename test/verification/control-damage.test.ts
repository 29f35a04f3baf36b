// Control accounts that do not move as the accounts and loans that they control.
import { expect, test } from '@jest/globals';
import type { Item } from '../../functions/ledger/store/item.ts';
import { buildEntryBody, DEPOSITS } from '../../tools/samples/request-bodies.ts';
import {
  books,
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
import { asTenant } from '../support/stack/ledger.ts';

useCorruptibleLedger();

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

  expect((await verify()).flaws).toEqual([
    ['journal_entry', body.id, `control_differences/${DEPOSITS}`, '3.00', '0.00'],
  ]);
});
