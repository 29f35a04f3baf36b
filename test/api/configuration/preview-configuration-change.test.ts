// A preview of a change of the configuration decides as the operation would, and writes nothing.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { controllableOperations } from '../../../schemas/generated/controllable-operations.ts';
import { operations } from '../../../functions/operations/operations.ts';
import { applySettings } from '../../support/accounting-periods/closings.ts';
import { putControls } from '../../support/controls/controls.ts';
import { expectOnlyReads, readTables } from '../../support/controls/previews.ts';
import { createRule, publishProduct } from '../../support/fixtures/products.ts';
import { buildEntity } from '../../support/fixtures/schemas.ts';
import { buildWorkflow } from '../../support/fixtures/workflows.ts';
import { asTenant, startWatchedLedger } from '../../support/stack/ledger.ts';
import type { CallOptions, OperationCaller, WatchedLedger } from '../../support/stack/ledger.ts';
import { buildWebhookBody } from '../../../tools/samples/webhooks/webhooks.ts';
import { readJson } from '../../support/conventions/source-files.ts';

let ledger: WatchedLedger;
let bank: OperationCaller;
beforeAll(async () => {
  ledger = await startWatchedLedger();
  bank = asTenant(ledger, 'bank');
  await publishProduct(bank, 'giro', { note: 'old' });
  await createRule(bank, 'giro', { id: 'limit', condition: 'amount > 1.00' });
});
beforeEach(() => {
  ledger.proxy.requests.length = 0;
});
afterAll(() => ledger.stop());

const preview = (
  operation: string,
  request: { path?: Record<string, string>; body?: unknown },
  options: CallOptions = {},
) => bank.call('previewConfigurationChange', { body: { operation, request }, ...options });

const buildRule = (condition: string) => {
  return { rule_type: 'LIMIT', condition, action: { type: 'DENY', message: 'No' } };
};

test('knows every operation that changes the configuration by a request', () => {
  const { enum: names } = readJson('schemas/models/configuration-operation.json') as {
    enum: string[];
  };
  const configuring = [...Object.keys(controllableOperations), 'replaceControls'].filter(
    (name) => operations[name as keyof typeof operations].permission === 'configuration.write',
  );

  expect(names.toSorted()).toEqual(configuring.toSorted());
});

test('shows what the change would change, and writes nothing', async () => {
  const body = { id: 'giro', type: 'TEST', config: { note: 'new' } };
  const before = await readTables(ledger);

  const shown = await preview('upsertProduct', { body });

  expectOnlyReads(ledger);
  expect(await readTables(ledger)).toEqual(before);
  expect(shown.body).toMatchObject({
    outcome: 'APPLIED',
    changes: [{ record: 'giro', path: '/config/note', from: 'old', to: 'new' }],
    controls: [],
  });
  expect(shown.body).not.toHaveProperty('warnings');
});

const LIMIT = { path: { productId: 'giro', ruleId: 'limit' } };

test.each<[string, { path?: Record<string, string>; body?: unknown }, object[]]>([
  [
    'updateRule',
    { ...LIMIT, body: { condition: 'amount > 2.00' } },
    [{ record: 'limit', path: '/condition', from: 'amount > 1.00', to: 'amount > 2.00' }],
  ],
  ['deleteRule', LIMIT, [{ record: 'limit', path: '/condition', from: 'amount > 1.00' }]],
  [
    'generateProductConfiguration',
    { body: { jurisdiction: 'KE' } },
    [{ record: 'product configuration', path: '/jurisdiction', to: 'KE' }],
  ],
  [
    'upsertGeneralLedgerAccount',
    { path: { code: '1000' }, body: { name: 'Cash', type: 'ASSET' } },
    [{ record: '1000', path: '/name', to: 'Cash' }],
  ],
  [
    'updateGeneralLedgerSettings',
    { body: { time_zone: 'Europe/Paris' } },
    [{ record: 'general-ledger settings', path: '/time_zone', from: 'UTC', to: 'Europe/Paris' }],
  ],
  [
    'createWorkflow',
    { body: buildWorkflow({ action: 'EMIT_EVENT' }) },
    [{ record: expect.stringMatching(/^wfl_/), path: '/trigger', to: 'TEST_TRIGGER' }],
  ],
  [
    'createSchema',
    { body: buildEntity('owner') },
    [{ record: expect.stringMatching(/^sch_/), path: '/entity_name', to: 'owner' }],
  ],
  [
    'createWebhook',
    { body: buildWebhookBody() },
    [{ record: expect.stringMatching(/^whk_/), path: '/url', to: buildWebhookBody().url }],
  ],
])('shows what %s would change of its record', async (operation, request, changes) => {
  const { body } = await preview(operation, request);

  expect(body.changes).toEqual(expect.arrayContaining(changes));
});

