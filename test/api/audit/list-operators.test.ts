import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { writeTokenHolder } from '../../../functions/identity/storage/directory.ts';
import { openIdentityTable } from '../../../functions/identity/storage/identity-table.ts';
import { startWatchedLedger } from '../../support/stack/ledger.ts';
import type { WatchedLedger } from '../../support/stack/ledger.ts';

const IDS = ['batch-service', 'op_1', 'op_2', 'op_3'];

let ledger: WatchedLedger;
beforeAll(async () => {
  ledger = await startWatchedLedger();
  const table = openIdentityTable(ledger.identityTable);
  for (const id of IDS.toReversed()) {
    const kind = id.startsWith('op_') ? 'OPERATOR' : 'SERVICE';
    const holder = { tenantId: 'acme', id, kind, issuer: 'https://id.example', names: {} } as const;
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
  ]);
  expect(body.next_cursor).toBeUndefined();
  expect(ledger.proxy.requests.length - before).toBe(1);
});

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
