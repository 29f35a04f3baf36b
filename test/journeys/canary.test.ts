// The canary against the running product, and against one that fails in each of its steps.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SSMClient } from '@aws-sdk/client-ssm';
import { setUpCanary } from '../../commands/administration/canary-commands.ts';
import { runSmokeTest } from '../../commands/prove/check-steps.ts';
import { readCanaryCredentials } from '../../functions/canary/canary-credentials.ts';
import { CanaryDifference, CanaryFailure, runCanary } from '../../functions/canary/canary-steps.ts';
import { requireService } from '../../functions/identity/administration/service-clients.ts';
import { startJsonService } from '../../local/http/json-service.ts';
import { ServiceError } from '../../local/http/service-error.ts';
import { startChangingProxy } from '../support/canary/changing-proxy.ts';
import type { ChangingProxy } from '../support/canary/changing-proxy.ts';
import { startSignedInStack } from '../support/stack/signed-in-stack.ts';
import type { SignedInStack } from '../support/stack/signed-in-stack.ts';

const TENANT = 'canary';
const PARAMETER = '/countinghouse/test/canary-secret';
const LOCAL = { accessKeyId: 'local', secretAccessKey: 'local' };

let stack: SignedInStack;
let secretId: string;
let secrets: SecretsManagerClient;
let proxy: ChangingProxy;
let setUp: (tenantId?: string, stage?: string) => Promise<void>;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  stack = await startSignedInStack();
  stops.push(stack.stop);
  const { secretsEndpoint, outputs, urls } = stack.local;
  secretId = String(Object.entries(outputs).find(([name]) => name.endsWith('.CanarySecret'))?.[1]);
  const parameters = await startJsonService({
    GetParameter: ({ Name }) => {
      if (Name !== PARAMETER) throw new ServiceError('ParameterNotFound', 'There is none.');
      return { Parameter: { Name, Value: secretId } };
    },
  });
  stops.push(parameters.stop);
  const at = (endpoint: string) => ({ endpoint, region: 'us-east-1', credentials: LOCAL });
  secrets = new SecretsManagerClient(at(secretsEndpoint));
  const clients = { secrets, parameters: new SSMClient(at(parameters.endpoint)) };
  setUp = (tenantId = TENANT, stage = 'test') =>
    setUpCanary(stack.administration, { tenantId, stage }, clients);
  proxy = await startChangingProxy(String(urls.base_url));
  stops.push(proxy.stop);
});
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});

const invoke = (event: object = {}) => stack.local.functions.invoke('test-run-canary', event);

let runs = 0;
function run(ledger = proxy.origin, issuer = stack.authUrl): Promise<void> {
  runs += 1;
  return runCanary({
    addresses: { ledger, issuer },
    readCredentials: () => readCanaryCredentials(secrets, secretId),
    name: `journey-${runs}`,
  });
}

test('before its set-up it fails to sign in, and says what to do', async () => {
  expect(await invoke()).toEqual({
    passed: false,
    failed_step: 'sign-in',
    reason: expect.stringContaining('npm run admin -- canary set-up'),
  });
});

test('a set-up needs a stage with a canary, and a tenant without operators', async () => {
  await expect(setUp(TENANT, 'other')).rejects.toThrow('other has no canary');
  await expect(setUp('aurora')).rejects.toThrow('a tenant of its own');
});

test('after its set-up it passes, and moves one unit to and fro', async () => {
  await setUp();
  const token = await stack.token({ tenant_id: TENANT });
  const readBalances = async () => {
    const { body } = await stack.get('/api/accounts', { token });
    const accounts = body as { name: string; balance: string }[];
    return Object.fromEntries(accounts.map(({ name, balance }) => [name, balance]));
  };

  const seen: object[] = [];
  for (let count = 0; count < 3; count += 1) {
    expect(await invoke({ id: `scheduled-event-${count}` })).toEqual({ passed: true });
    seen.push(await readBalances());
  }
  const [first, second] = [
    { 'Canary 1': '1.00', 'Canary 2': '0.00' },
    { 'Canary 1': '0.00', 'Canary 2': '1.00' },
  ];
  expect(seen).toEqual([first, second, first]);
});

test('the canary between a posting of the smoke test and its reading changes nothing for either', async () => {
  const seen: unknown[] = [];
  proxy.change('POST /api/journal-entries', async (call) => {
    // The smoke test repeats its posting before it reads.
    if (call === 2) seen.push(await invoke());
    return undefined;
  });
  await runSmokeTest({
    addresses: { ledger: proxy.origin, issuer: stack.authUrl },
    readCredentials: () => readCanaryCredentials(secrets, secretId),
  });
  proxy.reset();

  expect(seen).toEqual([{ passed: true }]);
});

test('a second set-up replaces the key', async () => {
  const readKid = async () => {
    const { SecretString = '' } = await secrets.send(
      new GetSecretValueCommand({ SecretId: secretId }),
    );
    return (JSON.parse(SecretString) as { kid: string }).kid;
  };
  const before = await readKid();
  await setUp();

  const { keys, secrets: clientSecrets } = await requireService(stack.administration, 'canary');
  expect(await readKid()).not.toBe(before);
  expect(keys.map(({ kid }) => kid)).toEqual([await readKid()]);
  expect(clientSecrets).toEqual([]);
  expect(await invoke()).toEqual({ passed: true });
});

const refusal = { status: 409, body: { code: 'insufficient_funds' } };

test.each([
  ['open-accounts', 'POST /api/accounts', () => refusal, false],
  ['read-balances', 'GET /balance', () => 'closed' as const, false],
  ['read-balances', 'GET /balance', () => ({ status: 200, body: { balance: '7.00' } }), true],
  ['post', 'POST /api/journal-entries', () => refusal, false],
  [
    'repeat',
    'POST /api/journal-entries',
    (call: number) => (call === 2 ? { status: 201, body: { id: 'jrn_other' } } : undefined),
    true,
  ],
  [
    'compare-balances',
    'GET /balance',
    (call: number) => (call > 2 ? { status: 200, body: { balance: '0.50' } } : undefined),
    true,
  ],
  [
    'compare-entry',
    'GET /api/journal-entries/',
    () => ({ status: 200, body: { id: 'jrn_other' } }),
    true,
  ],
])('names the failed step: %s, %s', async (step, route, change, isDifference) => {
  await run();
  proxy.change(route, change);
  const failure = await run().catch((error: unknown) => error);
  proxy.reset();

  expect(failure).toBeInstanceOf(CanaryFailure);
  const { step: failed, message, cause } = failure as CanaryFailure;
  expect(failed).toBe(step);
  expect(message).toMatch(new RegExp(`^${step}: .{10}`));
  expect(cause instanceof CanaryDifference).toBe(isDifference);
  // What a failed run has posted is no fault of the next.
  await run();
});

test('names the sign-in when the identity service is down, without the assertion', async () => {
  proxy.change('POST /token', () => ({ status: 503, body: {} }));
  await expect(run(proxy.origin, proxy.origin)).rejects.toMatchObject({
    step: 'sign-in',
    message: 'sign-in: POST /token answered 503',
  });
  proxy.reset();
});
