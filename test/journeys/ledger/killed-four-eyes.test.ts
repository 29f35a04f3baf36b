// The journey of an institution under four eyes (four-eyes.test.ts), with a kill of the product between any
// two of its steps: each step is repeated by its caller after the new start, is done once, and the next one follows.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { chooseEngine } from '../../../local/engines/engine.ts';
import { startProduct } from '../../../tools/bench/load/running-product.ts';
import type { RunningProduct } from '../../../tools/bench/load/running-product.ts';
import { buildProductBody, buildRuleBody } from '../../../tools/samples/request-bodies.ts';
import { startCommand } from '../../support/commands/running-command.ts';
import { buildControls } from '../../support/controls/controls.ts';
import { credit } from '../../support/stack/ledger.ts';

const folder = mkdtempSync(join(tmpdir(), 'four-eyes-'));
const data = join(folder, 'data');
const engine = String(chooseEngine(process.env['DYNAMODB_ENGINE']));
let product: RunningProduct;
afterAll(async () => {
  await product.stop().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true });
});

const start = async () => {
  product = await startProduct({ folder, engine, data });
};

interface StepAnswer {
  readonly status: number;
  readonly text: string;
}

type Send = (key: string) => Promise<StepAnswer>;

/** A step, and what its answer must have; the answers of earlier steps are in `answers`. */
interface JourneyStep {
  readonly name: string;
  readonly send: Send;
  readonly status: number;
  readonly body: object;
}

const answers: Record<string, { readonly id: string }> = {};
const idOf = (step: string) => answers[step]?.id ?? '';

const SERVICE_SCOPE = 'finance.read finance.write';

async function signServiceIn(): Promise<string> {
  const { auth_url: authUrl, internal_client: client } = product.stack;
  const grant = { grant_type: 'client_credentials', scope: SERVICE_SCOPE, ...client };
  const body = new URLSearchParams(grant);
  const answer = await fetch(`${authUrl}/token`, { method: 'POST', body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function sendAsService(path: string, body: object, key: string): Promise<StepAnswer> {
  const answer = await fetch(`${product.stack.base_url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await signServiceIn()}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
}

const service =
  (path: string, buildBody: () => object): Send =>
  (key) =>
    sendAsService(path, buildBody(), key);

/** As the operator who may do this and the least else: makers do not approve. */
const configure =
  (method: string, path: string, body: object): Send =>
  (key) =>
    product.send({ method, path, permission: 'configuration.write', body, key });

const approve =
  (step: string): Send =>
  (key) => {
    const path = `/api/change-requests/${idOf(step)}/approve`;
    const body = { reason: 'Seen the order' };
    return product.send({ method: 'POST', path, permission: 'finance.approve', body, key });
  };

const post = (amount: string): Send =>
  service('/api/journal-entries', () => credit(idOf('open'), amount));

async function read(path: string) {
  return JSON.parse(
    await product.requireSuccess({ method: 'GET', path, permission: 'finance.read' }),
  );
}

const controls = buildControls([
  { operation: 'postJournalEntry', when: 'actor.kind == "SERVICE" && amount > 10000.00' },
  { operation: 'upsertProduct' },
]);
const raised = buildProductBody('giro', { config: { overdraft_limit: '999999.00' } });
const mistyped = buildRuleBody({ condition: 'amuont > 1000.00', enabled: false });
const customer = { customer_id: 'c', product_id: 'giro', name: 'Ada', currency: 'EUR' };
const pending = { status: 'PENDING_APPROVAL' };
const applied = { status: 'APPLIED' };
const RULES = '/api/products/giro/rules';
const STRICT = { rule_conditions: 'STRICT' };

const journey: readonly JourneyStep[] = [
  {
    name: 'controls',
    send: configure('PUT', '/api/controls', { controls }),
    status: 202,
    body: pending,
  },
  { name: 'controls approved', send: approve('controls'), status: 201, body: applied },
  {
    name: 'open',
    send: service('/api/accounts', () => customer),
    status: 201,
    body: { balance: '0.00' },
  },
  {
    name: 'post 9,000.00',
    send: post('9000.00'),
    status: 201,
    body: { posted_by: expect.stringMatching(/^svc_/) },
  },
  { name: 'post 11,000.00', send: post('11000.00'), status: 202, body: pending },
  { name: 'posting approved', send: approve('post 11,000.00'), status: 201, body: applied },
  {
    name: 'overdraft',
    send: configure('POST', '/api/products', raised),
    status: 202,
    body: pending,
  },
  { name: 'overdraft approved', send: approve('overdraft'), status: 201, body: applied },
  {
    name: 'mistyped rule',
    send: configure('POST', RULES, mistyped),
    status: 201,
    body: { warnings: [{ line: 1, column: 1 }] },
  },
  {
    name: 'strict',
    send: configure('PUT', '/api/general-ledger/settings', STRICT),
    status: 200,
    body: STRICT,
  },
  {
    name: 'rule refused',
    send: configure('POST', RULES, mistyped),
    status: 400,
    body: { code: 'invalid_rule' },
  },
];

test('each step is done once although the product is killed between any two', async () => {
  await start();
  const { client_id: id } = product.stack.internal_client;
  const words = ['client', 'grant', id, ...SERVICE_SCOPE.split(' '), '--data', data];
  expect(await startCommand('admin', words).end).toMatchObject({ code: 0 });

  for (const { name, send, status, body } of journey) {
    const key = `key of the step ${name}`.replaceAll(/\W/g, '-');
    const first = await send(key);
    await product.kill();
    await start();
    const repeated = await send(key);

    const parsed = JSON.parse(first.text);
    answers[name] = parsed;
    expect([name, first.status, parsed]).toMatchObject([name, status, body]);
    const { correlation_id: _, ...same } = parsed;
    expect([name, repeated.status, JSON.parse(repeated.text)]).toMatchObject([name, status, same]);
  }

  expect((await read(`/api/accounts/${idOf('open')}/balance`)).balance).toBe('20000.00');
  expect((await read(`/api/accounts/${idOf('open')}/statement`)).items).toHaveLength(2);
  expect((await read('/api/products/giro')).config).toEqual(raised.config);
  expect(await read(RULES)).toHaveLength(1);
  const { items } = await read('/api/change-requests');
  expect(items.map((request: { status: string }) => request.status)).toEqual(
    Array(3).fill('APPLIED'),
  );
  const verified = await startCommand('verify', ['--data', data, '--settle', '1']).end;
  expect(verified).toMatchObject({ code: 0, out: expect.stringMatching(/^Sound: 1 account, /) });
}, 3_600_000);
