// Damage to change requests and to the receipts of the operations that their approvals have carried out.
import { beforeEach, expect, test } from '@jest/globals';
import { approveChange, putControls } from '../support/controls/controls.ts';
import {
  books,
  expectDifferences,
  listRecords,
  putItem,
  readLedger,
  removeItem,
  requireRecord,
  useCorruptibleLedger,
} from '../support/invariants/corrupted-records.ts';
import { buildAccountBody } from '../../tools/samples/request-bodies.ts';
import { advanceTime, returnToPresent } from '../support/stack/advance-time.ts';
import { asTenant } from '../support/stack/ledger.ts';

useCorruptibleLedger();

const text = expect.any(String);

/** The applied request for a new account. */
let applied: string;
beforeEach(async () => {
  const caller = asTenant(readLedger(), books.tenant);
  await putControls(caller, [{ operation: 'createAccount' }]);
  advanceTime(-10_000);
  const { body } = await caller.call('createAccount', { body: buildAccountBody() });
  returnToPresent();
  applied = body.id;
  await approveChange(caller, applied);
});

const findChange = () => requireRecord('CHG', ({ SK }) => SK === applied);
const findOperationReceipt = () => requireRecord('RCP', ({ PK }) => PK.endsWith(`!${applied}`));

test('sound change requests have no differences', () => expectDifferences());

test('a change request that its maker seems to have approved', async () => {
  const item = await findChange();
  await putItem({ ...item, decided_by: item['requested_by'] });

  await expectDifferences([
    'requests',
    'change_request',
    applied,
    'decided_by',
    'ada',
    'another operator than its maker',
  ]);
});

test('an applied request whose operation has no receipt', async () => {
  await removeItem(await findOperationReceipt());

  const derived = 'a receipt of its operation';
  await expectDifferences([
    'change-requests',
    'change_request',
    applied,
    'receipt',
    'nothing',
    derived,
  ]);
});

test('an operation that was carried out for a request that seems to be rejected', async () => {
  const item = await findChange();
  await putItem({ ...item, status: 'REJECTED' });

  const derived = 'a change request that is APPLIED';
  const row = ['receipt', `!${applied}`, 'request', applied, derived];
  await expectDifferences(['change-requests', ...row]);
});

test('another result than the operation has answered', async () => {
  const item = await findChange();
  await putItem({ ...item, result: JSON.stringify({ id: 'acc_1' }) });

  const row = ['change_request', applied, 'result', text, text];
  await expectDifferences(['change-requests', ...row]);
});

test('controls that no receipt states', async () => {
  const [item] = await listRecords('CTL');
  await putItem({ ...item, controls: '[]' } as NonNullable<typeof item>);

  await expectDifferences(['changes', 'controls', 'C', 'controls', '[]', text]);
});
