// Every kind of damage to workflow executions is reported at the damaged record and nowhere else.
import { beforeEach, expect, test } from '@jest/globals';
import {
  books,
  readLedger,
  expectDifferences,
  useCorruptibleLedger,
  requireRecord,
  putItem,
  findReceipt,
  removeItem,
} from '../support/invariants/corrupted-records.ts';
import { executeWorkflow, buildWorkflow } from '../support/fixtures/workflows.ts';

useCorruptibleLedger();

let executionId: string;
const execution = () => requireRecord('EXE', ({ SK }) => SK === executionId);
const text = expect.any(String);
beforeEach(async () => {
  const { tenant, ada } = books;
  const fee = { account_id: '${context.account}', amount: '1.00' };
  const body = buildWorkflow({ action: 'CHARGE_FEE', parameters: fee });
  const created = await readLedger().call('createWorkflow', { tenant, body });
  const executed = await executeWorkflow(
    readLedger(),
    created.body.id,
    { account: ada },
    { tenant },
  );
  executionId = executed.body.id;
});

test('a sound ledger has no differences', () => expectDifferences());

test.each([
  ['context', '{"account":"acc_x"}', '"acc_x"'],
  ['steps', '[]', '[]'],
  ['executed_by', 'eve', 'eve'],
])('a changed %s of an execution', async (field, value, shown) => {
  await putItem({ ...(await execution()), [field]: value });

  await expectDifferences([
    'receipts',
    'workflow_execution',
    executionId,
    field,
    expect.stringContaining(shown),
    text,
  ]);
});

test('a deleted execution', async () => {
  const key = (await findReceipt(executionId)).PK.split('#')[3] ?? '';
  await removeItem(await execution());

  await expectDifferences(['receipts', 'receipt', key, 'events', executionId, text]);
});

test('an execution that no request made', async () => {
  const forged = executionId.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
  await putItem({ ...(await execution()), SK: forged });

  await expectDifferences(['receipts', 'workflow_execution', forged, 'receipt', 'nothing', text]);
});
