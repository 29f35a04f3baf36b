import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { approveChange, putControls } from '../../support/controls/controls.ts';
import { verifyTables } from '../../support/invariants/verification.ts';
import { credit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
let accountId: string;
beforeAll(async () => {
  ledger = await startLedger();
  await putControls(ledger, [{ operation: 'postJournalEntry' }]);
  accountId = await openAccount(ledger);
});
afterAll(async () => {
  try {
    expect((await verifyTables(ledger.tables)).differences).toEqual([]);
  } finally {
    await ledger.stop();
  }
});

const submit = async () =>
  (await ledger.call('postJournalEntry', { body: credit(accountId, '5.00') })).body.id as string;
const reject = (requestId: string, subject: string) =>
  ledger.call('rejectChangeRequest', { subject, path: { requestId }, body: { reason: 'No' } });

test.each(['grace', 'ada'])('rejects as %s, and nothing is posted', async (subject) => {
  const id = await submit();

  const rejected = await reject(id, subject);

  expect(rejected).toMatchObject({
    status: 201,
    body: { status: 'REJECTED', decided_by: subject, decision_reason: 'No' },
  });
  const late = await approveChange(ledger, id);
  expect(late).toMatchObject({ status: 409, body: { code: 'already_decided' } });
  const balance = await ledger.call('getAccountBalance', { path: { accountId } });
  expect(balance.body.balance).toBe('0.00');
});

test('refuses what is decided, and what does not exist', async () => {
  const id = await submit();
  await reject(id, 'grace');

  expect((await reject(id, 'linus')).body).toMatchObject({ code: 'already_decided' });
  expect((await reject('chg_1', 'grace')).body).toMatchObject({ code: 'change_request_not_found' });
});
