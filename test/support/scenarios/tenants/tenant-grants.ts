// Finds grants that no call needs where operations use the tables with credentials for one tenant: those of the roles
// for tenants, of the functions that assume them, and what is left in the functions' own roles.
import type { IamEnforcer, IamGrant } from '../../../../local/iam/iam-enforcer.ts';
import type { SignedInStack } from '../../stack/signed-in-stack.ts';
import { waitForCompletion } from '../deployed.ts';
import {
  ALL_RECORDS,
  buildScenarioContext,
  requireEnforcer,
  runScenarios,
  waitUntilTrue,
} from '../grants.ts';
import { isUnproven } from '../system/unproven-grants.ts';

/** Runs the scenarios of each operation with a role for tenants, and returns its grants that no call has needed. */
export async function findUnneededTenantGrants(stack: SignedInStack): Promise<IamGrant[]> {
  const enforcer = requireEnforcer(stack);
  const functionsByRole = readAssumers(enforcer);
  const walked = new Set([...functionsByRole.keys(), ...functionsByRole.values()]);
  const unneeded = () =>
    enforcer.unneeded().filter((grant) => walked.has(grant.principal) && !isUnproven(grant));
  const context = await buildScenarioContext(stack, ALL_RECORDS);
  await waitForCompletion(context.caller, context.records.batch);
  for (const one of functionsByRole.values()) await runScenarios(one, context);
  await waitUntilTrue(() => unneeded().length === 0);
  return unneeded();
}

/** The functions of operations, by the ARNs of the roles that they assume for a tenant. */
function readAssumers(enforcer: IamEnforcer): ReadonlyMap<string, string> {
  const assuming = enforcer.grants().filter(({ action }) => action === 'sts:AssumeRole');
  return new Map(assuming.map(({ principal, resource }) => [resource, principal]));
}
