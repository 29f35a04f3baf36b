// What the pipeline does for every operation.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildErrorAnswer } from '../../functions/runtime/answers.ts';
import { sealCursor } from '../../functions/runtime/cursors.ts';
import { credit, openAccount, startLedger } from '../support/stack/ledger.ts';
import type { TestLedger } from '../support/stack/ledger.ts';
import type { OperationName } from '../../functions/operations/operations.ts';

let ledger: TestLedger;
let account: string;
beforeAll(async () => {
  ledger = await startLedger();
  account = await openAccount(ledger);
});
afterAll(() => ledger.stop());

const opening = { customer_id: 'cus-1', product_id: 'current', name: 'Ada', currency: 'EUR' };

test('reports the first fault of a large body, and all faults of a small one', async () => {
  const many = `{"ledger_lines":[${Array(300_000).fill('{}').join(',')}]}`;
  const few = { ledger_lines: [{}, {}, {}] };

  const large = await ledger.call('postJournalEntry', { body: many });
  const small = await ledger.call('postJournalEntry', { body: few });

  expect(large.body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
  expect(large.body.message).toHaveLength(1);
  expect(small.body.message).toHaveLength(3);
});

test.each([
  [{ currency: 'euro' }, '/currency must be three uppercase letters, such as EUR'],
  [{ name: 'Ada\nLovelace' }, '/name must not contain control characters or line breaks'],
  [{ name: 7 }, '/name must be string'],
  [{ name: undefined }, '/name is required'],
  [{ nickname: 'Ada' }, '/nickname is not allowed'],
])('names the fault of %j in words', async (change, fault) => {
  const refused = await ledger.call('createAccount', { body: { ...opening, ...change } });

  expect(refused.body).toMatchObject({ statusCode: 400, message: [fault] });
});

test('names the values of which one is allowed, and what a key must be', async () => {
  const order = await ledger.call('listAccounts', { query: { order: 'random' } });
  const short = await ledger.call('createAccount', { key: 'short', body: opening });

  expect(order.body.message).toEqual(['query parameter order must be one of asc, desc']);
  expect(short.body.message).toBe(
    'The header Idempotency-Key must be 16 to 128 of A-Z a-z 0-9 . _ : -.',
  );
});

// The digest of a cursor is no secret: anyone can seal any key of their own lists.
test.each([
  ['listAccounts', 'acc_~~~', {}, [null, {}]],
  ['listJournalEntries', 'zzz', {}, [null, {}]],
  ['listLoans', 'zzz', {}, [null, {}]],
  ['listProducts', '', {}, [null, {}]],
  ['listPostingTemplates', '\u0000', { order: 'desc' }, undefined],
  ['listGeneralLedgerPeriods', '\u0000', { order: 'desc' }, undefined],
  [
    'listRequests',
    '01000000-0000-7000-8000-000000000000',
    { from: '2026-01-01T00:00:00Z' },
    undefined,
  ],
  ['getAccountStatement', '~~~', {}, undefined],
  ['getAccountStatement', '2027', { to: '2026-01-01T00:00:00Z' }, undefined],
] as const)(
  'refuses a forged cursor of %s that points at %s',
  async (operation, position, query, filters) => {
    const path: Record<string, string> =
      operation === 'getAccountStatement' ? { accountId: account } : {};
    const cursor = sealCursor(
      { tenant: 'acme', operation, filters: filters ?? [path, query] },
      position,
    );

    const refused = await ledger.call(operation, { path, query: { ...query, cursor } });

    expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_cursor' });
  },
);

test('ignores unknown query parameters, with a cursor too', async () => {
  await openAccount(ledger);
  const first = await ledger.call('listAccounts', { query: { limit: '1', _: '1' } });
  const cursor = first.headers['X-Next-Cursor'] ?? '';

  const second = await ledger.call('listAccounts', { query: { limit: '1', _: '2', cursor } });

  expect(second.status).toBe(200);
  expect(first.headers['Link']).not.toContain('_=');
});

const listedNames = async (operation: OperationName, query: Record<string, string>) => {
  const path: Record<string, string> = operation === 'getAccount' ? { accountId: account } : {};
  const { status, headers } = await ledger.call(operation, { path, query });
  expect(status).toBe(200);
  return headers['X-Unknown-Parameters'];
};

test('names the query parameters that it ignored', async () => {
  expect(await listedNames('listAccounts', { limit: '5' })).toBeUndefined();
  expect(await listedNames('listAccounts', { limit: '5', custmer_id: 'x' })).toBe('custmer_id');
  expect(await listedNames('getAccount', { a: '1', b: '2' })).toBe('a, b');
  expect(await listedNames('getAccount', { ['__proto__']: '1' })).toBe('__proto__');
});

test('ignores a cursor where there is no list, and names it', async () => {
  const opened = await ledger.call('createAccount', { query: { cursor: 'x' }, body: opening });

  expect(opened.status).toBe(201);
  expect(opened.headers['X-Unknown-Parameters']).toBe('cursor');
});

test('names ignored parameters so that no name breaks the header, and at most ten', async () => {
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`p${index}`, '']));

  expect(await listedNames('listAccounts', { 'a\r\nX-Evil: 1': '' })).toBe('a%0D%0AX-Evil%3A%201');
  expect((await listedNames('listAccounts', many))?.split(', ')).toHaveLength(10);
  expect(await listedNames('listAccounts', { ['n'.repeat(500)]: '' })).toBe('n'.repeat(64));
});

