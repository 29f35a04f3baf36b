// A service that accepts a call and never answers.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { expect, test } from '@jest/globals';
import { buildTimeBudget } from '../../functions/runtime/time-budget.ts';

test('retries a hanging call and then gives up', async () => {
  let calls = 0;
  const silent = createServer(() => (calls += 1));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const client = new SecretsManagerClient({
    ...buildTimeBudget({ attempts: 2, milliseconds: 50 }),
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });

  const call = client.send(new GetSecretValueCommand({ SecretId: 'keys' }));

  await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(calls).toBe(2);
  client.destroy();
  silent.closeAllConnections();
  silent.close();
});
