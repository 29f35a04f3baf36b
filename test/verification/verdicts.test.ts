import { afterAll, expect, test } from '@jest/globals';
import { openStore } from '../../functions/ledger/store/store.ts';
import {
  readTenantVerdict,
  writeTenantVerdicts,
} from '../../functions/ledger/verdicts/verdicts.ts';
import { readLedgerEnvironment } from '../../functions/runtime/environment.ts';
import { startWatchedLedger } from '../support/stack/ledger.ts';

const ledger = await startWatchedLedger();
afterAll(() => ledger.stop());

test('a verdict that the store is slow to take keeps no other tenant waiting', async () => {
  const tenants = Array.from({ length: 40 }, (_, index) => `bank-${index}`);
  const store = openStore(readLedgerEnvironment());
  const common = { verifiedAt: '2026-11-20T02:20:00.000Z', isFinished: true };
  const differencesByTenant = new Map(tenants.map((tenant, index) => [tenant, index]));
  let puts = 0;
  ledger.proxy.fail((operation, _, tenant) =>
    operation === 'PutItem' && tenant === 'bank-0' && (puts += 1) === 1 ? 'held' : 'none',
  );

  await writeTenantVerdicts(store, { ...common, differencesByTenant });

  const [first] = ledger.proxy.requests.filter(({ operation }) => operation === 'PutItem');
  await ledger.proxy.release();
  expect(JSON.stringify(first?.input)).not.toContain('bank-0#');
  const verdicts = tenants.map((tenant) => readTenantVerdict(store, tenant));
  const expected = tenants.map((_, index) => ({ ...common, differences: index }));
  expect(await Promise.all(verdicts)).toEqual(expected);
});
