// What an operator types stands for an account only if it can be no other.
import { expect, test } from '@jest/globals';
import { ledgerClient } from '../../client/client.ts';
import { searchAccounts } from '../../console/src/api/search/search-accounts.ts';
import { startEndpoint } from '../../local/http/endpoint.ts';

/** Searches an institution that has so many accounts; the API answers at most a hundred. */
async function search(names: readonly string[], text: string) {
  const accounts = names.map((name, at) => ({ id: `acc_${at}`, name }));
  const { endpoint, stop } = await startEndpoint(async (request, response) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams;
    const prefix = query.get('name_prefix');
    const isOther = query.has('external_id') || query.has('customer_id');
    const found = accounts.filter(({ name }) => !isOther && name.startsWith(prefix ?? ''));
    const more = found.length > 100 && { 'X-Next-Cursor': 'next' };
    response.writeHead(200, { 'content-type': 'application/json', ...more });
    response.end(JSON.stringify(found.slice(0, 100)));
  });
  try {
    const ledger = ledgerClient({ baseUrl: endpoint, token: () => 'token', attempts: 1 });
    const { accounts: offered, only } = await searchAccounts(ledger, text);
    return { offered: offered.map(({ name }) => name), only: only?.name };
  } finally {
    await stop();
  }
}

const others = Array.from({ length: 99 }, (_, at) => `Customer ${at}`);

test('a part of a name stands for the one account of a few that has it', async () => {
  const names = ['Ada Lovelace', 'Grace Hopper'];

  expect(await search(names, 'Lovelace')).toEqual({
    offered: ['Ada Lovelace'],
    only: 'Ada Lovelace',
  });
  expect((await search(names, 'a')).only).toBeUndefined();
  expect((await search(names, '')).only).toBeUndefined();
});

test('of more accounts than are looked at, a part of a name stands for none', async () => {
  const names = ['Ada Lovelace', ...others, 'Byron Lovelace'];

  expect(await search(names, 'Lovelace')).toEqual({ offered: ['Ada Lovelace'], only: undefined });
  expect((await search(names, 'Ada')).only).toBe('Ada Lovelace');
  expect((await search(names, 'Byron')).only).toBe('Byron Lovelace');
});
