import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { GENERATION_REUSE_MAX_MS } from '../../../functions/ledger/projections/reads.ts';
import { applyTransitions } from '../../support/fixtures/lifecycle.ts';
import { forgetLists } from '../../support/projections/forgotten-lists.ts';
import { projectReceipts } from '../../support/projections/projections.ts';
import { openTestStore } from '../../support/projections/tables.ts';
import { readAllItems } from '../../support/stack/tables.ts';
import { advanceTime } from '../../support/stack/advance-time.ts';
import { asTenant, openAccount, startWatchedLedger } from '../../support/stack/ledger.ts';
import type { CallAnswer, WatchedLedger } from '../../support/stack/ledger.ts';
import { rebuildProjection } from '../../../functions/projections/rebuild/rebuild.ts';

let ledger: WatchedLedger;
const opened: string[] = [];
beforeAll(async () => {
  ledger = await startWatchedLedger();
  for (let count = 0; count < 17; count += 1) {
    opened.push(await openAccount(ledger, { funds: count === 3 ? '5.00' : undefined }));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
});
afterAll(() => ledger.stop());

const list = (query: Record<string, string> = {}, tenant = 'acme') =>
  ledger.call('listAccounts', { query, tenant });

test('lists all accounts with their balances, oldest first, as an array', async () => {
  const { body, headers } = await list();

  expect(body.map(({ id }: { id: string }) => id)).toEqual(opened);
  expect(body[3].balance).toBe('5.00');
  expect(headers).not.toHaveProperty('Link');
});

test('pages with a Link header', async () => {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ limit: '5', ...(cursor && { cursor }) });
    seen.push(...page.body.map(({ id }: { id: string }) => id));
    cursor = page.headers['X-Next-Cursor'];
    if (cursor) expect(page.headers['Link']).toBe(`<?limit=5&cursor=${cursor}>; rel="next"`);
  } while (cursor);

  expect(seen).toEqual(opened);
});

test('pages newest first', async () => {
  const first = await list({ limit: '10', order: 'desc' });
  const cursor = first.headers['X-Next-Cursor'] ?? '';
  const second = await list({ limit: '10', order: 'desc', cursor });

  expect([...idsOf(first), ...idsOf(second)]).toEqual(opened.toReversed());
  expect(first.headers['Link']).toContain('order=desc');
  expect(second.headers).not.toHaveProperty('Link');
});

