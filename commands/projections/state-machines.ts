import { paginateListStateMachines } from '@aws-sdk/client-sfn';
import type { SFNClient } from '@aws-sdk/client-sfn';

/** Finds the ARNs of the state machines with these names; throws when one is missing. */
export async function findStateMachines<Name extends string>(
  client: SFNClient,
  names: readonly Name[],
): Promise<Record<Name, string>> {
  const found = new Map<string | undefined, string>();
  for await (const { stateMachines = [] } of paginateListStateMachines({ client }, {})) {
    for (const { name, stateMachineArn } of stateMachines) found.set(name, String(stateMachineArn));
  }
  const missing = names.filter((name) => !found.has(name));
  if (missing.length === 0) {
    return Object.fromEntries(names.map((name) => [name, found.get(name)])) as Record<Name, string>;
  }
  throw new Error(`There is no state machine ${missing.join(' and no ')} in this account.`);
}
