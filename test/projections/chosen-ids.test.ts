// Identifiers that callers choose may look like those of records, and must not be taken for the newest of them.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStatus, writeStatus } from '../../functions/ledger/projections/status.ts';
import { listShardNames } from '../../functions/ledger/store/ids.ts';
import type { Store } from '../../functions/ledger/store/store.ts';
import { buildProductBody } from '../../tools/samples/request-bodies.ts';
import { createRule } from '../support/fixtures/products.ts';
import { projectReceipts } from '../support/projections/projections.ts';
import { startStoredLedger } from '../support/projections/tables.ts';
import type { StoredLedger } from '../support/projections/tables.ts';
import { openAccount } from '../support/stack/ledger.ts';
import type { TestLedger } from '../support/stack/ledger.ts';

const TENANT = 'acme';

let rig: StoredLedger;
let ledger: TestLedger;
let store: Store;
beforeAll(async () => {
  rig = await startStoredLedger();
  ({ ledger, store } = rig);
});
afterAll(() => rig.stop());

async function readLag(): Promise<number> {
  const { body } = await ledger.call('getProjectionStatus');
  const isOfAccounts = (one: { readonly projection_name: string }) =>
    one.projection_name === 'account_lists';
  return body.find(isOfAccounts).lag_seconds;
}

test('a product that is named like an account hides no account that is not listed yet', async () => {
  await openAccount(ledger);
  for (const shard of listShardNames(store.shards)) {
    const body = buildProductBody(`acc_savings-${shard}`, { type: 'TEST', config: {} });
    expect((await ledger.call('upsertProduct', { body })).status).toBe(201);
  }
  await projectReceipts(ledger);
  expect(await readLag()).toBe(0);
  await openAccount(ledger);

  expect(await readLag()).toBeGreaterThan(0);
});

test('what an earlier version took for the newest account is forgotten', async () => {
  await projectReceipts(ledger);
  const status = await readStatus(store, TENANT);
  const [[name, id] = ['', '']] = Object.entries(status.heads);
  const poisoned = { [name]: id, 'acc-ff': 'acc_savings-ff', 'constructor-x': 'constructor_x' };
  await writeStatus(store, TENANT, { ...status, heads: poisoned });

  expect((await readStatus(store, TENANT)).heads).toEqual({ [name]: id });
});

test('finds the audit events of a rule by the longest ids', async () => {
  const [productId, ruleId] = ['p'.repeat(128), 'r'.repeat(128)];
  await createRule(ledger, productId, { id: ruleId });
  await projectReceipts(ledger);

  const subject = `${productId}/${ruleId}`;
  const { body } = await ledger.call('listAuditEvents', { query: { subject } });

  expect(body.items).toMatchObject([{ operation: 'createRule', subjects: [subject] }]);
});