test.each(['0', '1001', 'x'])('refuses the limit %s', async (limit) => {
  expect((await list({ limit })).body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
});

// A tenant of its own for the filters, with one more account of each kind than a filter finds.
const FILTERED = 'filtered';
const open = async (members: Record<string, string>, tenant = FILTERED) => {
  const body = { customer_id: 'cus-1', product_id: 'current', name: 'Ada', currency: 'EUR' };
  const answer = await ledger.call('createAccount', { tenant, body: { ...body, ...members } });
  expect(answer.status).toBe(201);
  await new Promise((resolve) => setTimeout(resolve, 2));
  return answer.body.id as string;
};
const idsOf = ({ body }: CallAnswer) => (body as { id: string }[]).map(({ id }) => id);
const find = (query: Record<string, string>) => list(query, FILTERED);

const found: Record<string, string> = {};
beforeAll(async () => {
  found['first'] = await open({ customer_id: 'cus#1', external_id: 'core/1' });
  found['second'] = await open({ customer_id: 'cus#1', product_id: 'savings' });
  found['other'] = await open({ customer_id: 'cus#1#acc_0', product_id: 'savings' });
  found['frozen'] = await open({ customer_id: 'cus-9' });
  await open({ customer_id: 'cus#1', external_id: 'core/1' }, 'elsewhere');
  await applyTransitions(asTenant(ledger, FILTERED), found['frozen'], 'FREEZE');
  await applyTransitions(asTenant(ledger, FILTERED), found['second'], 'FREEZE', 'UNFREEZE');
  await projectReceipts(ledger, FILTERED);
});

test.each<[Record<string, string>, string[]]>([
  [{ customer_id: 'cus#1' }, ['first', 'second']],
  [{ product_id: 'savings' }, ['second', 'other']],
  [{ status: 'FROZEN' }, ['frozen']],
  [{ status: 'ACTIVE' }, ['first', 'second', 'other']],
  [{ status: 'CLOSED' }, []],
  [{ external_id: 'core/1' }, ['first']],
  [{ external_id: 'core/1', customer_id: 'cus#1', status: 'ACTIVE' }, ['first']],
  [{ external_id: 'core/1', status: 'FROZEN' }, []],
  [{ external_id: 'core' }, []],
  [{ customer_id: 'cus#1', product_id: 'savings' }, ['second']],
  [{ product_id: 'current', status: 'FROZEN' }, ['frozen']],
  [{ customer_id: 'cus' }, []],
])('finds the accounts of %p', async (query, names) => {
  const answer = await find(query);

  expect(answer.status).toBe(200);
  expect(idsOf(answer)).toEqual(names.map((name) => found[name]));
  expect(answer.headers['X-Unknown-Parameters']).toBeUndefined();
  expect(answer.headers['X-Lag-Seconds']).toBe('external_id' in query ? undefined : '0');
});

test.each<Record<string, string>>([
  { status: 'frozen' },
  { customer_id: '' },
  { external_id: 'x'.repeat(129) },
])('refuses the filter %p', async (query) => {
  expect((await find(query)).body).toMatchObject({
    statusCode: 400,
    code: 'invalid_request',
  });
});

test('pages through filtered accounts, with a cursor of the same filters only', async () => {
  const query = { status: 'ACTIVE', limit: '2' };
  const first = await find(query);
  const cursor = first.headers['X-Next-Cursor'] ?? '';
  const second = await find({ ...query, cursor });

  expect(idsOf(first)).toEqual([found['first'], found['second']]);
  expect(first.headers['Link']).toContain('status=ACTIVE');
  expect(idsOf(second)).toEqual([found['other']]);
  expect(second.headers).not.toHaveProperty('Link');
  const mixed = await find({ status: 'FROZEN', cursor });
  expect(mixed.body).toMatchObject({ statusCode: 400, code: 'invalid_cursor' });
});

test('collects the accounts of two filters over several groups of the list', async () => {
  const tenant = 'many';
  const members = (index: number) => ({ customer_id: 'cus-m', product_id: `p${index % 2}` });
  const all: string[] = [];
  while (all.length < 120) {
    const next = Array.from({ length: 10 }, (_, index) => open(members(index), tenant));
    all.push(...(await Promise.all(next)));
  }
  await projectReceipts(ledger, tenant);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { customer_id: 'cus-m', product_id: 'p0', limit: '40' };
    const page = await list({ ...query, ...(cursor !== undefined && { cursor }) }, tenant);
    seen.push(...idsOf(page));
    cursor = page.headers['X-Next-Cursor'];
  } while (cursor !== undefined);

  const matching = all.filter((_, index) => index % 2 === 0).toSorted();
  expect(seen).toEqual(matching);
  const newest = await list({ customer_id: 'cus-m', product_id: 'p0', order: 'desc' }, tenant);
  expect(idsOf(newest)).toEqual(matching.toReversed());
  expect(idsOf(await list({ customer_id: 'cus-m' }, tenant))).toEqual(all.toSorted());
});

describe('by ids', () => {
  const ids = (...names: string[]) => names.map((name) => found[name] ?? name).join(',');

  test('lists them in the order given, each once, without those that are unknown', async () => {
    const elsewhere = idsOf(await list({ external_id: 'core/1' }, 'elsewhere'))[0] ?? '';
    const given = ids('other', 'acc_unknown', 'first', elsewhere, 'other', 'frozen');
    const answer = await find({ ids: given });

    expect(idsOf(answer)).toEqual([found['other'], found['first'], found['frozen']]);
    expect(answer.headers['X-Lag-Seconds']).toBeUndefined();
    expect(idsOf(await find({ ids: elsewhere }))).toEqual([]);
    expect(idsOf(await find({ ids: given, order: 'desc', status: 'ACTIVE' }))).toEqual([
      found['first'],
      found['other'],
    ]);
  });

  test('pages through them', async () => {
    const query = { ids: ids('other', 'second', 'first'), limit: '2' };
    const first = await find(query);
    const second = await find({ ...query, cursor: first.headers['X-Next-Cursor'] ?? '' });

    expect(idsOf(first)).toEqual([found['other'], found['second']]);
    expect(idsOf(second)).toEqual([found['first']]);
    expect(second.headers).not.toHaveProperty('Link');
  });

  test('takes 100 of them with two requests to the store, and not one more', async () => {
    const many = Array.from({ length: 100 }, (_, index) => opened[index % 17] ?? '').toSpliced(
      20,
      80,
      ...Array.from({ length: 80 }, (_, index) => `${opened[0]?.slice(0, -4)}${1_000 + index}`),
    );
    ledger.proxy.requests.length = 0;
    const { body } = await list({ ids: many.join(',') });

    expect(body).toHaveLength(17);
    expect(ledger.proxy.requests.length).toBeLessThanOrEqual(2);
    const refused = await list({ ids: [...many, 'acc_1'].join(',') });
    expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
    expect(refused.body.message).toEqual([
      'query parameter ids must be 1 to 100 identifiers with commas between them',
    ]);
  });
});