test('answers 400, not 409, to a malformed body under a used key', async () => {
  const key = randomUUID();
  await ledger.call('postJournalEntry', { key, body: credit(account, '1.00') });
  const { ledger_lines, ...rest } = credit(account, '1.00');
  const lines = [...ledger_lines, { account_code: '9', debit_amount: '0.01' }];

  const refused = await ledger.call('postJournalEntry', {
    key,
    body: { ...rest, ledger_lines: lines },
  });

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'unbalanced' });
});

test('refuses two different keys, and accepts one that is given twice', async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  const open = (keys: readonly string[]) =>
    ledger.call('createAccount', { key: keys.at(-1) ?? '', keys, body: opening });

  const refused = await open([one, other]);
  const opened = await open([one, one]);

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_idempotency_key' });
  expect(refused.body.message).toContain('must be given once');
  expect(opened.status).toBe(201);
  expect((await open([one])).text).toBe(opened.text);
  expect((await open([other])).body.id).not.toBe(opened.body.id);
});

test.each(['/production', '/bank/ledger', ''])(
  'adds the base path %j to the Location',
  async (base) => {
    const opened = await ledger.call('createAccount', { body: opening, base });

    expect(opened.headers['Location']).toBe(`${base}/api/accounts/${opened.body.id}`);
  },
);

test('a retry through another address of the API is the same request', async () => {
  const key = randomUUID();
  const first = await ledger.call('createAccount', { key, body: opening, base: '/production' });

  const again = await ledger.call('createAccount', { key, body: opening, base: '/bank/ledger' });

  expect(again.text).toBe(first.text);
});

test('ends a page before the answer exceeds the limit of a function', async () => {
  // Four bytes per character: 100 of these entries would far exceed the 6 MB of an answer.
  const lines = Array.from({ length: 1000 }, (_, index) => ({
    account_code: '😀'.repeat(64),
    [index % 2 === 0 ? 'debit_amount' : 'credit_amount']: '1.00',
  }));
  for (let count = 0; count < 20; count += 1) {
    await ledger.call('postJournalEntry', { tenant: 'large', body: { ledger_lines: lines } });
  }

  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: '100', ...(cursor && { cursor }) };
    const page = await ledger.call('listJournalEntries', { tenant: 'large', query });
    expect(Buffer.byteLength(page.text)).toBeLessThan(5_000_000);
    ids.push(...page.body.items.map(({ id }: { id: string }) => id));
    cursor = page.body.next_cursor;
  } while (cursor);

  expect(new Set(ids).size).toBe(20);
});

