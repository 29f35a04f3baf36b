// The whole product with tenants, operators and clients of its own identity service.
import type { Administration } from '../../../functions/identity/administration/change.ts';
import { localTable } from '../../../commands/administration/connect.ts';
import { populate } from './identity.ts';
import { startStack, type Stack } from './stack.ts';

export interface SignedInStack extends Stack {
  readonly authUrl: string;
  readonly administration: Administration;
  /** Of the service `worker`. */
  readonly secret: string;
}

export async function startSignedInStack(): Promise<SignedInStack> {
  const stack = await startStack();
  const { outputs, endpoint, urls } = stack.local;
  const [, table] = Object.entries(outputs).find(([name]) => name.endsWith('.IdentityTable')) ?? [];
  const administration = { table: localTable(String(table), endpoint), actor: 'test' };
  const secret = await populate(administration);
  return { ...stack, authUrl: urls.auth_url ?? '', administration, secret };
}
