// A maker submits, a checker decides: freezes, unfreezes and closes accounts over HTTP.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { credit, debit } from '../../support/stack/ledger.ts';
import { startTestStack } from '../../support/stack/stack.ts';
import type { TestStack } from '../../support/stack/stack.ts';

let stack: TestStack;
let maker: string;
let checker: string;
beforeAll(async () => {
  stack = await startTestStack();
  maker = await stack.token({ sub: 'maker', scope: 'finance.read finance.write' });
  checker = await stack.token({ sub: 'checker', scope: 'finance.read finance.approve' });
});
afterAll(() => stack.stop());

const account = { customer_id: 'cus-1', product_id: 'current', name: 'Ada', currency: 'EUR' };
const open = async () => (await stack.post('/api/accounts', account)).body.id as string;

const submit = (id: string, transition: string, token = maker) =>
  stack.post(
    `/api/accounts/${id}/status-transitions`,
    { transition, reason: 'As the customer asked' },
    { token },
  );

const decide = (verb: 'approve' | 'reject', id: string, token = checker, body: object = {}) =>
  stack.post(`/api/account-lifecycle-requests/${id}/${verb}`, body, { token });

test('an account is frozen, unfrozen, emptied and closed by two people', async () => {
  const id = await open();
  await stack.post('/api/journal-entries', credit(id, '10.00'));

  const submitted = await submit(id, 'FREEZE');
  expect(submitted.status).toBe(201);
  const location = submitted.headers.get('location') ?? '';
  expect((await stack.get(location, { token: checker })).text).toBe(submitted.text);
  const waiting = await stack.get(
    `/api/account-lifecycle-requests?account_id=${id}&status=PENDING_APPROVAL`,
    { token: checker },
  );
  expect(waiting.body.items).toEqual([submitted.body]);

  const frozen = await decide('approve', submitted.body.id);
  expect(frozen.body).toMatchObject({ status: 'APPLIED', decided_by: 'checker' });
  const stopped = await stack.post('/api/journal-entries', debit(id, '1.00'));
  expect(stopped.body).toMatchObject({ statusCode: 409, code: 'account_not_active' });

  expect((await decide('approve', (await submit(id, 'UNFREEZE')).body.id)).status).toBe(201);
  expect((await submit(id, 'CLOSE')).body).toMatchObject({ code: 'balance_not_zero' });
  await stack.post('/api/journal-entries', debit(id, '10.00'));
  const closed = await decide('approve', (await submit(id, 'CLOSE')).body.id);
  expect(closed.body).toMatchObject({ transition: 'CLOSE', status: 'APPLIED' });
  const read = await stack.get(`/api/accounts/${id}`);
  expect(read.body).toMatchObject({ status: 'CLOSED', balance: '0.00', version: 6 });
  const applied = await stack.get(`/api/account-lifecycle-requests?account_id=${id}`);
  expect(applied.body.items.map(({ transition }: { transition: string }) => transition)).toEqual([
    'CLOSE',
    'UNFREEZE',
    'FREEZE',
  ]);
});

test('refuses the maker’s own approval and a second decision', async () => {
  const all = await stack.token({ sub: 'boss' });
  const { body: request } = await submit(await open(), 'FREEZE', all);

  const own = await decide('approve', request.id, all);
  const unpermitted = await decide('approve', request.id, maker);
  const reasonless = await decide('reject', request.id, checker);
  const rejected = await decide('reject', request.id, checker, { reason: 'Not so' });
  const late = await decide('approve', request.id, checker);

  expect(own.body).toMatchObject({ statusCode: 403, code: 'self_approval' });
  expect(unpermitted.body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
  expect(reasonless.body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
  expect(rejected.body).toMatchObject({ status: 'REJECTED', decision_reason: 'Not so' });
  expect(late.body).toMatchObject({ statusCode: 409, code: 'already_decided' });
});

test('requires a body for a decision, even an empty one', async () => {
  const { body: request } = await submit(await open(), 'FREEZE');
  const path = `/api/account-lifecycle-requests/${request.id}/approve`;

  const bare = await stack.request('POST', path, { token: checker });

  expect(bare.body).toMatchObject({ statusCode: 400, code: 'invalid_json' });
  expect((await decide('approve', request.id)).status).toBe(201);
});

test('accepts one decision of 20 concurrent checkers', async () => {
  const id = await open();
  const { body: request } = await submit(id, 'FREEZE');
  const checkers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => stack.token({ sub: `checker-${index}` })),
  );

  const answers = await Promise.all(
    checkers.map((token, index) =>
      decide(index % 2 === 0 ? 'approve' : 'reject', request.id, token, { reason: 'Seen' }),
    ),
  );

  const counts = [201, 409].map((code) => answers.filter(({ status }) => status === code).length);
  expect(counts).toEqual([1, 19]);
});

test('lets another tenant neither find nor decide a request', async () => {
  const id = await open();
  const { body: request } = await submit(id, 'FREEZE');
  const token = await stack.token({ tenant_id: 'globex', sub: 'stranger' });

  const answers = [
    await submit(id, 'FREEZE', token),
    await stack.get(`/api/account-lifecycle-requests/${request.id}`, { token }),
    await decide('approve', request.id, token),
    await decide('reject', request.id, token, { reason: 'no' }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  for (const filter of ['', `?account_id=${id}`, '?status=PENDING_APPROVAL']) {
    const page = await stack.get(`/api/account-lifecycle-requests${filter}`, { token });
    expect(page.body).toEqual({ items: [] });
  }
});