test.each([
  ['listJournalEntries', { from: '1969-05-01', to: '1969-01-01' }],
  ['getAccountStatement', { from: '1969-05-01T00:00:00Z', to: '1969-01-01T00:00:00Z' }],
] as const)('%s refuses a reversed period before 1970', async (name, query) => {
  const refused = await ledger.call(name, { path: { accountId: account }, query });

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_period' });
});

test('answers 401 when a cached authorization outlives its token', async () => {
  const authorizer = { tenant_id: 'acme', sub: 'ada', scope: 'finance.read', expires_at: '1000' };

  const refused = await ledger.call('listAccounts', { authorizer });

  expect(refused.body).toMatchObject({ statusCode: 401, code: 'unauthorized' });
});

// Each free-form part of a request, with a number at the pointer.
test.each([
  ['upsertProduct', '/config/limits/0', (n) => `{"type":"T","config":{"limits":[${n}]}}`],
  [
    'createRule',
    '/action/rate',
    (n) => `{"rule_type":"R","condition":"true","action":{"type":"X","rate":${n}}}`,
  ],
  [
    'createWorkflow',
    '/steps/0/parameters/a~1b',
    (n) =>
      `{"name":"W","trigger":"MADE","steps":[{"order":1,"name":"s","action":"A","parameters":{"a/b":${n}}}]}`,
  ],
  [
    'createSchema',
    '/fields/0/default',
    (n) =>
      `{"entity_name":"loan_file","display_name":"L","fields":[{"name":"n","type":"NUMBER","required":true,"default":${n}}]}`,
  ],
  ['executeWorkflow', '/context/n', (n) => `{"context":{"n":${n}}}`],
] satisfies [OperationName, string, (number: string) => string][])(
  '%s refuses a number at %s that it cannot keep, and names it',
  async (operation, pointer, body) => {
    const path = { productId: 'p', workflowId: 'wfl_x' };
    for (const number of ['9007199254740993', '1e400', '0.1000000000000000055']) {
      const refused = await ledger.call(operation, { path, body: body(number) });

      expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
      expect(refused.body.message).toEqual([
        `${pointer} is a number that cannot be held exactly; write it as a string`,
      ]);
    }
    const held = await ledger.call(operation, { path, body: body('0.30000000000000004') });
    expect(held.status).not.toBe(400);
  },
);

test('a key whose number differs in its last digit never replays', async () => {
  const key = randomUUID();
  const body = (limit: string) => `{"type":"DIGITS","config":{"limit":${limit}}}`;
  const first = await ledger.call('upsertProduct', { key, body: body('9007199254740992') });

  const equal = await ledger.call('upsertProduct', { key, body: body('9007199254740992.0') });
  const other = await ledger.call('upsertProduct', { key, body: body('9007199254740993') });
  const stored = await ledger.call('getProduct', { path: { productId: 'DIGITS' } });

  expect(equal.text).toBe(first.text);
  expect(other.body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
  expect(stored.text).toContain('"limit":9007199254740992}');
});

test('refuses an empty cursor, which the document does not allow', async () => {
  const refused = await ledger.call('listAccounts', { query: { cursor: '' } });

  expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
  expect(String(refused.body.message)).toContain('query parameter cursor');
});

test('forbids browsers to guess the type of an answer', async () => {
  const [answered, refused] = await Promise.all([
    ledger.call('listAccounts'),
    ledger.call('listAccounts', { query: { limit: 'x' } }),
  ]);

  expect([answered.status, refused.status]).toEqual([200, 400]);
  for (const { headers } of [answered, refused]) {
    expect(headers['X-Content-Type-Options']).toBe('nosniff');
  }
});

test('answers an error of our own without its details', () => {
  const { statusCode, body } = buildErrorAnswer(new TypeError('stored name is not text'), 'flow-9');

  expect([statusCode, JSON.parse(body)]).toEqual([
    500,
    {
      statusCode: 500,
      message: 'Something went wrong on our side.',
      error: 'Internal Server Error',
      code: 'unexpected',
      correlation_id: 'flow-9',
    },
  ]);
});
