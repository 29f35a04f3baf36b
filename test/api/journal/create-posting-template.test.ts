import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildTemplateBody } from '../../../tools/samples/request-bodies.ts';
import { readReceipts } from '../../support/projections/projections.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { CallOptions, TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

const create = (members: object = {}, options: CallOptions = {}) =>
  ledger.call('createPostingTemplate', { body: buildTemplateBody(members), ...options });

test('creates a template, with a receipt and an event', async () => {
  const { status, body, headers } = await create({ description: 'Paid on the first' });

  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.stringMatching(/^ptm_/),
    ...buildTemplateBody({ description: 'Paid on the first' }),
    version: 1,
    created_at: expect.any(String),
    updated_at: body.created_at,
  });
  expect(headers['Location']).toBe(`/api/posting-templates/${body.id}`);
  const events = (await readReceipts(ledger, 'acme')).flatMap(
    (receipt) => receipt['events'] as object[],
  );
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'posting_template.created', aggregate: body.id }),
  );
});

const debit = (amounts: object) => ({ account_code: '1000', side: 'DEBIT', ...amounts });
const credit = (amounts: object) => ({ account_code: '2000', side: 'CREDIT', ...amounts });

test.each([
  ['fixed amounts that balance', [debit({ amount: '5.00' }), credit({ amount: '5.00' })]],
  [
    'a rest to be given',
    [debit({ amount: '5.00' }), debit({ placeholder: 'a' }), credit({ amount: '9.00' })],
  ],
  ['two placeholders', [debit({ placeholder: 'a' }), credit({ placeholder: 'b' })]],
])('takes %s', async (_, lines) => {
  expect((await create({ lines })).status).toBe(201);
});

const CANNOT_BALANCE = '/lines cannot balance, whatever the placeholders stand for';
const ONE_AMOUNT = 'must have an amount or a placeholder, and not both';

test.each<[string, object, string[]]>([
  [
    'amounts that differ',
    { lines: [debit({ amount: '5.00' }), credit({ amount: '5.01' })] },
    [CANNOT_BALANCE],
  ],
  [
    'a rest that would be negative',
    { lines: [debit({ amount: '5.00' }), debit({ placeholder: 'a' }), credit({ amount: '5.00' })] },
    [CANNOT_BALANCE],
  ],
  [
    'one placeholder on both sides of amounts that differ',
    {
      lines: [
        debit({ placeholder: 'a' }),
        credit({ placeholder: 'a' }),
        credit({ amount: '1.00' }),
      ],
    },
    [CANNOT_BALANCE],
  ],
  [
    'only debits',
    { lines: [debit({ placeholder: 'a' }), debit({ placeholder: 'b' })] },
    [CANNOT_BALANCE],
  ],
  [
    'lines with neither or both',
    {
      lines: [debit({}), credit({ amount: '5.00', placeholder: 'a' })],
      postings: [{ direction: 'DEBIT' }],
    },
    [
      `/lines/0 ${ONE_AMOUNT}`,
      `/lines/1 ${ONE_AMOUNT}`,
      `/postings/0 ${ONE_AMOUNT}`,
      CANNOT_BALANCE,
    ],
  ],
  [
    'an amount of zero',
    { lines: [debit({ amount: '0.00' }), credit({ amount: '0.00' })] },
    ['/lines/0/amount must be above zero', '/lines/1/amount must be above zero'],
  ],
])('refuses %s', async (_, members, faults) => {
  const { body } = await create(members);

  expect(body).toMatchObject({ statusCode: 400, code: 'invalid_posting_template' });
  expect(body.message).toEqual(faults);
});

test('needs configuration.write', async () => {
  const permissions = ['finance.read', 'finance.write', 'finance.approve', 'audit.read'];

  expect((await create({}, { permissions })).status).toBe(403);
});
