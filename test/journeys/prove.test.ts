// The steps of the proof that use the APIs, against the running product.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SSMClient } from '@aws-sdk/client-ssm';
import { setUpCanary } from '../../commands/administration/canary-commands.ts';
import { runSmokeTest, runTour } from '../../commands/prove/check-steps.ts';
import { openStageAccess } from '../../commands/prove/stage-access.ts';
import type { StageAccess } from '../../commands/prove/proof.ts';
import { startJsonService } from '../../local/http/json-service.ts';
import { startChangingProxy } from '../support/canary/changing-proxy.ts';
import { startSignedInStack } from '../support/stack/signed-in-stack.ts';

const stops: (() => Promise<void>)[] = [];
let access: StageAccess;

beforeAll(async () => {
  const stack = await startSignedInStack();
  stops.push(stack.stop);
  const { secretsEndpoint, outputs, urls } = stack.local;
  const [, secret] = Object.entries(outputs).find(([name]) => name.endsWith('.CanarySecret')) ?? [];
  const values = new Map([
    ['/countinghouse/test/ledger-url', `${urls.base_url}/`],
    ['/countinghouse/test/auth-url', String(urls.auth_url)],
    ['/countinghouse/test/canary-secret', String(secret)],
  ]);
  const parameters = await startJsonService({
    GetParameter: ({ Name }) => ({ Parameter: { Name, Value: values.get(String(Name)) } }),
    GetParameters: ({ Names }) => ({
      Parameters: (Names as string[]).flatMap((Name) => {
        const Value = values.get(Name);
        return Value === undefined ? [] : [{ Name, Value }];
      }),
    }),
  });
  stops.push(parameters.stop);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const at = (endpoint: string) => ({ endpoint, region: 'us-east-1', credentials });
  const clients = {
    parameters: new SSMClient(at(parameters.endpoint)),
    secrets: new SecretsManagerClient(at(secretsEndpoint)),
  };
  await setUpCanary(stack.administration, { tenantId: 'canary', stage: 'test' }, clients);
  access = await openStageAccess('test', clients);
  await expect(openStageAccess('other', clients)).rejects.toThrow("canary: 'watches'");
});
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});

test('the smoke test passes', async () => {
  expect(await runSmokeTest(access)).toContain(`2 times at ${access.addresses.ledger}`);
});

test('the tour passes, and again', async () => {
  expect(await runTour(access)).toBe('5 answers are as the README shows them');
  expect(await runTour(access)).toBe('5 answers are as the README shows them');
});

test('both fail when the stage answers something else', async () => {
  const proxy = await startChangingProxy(access.addresses.ledger);
  stops.push(proxy.stop);
  proxy.change('GET /balance', () => ({ status: 200, body: { balance: '3.00' } }));
  const changed = { ...access, addresses: { ...access.addresses, ledger: proxy.origin } };

  await expect(runSmokeTest(changed)).rejects.toThrow('read-balances: the balances are 3.00');
  await expect(runTour(changed)).rejects.toThrow('The tour answered {"balance":"3.00"}');
});
