// The whole product, with a tenant, an operator and clients in its own identity service.
import type { Administration } from '../../../functions/identity/administration/identity-change.ts';
import { openLocalTable } from '../../../commands/administration/connect.ts';
import { createIdentityRecords } from './identity.ts';
import { startTestStack } from './stack.ts';
import type { TestStack, TestStackOptions } from './stack.ts';

export interface SignedInStack extends TestStack {
  readonly authUrl: string;
  readonly administration: Administration;
  /** The secret of the service `worker`. */
  readonly secret: string;
}

export async function startSignedInStack(options?: TestStackOptions): Promise<SignedInStack> {
  const stack = await startTestStack(options);
  const { outputs, endpoint, urls } = stack.local;
  const [, table] = Object.entries(outputs).find(([name]) => name.endsWith('.IdentityTable')) ?? [];
  const administration = { table: openLocalTable(String(table), endpoint), actor: 'test' };
  const secret = await createIdentityRecords(administration);
  return { ...stack, authUrl: urls.auth_url ?? '', administration, secret };
}
