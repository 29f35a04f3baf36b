import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listClients } from '../../../functions/identity/administration/clients.ts';
import { listOperators } from '../../../functions/identity/administration/operators.ts';
import { seedDemo } from '../../../local/start/demo-data.ts';
import { fetchAccessToken } from '../../../commands/token/access-token.ts';
import { startIdentity } from '../../support/stack/identity.ts';
import type { TestIdentity } from '../../support/stack/identity.ts';

const folder = mkdtempSync(join(tmpdir(), 'demo-'));
const file = join(folder, 'demo.json');
let identity: TestIdentity;

beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(async () => {
  await identity.stop();
  rmSync(folder, { recursive: true });
});

async function canSignIn({ username, password }: { username: string; password: string }) {
  const redirectUri = 'http://localhost:4020/callback';
  const service = { authUrl: identity.issuer, clientId: 'console', redirectUri };
  return fetchAccessToken({ ...service, username, password }).then(Boolean, () => false);
}

test('creates two tenants with seven operators each, once', async () => {
  const first = await seedDemo(identity.administration, file);
  const second = await seedDemo(identity.administration, file);

  expect(second).toEqual(first);
  expect(first.operators).toHaveLength(14);
  for (const tenant of ['aurora', 'boreal']) {
    const stored = await listOperators(identity.administration, tenant);
    const seeded = first.operators.filter(({ tenant_id }) => tenant_id === tenant);
    expect(seeded).toHaveLength(7);
    expect(seeded.map(({ username, operator_id }) => [username, operator_id]).sort()).toEqual(
      stored.map(({ name, operatorId }) => [`${name}@${tenant}`, operatorId]).sort(),
    );
  }
  expect((await listClients(identity.administration)).map(({ clientId }) => clientId)).toEqual([
    'console',
    'worker',
  ]);
  expect(statSync(file).mode & 0o077).toBe(0);
  const [operator] = first.operators;
  expect(await canSignIn(operator ?? { username: '', password: '' })).toBe(true);
});

test('gives demo operators new credentials when the old ones are lost', async () => {
  rmSync(file);

  const { operators, internal_client: service } = await seedDemo(identity.administration, file);

  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await canSignIn(operators[1] ?? { username: '', password: '' })).toBe(true);
  const fields = { grant_type: 'client_credentials', ...service };
  const body = new URLSearchParams(fields);
  const answer = await fetch(`${identity.issuer}/token`, { method: 'POST', body });
  expect(answer.status).toBe(200);
});
