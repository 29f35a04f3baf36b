import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { approveChange, putControls } from '../../support/controls/controls.ts';
import { verifyTables } from '../../support/invariants/verification.ts';
import { credit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { CallOptions, TestLedger } from '../../support/stack/ledger.ts';

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
const withdraw = (requestId: string, options: CallOptions = {}) =>
  ledger.call('withdrawChangeRequest', { path: { requestId }, body: {}, ...options });

test('its maker alone withdraws a request, and nothing is posted', async () => {
  const id = await submit();

  const other = await withdraw(id, { subject: 'grace' });
  const own = await withdraw(id, { permissions: ['finance.write'] });

  expect(other.body).toMatchObject({ statusCode: 403, code: 'not_the_maker' });
  expect(own).toMatchObject({
    status: 201,
    body: { status: 'REJECTED', decided_by: 'ada', decision_reason: 'Withdrawn by its maker.' },
  });
  expect((await approveChange(ledger, id)).body).toMatchObject({ code: 'already_decided' });
  const { body } = await ledger.call('getAccountBalance', { path: { accountId } });
  expect(body.balance).toBe('0.00');
});

test.each(['configuration.write', 'compliance.operate'])(
  'a maker who holds only %s withdraws too',
  async (permission) => {
    const { body } = await ledger.call('replaceControls', { body: { controls: [] } });

    const own = await withdraw(body.id, { permissions: [permission] });

    expect(own.body).toMatchObject({ status: 'REJECTED', decided_by: 'ada' });
  },
);