test('says how late the lists are', async () => {
  const tenant = 'late';
  await open({}, tenant);
  await new Promise((resolve) => setTimeout(resolve, 30));

  const late = await list({ customer_id: 'cus-1' }, tenant);
  await projectReceipts(ledger, tenant);
  const current = await list({ customer_id: 'cus-1' }, tenant);

  expect(late.body).toEqual([]);
  expect(Number(late.headers['X-Lag-Seconds'])).toBeGreaterThanOrEqual(0.03);
  expect(current.body).toHaveLength(1);
  expect(current.headers['X-Lag-Seconds']).toBe('0');
});

test('does not list an account that left the status a moment ago', async () => {
  const tenant = 'behind';
  const id = await open({}, tenant);
  await projectReceipts(ledger, tenant);
  await applyTransitions(asTenant(ledger, tenant), id, 'FREEZE');

  expect((await list({ status: 'ACTIVE' }, tenant)).body).toEqual([]);
});

test('finds accounts from before an upgrade after a rebuild, and refuses filters until then', async () => {
  const tenant = 'upgraded';
  const id = await open({ customer_id: 'cus-7', external_id: 'core-7' }, tenant);
  await projectReceipts(ledger, tenant);
  await forgetLists(ledger, tenant);
  const younger = await open({ customer_id: 'cus-7' }, tenant);
  await projectReceipts(ledger, tenant);

  const refused = await list({ customer_id: 'cus-7' }, tenant);
  const unnamed = await list({ name_prefix: 'ada' }, tenant);
  const exact = await list({ external_id: 'core-7' }, tenant);
  const store = openTestStore(ledger);
  await rebuildProjection(store, 'account_lists', {
    segments: 2,
    report: () => undefined,
    graceMs: 0,
  });
  advanceTime(GENERATION_REUSE_MAX_MS + 1);
  const rebuilt = await list({ customer_id: 'cus-7' }, tenant);
  jest.useRealTimers();

  for (const { body } of [refused, unnamed]) {
    expect(body).toMatchObject({ statusCode: 409, code: 'projection_not_built' });
  }
  expect(idsOf(exact)).toEqual([id]);
  expect(idsOf(rebuilt)).toEqual([id, younger]);
  const left = (await readAllItems(ledger.tables.projections)).map(({ PK }) => PK);
  expect(left.filter((partition) => partition.includes('#account_lists#G1'))).toEqual([]);
});

test('reads as much for a filter however many other accounts there are', async () => {
  const tenant = 'counted';
  const cost = async (query: Record<string, string>) => {
    ledger.proxy.requests.length = 0;
    expect((await list(query, tenant)).body).toHaveLength(2);
    const { requests } = ledger.proxy;
    const units = requests.reduce((sum, { readUnits }) => sum + readUnits, 0);
    const reads = requests.map(({ operation }) => operation).filter((name) => name !== 'GetItem');
    return { reads, units };
  };
  for (const name of ['one', 'two']) {
    await open({ customer_id: 'cus-2', product_id: 'rare', external_id: name }, tenant);
  }
  await projectReceipts(ledger, tenant);
  await list({ customer_id: 'cus-2' }, tenant);
  const before = [await cost({ customer_id: 'cus-2' }), await cost({ product_id: 'rare' })];
  await Promise.all(Array.from({ length: 30 }, () => open({}, tenant)));
  await projectReceipts(ledger, tenant);

  const after = [await cost({ customer_id: 'cus-2' }), await cost({ product_id: 'rare' })];

  // One query for each shard shows the lag, one reads the list.
  const reads = [...Array<string>(5).fill('Query'), 'BatchGetItem'];
  expect(before.map((one) => one.reads)).toEqual([reads, reads]);
  expect(after.map((one) => one.reads)).toEqual([reads, reads]);
  for (const { units } of after) expect(units).toBeLessThanOrEqual((before[0]?.units ?? 0) + 1);
});

test('shows another tenant no accounts', async () => {
  expect((await list({}, 'globex')).body).toEqual([]);
});
