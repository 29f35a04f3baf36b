import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { readAllItems } from '../../support/stack/tables.ts';
import { buildWorkflow } from '../../support/fixtures/workflows.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const create = (body: unknown, options = {}) => ledger.call('createWorkflow', { body, ...options });

const step = { order: 1, name: 'Tell', action: 'EMIT_EVENT', parameters: { a: '${context.a}' } };
const workflow = (change: object, ...others: object[]) => ({
  ...buildWorkflow(),
  steps: [{ ...step, ...change }, ...others],
});

test('defines a workflow and returns its Location', async () => {
  const body = buildWorkflow(
    { action: 'CHARGE_FEE', parameters: { amount: '${context.amount}' }, condition: 'true' },
    { action: 'CALL_THE_BRANCH' },
  );

  const answer = await create(body, { correlationId: 'workflow-event' });

  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    ...body,
    id: expect.stringMatching(/^wfl_/),
    tenant_id: 'acme',
    created_at: answer.body.updated_at,
    updated_at: expect.any(String),
  });
  expect(answer.headers['Location']).toBe(`/api/workflows/${answer.body.id}`);
  const receipts = await readAllItems(ledger.tables.receipts);
  const receipt = receipts.find((item) => item['correlation_id'] === 'workflow-event');
  expect(receipt && readStoredEvents(receipt)).toMatchObject([
    { type: 'workflow.created', aggregateId: answer.body.id, version: 1, payload: answer.body },
  ]);
});

test('creates two workflows of the same name and trigger, but one for a repeated request', async () => {
  const key = 'create-workflow-0001';
  const [one, again] = [await create(workflow({}), { key }), await create(workflow({}), { key })];
  const other = await create(workflow({}));

  expect(again.text).toBe(one.text);
  expect(other.body.id).not.toBe(one.body.id);
});

test('stores parameters exactly as submitted', async () => {
  const parameters = '{"__proto__":{"constructor":"${context.__proto__}"},"toString":1.10}';
  const body = JSON.stringify(workflow({ parameters: 0 })).replace(
    '"parameters":0',
    `"parameters":${parameters}`,
  );

  const answer = await create(body);

  expect(answer.status).toBe(201);
  expect(answer.text).toContain('"parameters":{"__proto__":{"constructor":"${context.__proto__}"}');
});

test.each([
  ['no steps', { ...workflow({}), steps: [] }],
  ['an empty condition', workflow({ condition: '' })],
  ['the largest order', workflow({ order: 2 ** 53 - 1 })],
  ['empty names', { ...workflow({ name: '' }), name: '' }],
])('accepts %s and stores it as written', async (_, body) => {
  const answer = await create(body);

  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject(body);
});

const malformed: [string, object, string][] = [
  ['no name', { ...workflow({}), name: undefined }, '/name is required'],
  [
    'a name of 161 characters',
    { ...workflow({}), name: 'n'.repeat(161) },
    '/name must NOT have more',
  ],
  ['a lowercase trigger', { ...workflow({}), trigger: 'monthly' }, '/trigger must match pattern'],
  ['a trigger of two letters', { ...workflow({}), trigger: 'AB' }, '/trigger must match pattern'],
  [
    '51 steps',
    workflow({}, ...Array.from({ length: 50 }, () => step)),
    '/steps must NOT have more',
  ],
  ['an order of zero', workflow({ order: 0 }), '/steps/0/order must be >= 1'],
  ['an order that loses digits', workflow({ order: 2 ** 53 }), '/steps/0/order must be <= 9007'],
  ['a name of two lines', { ...workflow({}), name: 'a\nb' }, '/name must not contain control'],
  ['a fractional order', workflow({ order: 1.5 }), '/steps/0/order must be integer'],
  ['no action', workflow({ action: undefined }), '/steps/0/action is required'],
  ['no parameters', workflow({ parameters: undefined }), '/steps/0/parameters is required'],
  ['an array of parameters', workflow({ parameters: [] }), '/steps/0/parameters must be object'],
  ['an unknown member', workflow({ retries: 3 }), '/steps/0/retries is not allowed'],
  [
    'a condition of 2,001 characters',
    workflow({ condition: ' '.repeat(2_001) }),
    '/steps/0/condition must',
  ],
];

test.each(malformed)('refuses %s and names the fault', async (_, body, fault) => {
  const refused = await create(body);

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
  expect(refused.body.message.join(' ')).toContain(fault);
});

const unreadable: [string, object, string, string][] = [
  [
    'an order used twice',
    workflow({}, { ...step, order: 2 }, step),
    'invalid_workflow',
    '/steps/2/order is that of /steps/0 too',
  ],
  [
    'more than 128 KiB',
    workflow({ parameters: { text: 'a'.repeat(131_072) } }),
    'invalid_workflow',
    'the workflow takes 131',
  ],
  [
    'a condition that is not CEL',
    workflow({ condition: 'context.amount >' }),
    'invalid_expression',
    '/steps/0/condition line 1, column 17',
  ],
  [
    'a condition with an unknown function',
    workflow({}, { ...step, order: 2, condition: 'true &&\n exec("rm")' }),
    'invalid_expression',
    '/steps/1/condition line 2, column 2',
  ],
  [
    'a template that is not CEL, at any depth',
    workflow({ parameters: { 'a/b': [{ c: 'is ${1 +}' }] } }),
    'invalid_expression',
    '/steps/0/parameters/a~1b/0/c line 1, column',
  ],
  [
    'a template that does not end',
    workflow({ parameters: { a: '${context' } }),
    'invalid_expression',
    '/steps/0/parameters/a line 1, column 1',
  ],
];

test.each(unreadable)('refuses %s and stores nothing', async (_, body, code, fault) => {
  const before = await readAllItems(ledger.tables.ledger);

  const refused = await create(body);

  expect(refused.body).toMatchObject({ statusCode: 400, code });
  expect(refused.body.message.join(' ')).toContain(fault);
  expect(await readAllItems(ledger.tables.ledger)).toHaveLength(before.length);
});
