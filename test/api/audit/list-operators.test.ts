import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { writeTokenHolder } from '../../../functions/identity/storage/directory.ts';
import { openIdentityTable } from '../../../functions/identity/storage/identity-table.ts';
import { startWatchedLedger } from '../../support/stack/ledger.ts';
import type { WatchedLedger } from '../../support/stack/ledger.ts';

const IDS = ['batch-service', 'op_1', 'op_2', 'op_3', 'op_mail'];

const NAMES = { name: 'Ada Lovelace', email: 'ada@acme.example' };

let ledger: WatchedLedger;
beforeAll(async () => {
  ledger = await startWatchedLedger();
  const table = openIdentityTable(ledger.identityTable);
  for (const id of IDS.toReversed()) {
    const kind = id.startsWith('op_') ? 'OPERATOR' : 'SERVICE';
    const holder = {
      tenantId: 'acme',
      id,
      kind,
      issuer: 'https://id.example',
      names: NAMES,
    } as const;
    await writeTokenHolder(table, holder, new Date());
    await writeTokenHolder(table, { ...holder, tenantId: 'acme_2', id: `${id}-2` }, new Date());
  }
});
afterAll(() => ledger.stop());

const call = (query: Record<string, string> = {}) => ledger.call('listOperators', { query });

test('lists the operators and services of the tenant by id, with one request', async () => {
  const before = ledger.proxy.requests.length;
  const { body } = await call();

  const listed = body.items.map(({ id, kind }: { id: string; kind: string }) => [id, kind]);
  expect(listed).toEqual([
    ['batch-service', 'SERVICE'],
    ['op_1', 'OPERATOR'],
    ['op_2', 'OPERATOR'],
    ['op_3', 'OPERATOR'],
    ['op_mail', 'OPERATOR'],
  ]);
  expect(body.next_cursor).toBeUndefined();
  expect(ledger.proxy.requests.length - before).toBe(1);
});

test('names those of the ids asked for, in their order, of the own tenant alone, to any operator', async () => {
  const query = { ids: 'op_3,op_1-2,op_absent,batch-service,op_3' };
  const permissions = ['finance.approve'];
  const before = ledger.proxy.requests.length;
  const { status, body } = await ledger.call('listOperators', { query, permissions });

  expect(status).toBe(200);
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual(['op_3', 'batch-service']);
  expect(body.next_cursor).toBeUndefined();
  expect(ledger.proxy.requests.length - before).toBe(1);
  expect(
    (await ledger.call('listOperators', { query, permissions: ['internal.worker'] })).status,
  ).toBe(403);
});

test('pages through the ids asked for', async () => {
  const query = { ids: 'op_2,op_absent,op_1,op_3', limit: '2' };
  const first = await call(query);
  const second = await call({ ...query, cursor: first.body.next_cursor });

  const ids = [first, second].map(({ body }) => body.items.map(({ id }: { id: string }) => id));
  expect(ids).toEqual([['op_2', 'op_1'], ['op_3']]);
});

test.each(['finance.write', 'finance.approve', 'configuration.write'])(
  'does not list the directory with %s, and leaves out the addresses of e-mail',
  async (permission) => {
    const permissions = [permission];
    const listed = await ledger.call('listOperators', { permissions });
    const named = await ledger.call('listOperators', { query: { ids: 'op_mail' }, permissions });
    const whole = await call({ ids: 'op_mail' });

    expect(listed.body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
    expect(named.body.items).toMatchObject([{ id: 'op_mail', name: 'Ada Lovelace' }]);
    expect(named.body.items[0]).not.toHaveProperty('email');
    expect(whole.body.items[0]).toHaveProperty('email', 'ada@acme.example');
  },
);

test('pages through all of them', async () => {
  const ids: string[] = [];
  for (let cursor: string | undefined, pages = 0; pages < 10; pages += 1) {
    const { body } = await call({ limit: '3', ...(cursor !== undefined && { cursor }) });
    ids.push(...body.items.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor;
    if (cursor === undefined) break;
  }

  expect(ids).toEqual(IDS);
});
