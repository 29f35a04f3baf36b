// A stage whose operations use the tables with credentials for one tenant. The roles are enforced, and those of the
// functions have no grants on tables.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  buildAccountBody,
  buildCreditBody,
  buildTransitionBody,
} from '../../../tools/samples/request-bodies.ts';
import { startTestStack } from '../../support/stack/stack.ts';
import type { TestStack } from '../../support/stack/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ settings: { tenantCredentials: true } });
});
afterAll(() => stack.stop());

test('two tenants open, post and read, each with credentials of its own', async () => {
  for (const tenant_id of ['acme', 'bank']) {
    const token = await stack.token({ tenant_id });
    const opened = await stack.post('/api/accounts', buildAccountBody(), { token });
    const { id } = opened.body;
    const posted = await stack.post('/api/journal-entries', buildCreditBody(id, '5.00'), { token });
    const balance = await stack.get(`/api/accounts/${id}/balance`, { token });
    // Reads the generations of the projections, which tenants share.
    const listed = await stack.get('/api/accounts?name_prefix=a', { token });

    const asked = await stack.post(
      `/api/accounts/${id}/status-transitions`,
      buildTransitionBody(),
      {
        token,
      },
    );
    // Reads the names of the makers from the identity table.
    const inbox = await stack.get('/api/requests', { token });

    expect([asked.status, inbox.status, inbox.body.items?.length]).toEqual([201, 200, 1]);
    expect([opened.status, posted.status, balance.status, listed.status]).toEqual([
      201, 201, 200, 200,
    ]);
    expect(balance.body.balance).toBe('5.00');
  }
  expect(stack.denials).toEqual([]);
});

test('a tenant does not find the account of another', async () => {
  const opened = await stack.post('/api/accounts', buildAccountBody());
  const token = await stack.token({ tenant_id: 'bank' });

  expect((await stack.get(`/api/accounts/${opened.body.id}`, { token })).status).toBe(404);
});