test.each<[string, string, object, string[]]>([
  [
    'a control that names what does not exist',
    'replaceControls',
    { controls: [{ operation: 'createAccount', when: 'amount > 1', require: 'APPROVAL' }] },
    ['/controls/0/when line 1, column 1: there is no variable amount here'],
  ],
  [
    'a workflow whose expression is no CEL',
    'createWorkflow',
    buildWorkflow({ action: 'EMIT_EVENT', condition: 'amount >' }),
    [],
  ],
  ['a schema with a field twice', 'createSchema', twice(buildEntity('twice')), []],
  ['a body that lacks a member', 'createWorkflow', { name: 'x' }, ['/trigger is required']],
])(
  'refuses %s in the words of the operation, fault by fault',
  async (_, operation, body, faults) => {
    const shown = await preview(operation, { body });
    const refused = await bank.call(operation as 'createWorkflow', { body });

    expect(shown).toMatchObject({ status: 200, body: { outcome: 'REFUSED', changes: [] } });
    const { code, message, faults: found } = shown.body.refusal;
    expect(code).toBe(refused.body.code);
    expect(found ?? message).toEqual(refused.body.message);
    expect(found ?? []).toEqual(expect.arrayContaining(faults));
  },
);

function twice(entity: { fields: readonly unknown[] }): object {
  return { ...entity, fields: [...entity.fields, ...entity.fields] };
}

test('refuses a change without the body that its operation needs', async () => {
  const shown = await preview('upsertProduct', {});

  expect(shown.status).toBe(200);
  expect(shown.body).toMatchObject({
    outcome: 'REFUSED',
    refusal: { code: 'invalid_request', faults: ['the body must be object'] },
  });
});

test('warns of a rule that can never be evaluated, and refuses one that is no CEL', async () => {
  const path = { productId: 'giro' };

  const warned = await preview('createRule', { path, body: buildRule('acount.balance > 0') });
  const changed = await preview('updateRule', {
    path: { ...path, ruleId: 'limit' },
    body: { condition: 'amount > balance' },
  });
  const refused = await preview('createRule', { path, body: buildRule('amount >') });

  expect(warned.body).toMatchObject({
    outcome: 'APPLIED',
    warnings: [{ expression: '/condition', line: 1, column: 1 }],
  });
  expect(changed.body).toMatchObject({ outcome: 'APPLIED', warnings: [{ column: 10 }] });
  expect(refused.body.refusal).toMatchObject({ code: 'invalid_expression' });
  expect(refused.body.refusal.message).toMatch(/^\/condition line 1, column 9/);
});

test('names the control that would catch it, and what its approval would do', async () => {
  const caller = asTenant(ledger, 'controlled');
  await putControls(caller, [{ operation: 'createSchema' }]);
  const ask = (operation: string, body: object) =>
    caller.call('previewConfigurationChange', { body: { operation, request: { body } } });

  const caught = await ask('createSchema', buildEntity('caught'));
  const controls = await ask('replaceControls', { controls: [] });

  expect(caught.body).toMatchObject({
    outcome: 'PENDING_APPROVAL',
    controls: [{ controls_version: 1 }],
  });
  expect(caught.body.changes).toContainEqual(
    expect.objectContaining({ path: '/entity_name', to: 'caught' }),
  );
  expect(controls.body).toMatchObject({
    outcome: 'PENDING_APPROVAL',
    controls: [],
    changes: [{ record: 'controls', path: '/controls', to: [] }],
  });
});

test('shows enforced settings as what another operator would decide', async () => {
  const caller = asTenant(ledger, 'enforcing');
  await applySettings(caller, { control_accounts: 'ENFORCED' });
  const request = { body: { failing_rules: 'SKIP' } };

  const shown = await caller.call('previewConfigurationChange', {
    body: { operation: 'updateGeneralLedgerSettings', request },
  });

  expect(shown.body).toMatchObject({
    outcome: 'PENDING_APPROVAL',
    changes: [{ record: 'general-ledger settings', path: '/failing_rules', to: 'SKIP' }],
  });
});

test('needs configuration.write, and finds nothing of another tenant', async () => {
  const change = { path: { productId: 'giro', ruleId: 'limit' }, body: { priority: 1 } };

  const reader = await preview('updateRule', change, { permissions: ['finance.write'] });
  const foreign = await preview('updateRule', change, { tenant: 'other' });
  const posting = await preview('postJournalEntry', { body: {} });

  expect(reader.body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
  expect(foreign.body).toMatchObject({ statusCode: 404, code: 'rule_not_found' });
  expect(posting.body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
});
