import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { INDEXES } from '../../../functions/ledger/store/indexes.ts';
import { sealCursor } from '../../../functions/runtime/cursors.ts';
import { openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import {
  approveTransition,
  rejectTransition,
  submitTransition,
} from '../../support/fixtures/lifecycle.ts';
import { readAllItems } from '../../support/stack/tables.ts';

interface RequestListItem {
  readonly id: string;
  readonly account_id: string;
  readonly status: string;
}

let ledger: TestLedger;
let accounts: string[];
/** The submitted requests in their present state, newest first. */
const all: RequestListItem[] = [];

const STATUSES = ['PENDING_APPROVAL', 'APPLIED', 'REJECTED', 'FAILED'] as const;

beforeAll(async () => {
  ledger = await startLedger();
  accounts = [await openAccount(ledger), await openAccount(ledger)];
  for (const accountId of accounts) await failOneOfTwo(accountId);
  for (let count = 0; count < 22; count += 1) {
    const accountId = accounts[count % 2] ?? '';
    const id = await submitTransition(ledger, accountId);
    const decided = count % 3 === 0 ? await approveTransition(ledger, id) : undefined;
    const refused = count % 3 === 1 ? await rejectTransition(ledger, id) : undefined;
    const { status } = (decided ?? refused)?.body ?? { status: 'PENDING_APPROVAL' };
    all.unshift({ id, account_id: accountId, status });
    if (status === 'APPLIED') await approveTransition(ledger, await submitUnfreeze(accountId));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(STATUSES));
});
afterAll(() => ledger.stop());

// Of two requests to freeze an account, the first that is approved is applied and the other fails.
async function failOneOfTwo(accountId: string): Promise<void> {
  const ids: string[] = [];
  for (const status of ['APPLIED', 'FAILED']) {
    const id = await submitTransition(ledger, accountId);
    ids.push(id);
    all.unshift({ id, account_id: accountId, status });
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  for (const id of ids) await approveTransition(ledger, id);
  await approveTransition(ledger, await submitUnfreeze(accountId));
}

// Makes the account ACTIVE again, so that it can be frozen again; this request counts too.
async function submitUnfreeze(accountId: string): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, 2));
  const id = await submitTransition(ledger, accountId, 'UNFREEZE');
  all.unshift({ id, account_id: accountId, status: 'APPLIED' });
  return id;
}

const list = (query: Record<string, string> = {}, tenant = 'acme') =>
  ledger.call('listAccountLifecycleRequests', { query, tenant });

const idsOf = (answer: { body: { items: RequestListItem[] } }) =>
  answer.body.items.map(({ id }) => id);

async function pagesOf(query: Record<string, string>): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ ...query, ...(cursor && { cursor }) });
    expect(page.status).toBe(200);
    expect(page.body.items.length).toBeLessThanOrEqual(Number(query['limit']));
    seen.push(...idsOf(page));
    cursor = page.body.next_cursor;
  } while (cursor);
  return seen;
}

const filters = [undefined, 0, 1].flatMap((account) =>
  [undefined, ...STATUSES].map((status) => [account, status] as const),
);

test.each(filters)(
  'account %s, status %s: returns all matches and nothing else, newest first',
  async (account, status) => {
    const accountId = account === undefined ? undefined : accounts[account];
    const wanted = all
      .filter((item) => accountId === undefined || item.account_id === accountId)
      .filter((item) => status === undefined || item.status === status)
      .map(({ id }) => id);
    const query = { ...(accountId && { account_id: accountId }), ...(status && { status }) };

    expect(idsOf(await list(query))).toEqual(wanted);
    for (const limit of ['1', '3', '100']) {
      expect(await pagesOf({ ...query, limit })).toEqual(wanted);
    }
  },
);

test('shows each request as getAccountLifecycleRequest does', async () => {
  const { body } = await list({ limit: '1' });
  const path = { requestId: body.items[0].id };

  expect(body.items[0]).toEqual((await ledger.call('getAccountLifecycleRequest', { path })).body);
});

