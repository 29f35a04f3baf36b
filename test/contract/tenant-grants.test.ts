// A stage whose operations use the tables with credentials for one tenant: its roles grant nothing that is not needed.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findUnneededTenantGrants } from '../support/scenarios/tenants/tenant-grants.ts';
import { startSignedInStack } from '../support/stack/signed-in-stack.ts';
import type { SignedInStack } from '../support/stack/signed-in-stack.ts';

let stack: SignedInStack;
beforeAll(async () => {
  stack = await startSignedInStack({ settings: { tenantCredentials: true } });
});
afterAll(() => stack.stop());

// Must be the first test: a grant that only the calls of another test need has no scenario.
test('every grant of the roles for tenants, and of the functions that assume them, is needed', async () => {
  expect(await findUnneededTenantGrants(stack)).toEqual([]);
  expect(stack.denials).toEqual([]);
}, 3_600_000);
