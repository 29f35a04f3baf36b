// A condition on the product or the account catches what concerns it, that on the product by each operation that has it.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CACHE_MS } from '../../functions/ledger/timed-cache.ts';
import {
  buildAccountBody,
  buildProductBody,
  buildRuleBody,
} from '../../tools/samples/request-bodies.ts';
import { putControls } from '../support/controls/controls.ts';
import { buildLoanRequest } from '../support/fixtures/loans.ts';
import { createRule, publishProduct } from '../support/fixtures/products.ts';
import { advanceTime, returnToPresent } from '../support/stack/advance-time.ts';
import { asTenant, credit, openAccount, startLedger } from '../support/stack/ledger.ts';
import type { CallOptions, OperationCaller, TestLedger } from '../support/stack/ledger.ts';

const WHEN = 'product != null && product.id == "vip"';

/** What the operation would do with a product, or with an account of it. */
const requests = {
  createAccount: ({ product: product_id }) => ({ body: buildAccountBody({ product_id }) }),
  upsertProduct: ({ product }) => ({ body: buildProductBody(product, { config: {} }) }),
  createRule: ({ product }) => ({ path: { productId: product }, body: buildRuleBody() }),
  updateRule: ({ product }) => ({
    path: { productId: product, ruleId: 'limit' },
    body: { enabled: false },
  }),
  deleteRule: ({ product }) => ({ path: { productId: product, ruleId: 'limit' } }),
  postJournalEntry: ({ account }) => ({ body: credit(account, '1.00') }),
  createLoan: ({ account, product }) => ({
    body: { ...buildLoanRequest(account), product_id: product },
  }),
} satisfies Record<string, (subject: ControlledProduct) => CallOptions>;

interface ControlledProduct {
  readonly product: string;
  readonly account: string;
}

const names = Object.keys(requests) as (keyof typeof requests)[];

let ledger: TestLedger;
let caller: OperationCaller;
const subjects: ControlledProduct[] = [];
beforeAll(async () => {
  ledger = await startLedger();
  caller = asTenant(ledger, 'bank');
  for (const product of ['vip', 'plain']) {
    await publishProduct(caller, product);
    await createRule(caller, product, { id: 'limit' });
    subjects.push({ product, account: await openAccount(caller, { product }) });
  }
  const controls = names.map((operation) => ({ operation, when: WHEN }));
  await putControls(caller, controls);
  // What is cached without the controls has expired.
  advanceTime(CACHE_MS);
});
afterAll(async () => {
  returnToPresent();
  await ledger.stop();
});

test.each(names)('%s of the product is caught, and of another one is not', async (name) => {
  const [vip, plain] = await Promise.all(
    subjects.map((subject) => caller.call(name, requests[name](subject))),
  );

  expect([vip?.status, vip?.body.control]).toEqual([202, { when: WHEN, controls_version: 1 }]);
  expect([200, 201]).toContain(plain?.status);
});

test('a condition on the account judges by that account', async () => {
  const branch = asTenant(ledger, 'branch');
  const when = 'account != null && account.balance >= 50.00';
  await putControls(branch, [{ operation: 'postJournalEntry', when }]);
  const [rich, poor] = [
    await openAccount(branch, { funds: '49.99' }),
    await openAccount(branch, { funds: '10.00' }),
  ];
  const post = (account: string) =>
    branch.call('postJournalEntry', { body: credit(account, '0.01') });
  expect((await post(rich)).status).toBe(201);

  const [caught, posted] = [await post(rich), await post(poor)];

  expect([caught.status, caught.body.control]).toMatchObject([202, { when }]);
  expect(posted.status).toBe(201);
});
