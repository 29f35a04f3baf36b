// How long a container caches products, and what rules cost.
import { afterAll, beforeEach, beforeAll, expect, test } from '@jest/globals';
import { CACHE_MS } from '../../../functions/ledger/timed-cache.ts';
import {
  credit,
  debit,
  openAccount,
  startWatchedLedger,
  transfer,
} from '../../support/stack/ledger.ts';
import type { WatchedLedger } from '../../support/stack/ledger.ts';
import { advanceTime } from '../../support/stack/advance-time.ts';
import { createRule, publishProduct } from '../../support/fixtures/products.ts';

let ledger: WatchedLedger;
beforeAll(async () => {
  ledger = await startWatchedLedger();
});
afterAll(() => ledger.stop());
beforeEach(() => advanceTime(60_000));

const post = (body: unknown) => ledger.call('postJournalEntry', { body });
const requests = async (body: unknown) => {
  ledger.proxy.requests.length = 0;
  expect((await post(body)).status).toBe(201);
  return ledger.proxy.requests.length;
};

test('20 rules cost no request when cached, and one per product, for the settings and for the codes otherwise', async () => {
  for (let n = 0; n < 20; n += 1) {
    await createRule(ledger, 'twenty', { id: `rule-${n}`, priority: n });
  }
  const one = await openAccount(ledger, { product: 'twenty', funds: '100.00' });
  const other = await openAccount(ledger, { product: 'none', funds: '100.00' });

  expect(await requests(transfer(one, other, '1.00'))).toBe(2);
  advanceTime(CACHE_MS);
  expect(await requests(transfer(one, other, '1.00'))).toBe(6);
  expect(await requests(transfer(one, other, '1.00'))).toBe(2);
});

test('applies a change within 10 s', async () => {
  const account = await openAccount(ledger, { product: 'changing', funds: '100.00' });
  await publishProduct(ledger, 'changing', { overdraft_limit: '50.00' });
  await createRule(ledger, 'changing', { id: 'new', condition: 'amount > 120' });
  const ruleId = 'new';

  advanceTime(CACHE_MS);
  expect((await post(debit(account, '120.01'))).body.code).toBe('policy_denied');
  expect((await post(debit(account, '120.00'))).status).toBe(201);
  await ledger.call('deleteRule', { path: { productId: 'changing', ruleId } });
  expect((await post(credit(account, '121.00'))).body.code).toBe('policy_denied');

  advanceTime(CACHE_MS);
  expect(CACHE_MS).toBeLessThan(10_000);
  expect((await post(credit(account, '121.00'))).status).toBe(201);
});

test('reads a product again that could not be read, and posts nothing meanwhile', async () => {
  const account = await openAccount(ledger, { product: 'unreadable' });
  await createRule(ledger, 'unreadable', { condition: 'true' });
  ledger.proxy.fail((operation) => (operation === 'Query' ? 'dead' : 'none'));

  const body = credit(account, '1.00');
  const busy = await ledger.call('postJournalEntry', { body, remainingMs: 2_000 });
  ledger.proxy.heal();

  expect(busy.status).toBe(503);
  expect((await post(body)).body.code).toBe('policy_denied');
});
