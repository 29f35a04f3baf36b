// An institution lets a service post, puts what it posts above an amount under control, and catches a
// mistyped rule: docs/controls.md, docs/identity.md and docs/rules.md over HTTP.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as oidc from 'openid-client';
import { grantServicePermissions } from '../../../functions/identity/administration/service-clients.ts';
import { buildProductBody, buildRuleBody } from '../../../tools/samples/request-bodies.ts';
import { buildControls } from '../../support/controls/controls.ts';
import { credit } from '../../support/stack/ledger.ts';
import { discover } from '../../support/stack/relying-party.ts';
import { startSignedInStack } from '../../support/stack/signed-in-stack.ts';
import type { SignedInStack } from '../../support/stack/signed-in-stack.ts';
import type { StackAnswer } from '../../support/stack/stack.ts';

const PERMISSIONS = 'finance.read finance.write finance.approve configuration.write audit.read';

type Caller = (method: string, path: string, body?: object, key?: string) => Promise<StackAnswer>;

let stack: SignedInStack;
let maker: Caller;
let checker: Caller;
let service: Caller;
let accountId: string;

const buildCaller =
  (token: string): Caller =>
  (method, path, body, key) =>
    stack.request(method, path, {
      token,
      ...(body && { body }),
      ...(key !== undefined && { key }),
    });

beforeAll(async () => {
  stack = await startSignedInStack();
  const signIn = (sub: string) => stack.token({ sub, tenant_id: 'aurora', scope: PERMISSIONS });
  maker = buildCaller(await signIn('ada'));
  checker = buildCaller(await signIn('grace'));
  await grantServicePermissions(stack.administration, 'worker', ['finance.read', 'finance.write']);
  const worker = await discover(stack.authUrl, 'worker', stack.secret);
  const scope = 'finance.read finance.write';
  service = buildCaller((await oidc.clientCredentialsGrant(worker, { scope })).access_token);

  const controls = buildControls([
    { operation: 'postJournalEntry', when: 'actor.kind == "SERVICE" && amount > 10000.00' },
    { operation: 'upsertProduct' },
  ]);
  const { body: request } = await maker('PUT', '/api/controls', { controls });
  expect((await decide(checker, 'approve', request.id)).body.status).toBe('APPLIED');
  const customer = { customer_id: 'c', product_id: 'giro', name: 'Ada', currency: 'EUR' };
  accountId = (await service('POST', '/api/accounts', customer)).body.id;
});
afterAll(() => stack.stop());

const decide = (by: Caller, decision: string, id: string) =>
  by('POST', `/api/change-requests/${id}/${decision}`, { reason: 'Seen the order' });
const post = (by: Caller, amount: string, key?: string) =>
  by('POST', '/api/journal-entries', credit(accountId, amount), key);
const readBalance = async () =>
  (await maker('GET', `/api/accounts/${accountId}/balance`)).body.balance;

test('a service posts up to an amount, and a person approves what is above', async () => {
  expect((await post(service, '9000.00')).status).toBe(201);
  const key = 'order-of-eleven-thousand';
  const caught = await post(service, '11000.00', key);
  const repeated = await post(service, '11000.00', key);

  expect([caught.status, caught.body]).toMatchObject([
    202,
    { status: 'PENDING_APPROVAL', requested_by: expect.stringMatching(/^svc_/) },
  ]);
  expect([repeated.status, repeated.text]).toEqual([202, caught.text]);
  expect(await readBalance()).toBe('9000.00');
  expect((await decide(service, 'approve', caught.body.id)).status).toBe(403);

  const { body: waiting } = await checker('GET', '/api/requests?status=PENDING_APPROVAL');
  expect(waiting.items.map(({ id }: { id: string }) => id)).toEqual([caught.body.id]);
  expect((await decide(checker, 'approve', caught.body.id)).body.status).toBe('APPLIED');
  expect(await readBalance()).toBe('20000.00');
  expect((await decide(checker, 'approve', caught.body.id)).body.code).toBe('already_decided');
  expect((await post(maker, '11000.00')).status).toBe(201);
});

test('an overdraft is raised by two people, and not by its maker', async () => {
  const product = buildProductBody('giro', { config: { overdraft_limit: '999999.00' } });
  const { status, body: request } = await maker('POST', '/api/products', product);

  expect(status).toBe(202);
  expect((await maker('GET', '/api/products/giro')).status).toBe(404);
  expect((await decide(maker, 'approve', request.id)).body.code).toBe('self_approval');
  expect((await decide(checker, 'approve', request.id)).body.status).toBe('APPLIED');
  expect((await maker('GET', '/api/products/giro')).body.config).toEqual(product.config);
});

test('a mistyped rule has a warning, and is refused where the institution is strict', async () => {
  const path = '/api/products/giro/rules';
  const mistyped = buildRuleBody({ condition: 'amuont > 1000.00', enabled: false });
  const accepted = await maker('POST', path, mistyped);
  const settings = { rule_conditions: 'STRICT' };
  expect((await maker('PUT', '/api/general-ledger/settings', settings)).status).toBe(200);
  const refused = await maker('POST', path, mistyped);

  expect([accepted.status, accepted.body.warnings]).toMatchObject([
    201,
    [{ expression: '/condition', line: 1, column: 1 }],
  ]);
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_rule']);
});
