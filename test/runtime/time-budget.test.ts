// A service that accepts a call and never answers.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterEach, expect, test } from '@jest/globals';
import { buildTimeBudget } from '../../functions/runtime/time-budget.ts';
import { measureByOwnTimers, returnToPresent } from '../support/stack/advance-time.ts';

afterEach(returnToPresent);

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

  const command = new GetSecretValueCommand({ SecretId: 'keys' });

  // The time of a call also runs while its connection opens, which takes longer on a busy machine.
  await measureByOwnTimers(() =>
    expect(client.send(command)).rejects.toMatchObject({ name: 'TimeoutError' }),
  );
  expect(calls).toBe(2);
  client.destroy();
  silent.closeAllConnections();
  silent.close();
});