test('moves a request from one status to the other with its decision', async () => {
  const accountId = await openAccount(ledger, { tenant: 'initech' });
  const id = await submitTransition(ledger, accountId, 'FREEZE', { tenant: 'initech' });
  const pending = await list({ status: 'PENDING_APPROVAL' }, 'initech');
  await approveTransition(ledger, id, { tenant: 'initech' });

  expect(idsOf(pending)).toEqual([id]);
  expect(idsOf(await list({ status: 'PENDING_APPROVAL' }, 'initech'))).toEqual([]);
  expect(idsOf(await list({ status: 'APPLIED', account_id: accountId }, 'initech'))).toEqual([id]);
});

test.each([
  'acc_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00',
  '',
  'acc_x#APPLIED',
  "' OR 1=1",
  '__proto__',
])('returns nothing for the account %j', async (account_id) => {
  expect((await list({ account_id })).body).toEqual({ items: [] });
  expect((await list({ account_id, status: 'APPLIED' })).body).toEqual({ items: [] });
});

test('shows another tenant nothing, with any filter', async () => {
  const [account_id = ''] = accounts;
  const about = { account_id };
  const queries: Record<string, string>[] = [
    {},
    { status: 'APPLIED' },
    about,
    { ...about, status: 'APPLIED' },
  ];
  for (const query of queries) {
    expect((await list(query, 'globex')).body).toEqual({ items: [] });
  }
});

test('holds only requests in the indexes, under keys that start with the tenant', async () => {
  const items = await readAllItems(ledger.tables.ledger);

  for (const { PK, ...item } of items) {
    const tenant = PK.split('#').slice(0, 2).join('#');
    const isRequest = PK.split('#')[2] === 'LCR';
    const partitions = Object.values(INDEXES).flatMap(({ partition }) => item[partition] ?? []);
    expect(partitions).toHaveLength(isRequest ? 3 : 0);
    const own = new RegExp(`^${tenant}#(LCR|REQUESTS)#`);
    expect(partitions.filter((key) => !own.test(String(key)))).toEqual([]);
  }
});

test('refuses a cursor that was changed or taken from another list', async () => {
  const cursor = (await list({ limit: '5' })).body.next_cursor as string;
  const flipped = cursor.slice(0, -1) + (cursor.endsWith('A') ? 'B' : 'A');

  for (const [query, tenant] of [
    [{ cursor: flipped }, 'acme'],
    [{ cursor, status: 'APPLIED' }, 'acme'],
    [{ cursor, account_id: accounts[0] ?? '' }, 'acme'],
    [{ cursor }, 'globex'],
  ] as const) {
    const refused = await list(query, tenant);
    expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_cursor' });
  }
});

// The digest of a cursor is no secret: anyone can seal any key of their own lists.
const forged = (position: string) => {
  const scope = { tenant: 'acme', operation: 'listAccountLifecycleRequests' };
  const cursor = sealCursor({ ...scope, filters: [null, { status: 'APPLIED' }] }, position);
  return list({ status: 'APPLIED', cursor });
};

test.each(['', 'x', 'acc_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00', 'lcr_~', '😀'])(
  'refuses a cursor that was made up to point at %j',
  async (position) => {
    expect((await forged(all[0]?.id ?? '')).status).toBe(200);
    expect((await forged(position)).body).toMatchObject({
      statusCode: 400,
      code: 'invalid_cursor',
    });
  },
);

const outside: Record<string, string>[] = [
  { limit: '0' },
  { limit: '101' },
  { limit: 'x' },
  { status: 'PENDING' },
  { status: 'applied' },
  { status: '' },
];

test.each(outside)('refuses %j', async (query) => {
  expect((await list(query)).body).toMatchObject({
    statusCode: 400,
    code: 'invalid_request',
  });
});

test('requires finance.read', async () => {
  const answer = await ledger.call('listAccountLifecycleRequests', {
    permissions: ['finance.write', 'finance.approve'],
  });

  expect(answer.body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
});
