// Least privilege on this machine: what functions and state machines ask of others is held against
// their roles.
import type { DeployedResource, Deployment } from '../cloudformation/deployment.ts';
import { textOf } from '../cloudformation/template.ts';
import { machineType } from '../state-machines/step-functions.ts';
import { readKeyNeeds } from './encryption.ts';
import { Gate } from './enforcer.ts';
import type { Principal } from './enforcer.ts';
import { jsonNeeds } from './json-needs.ts';
import type { Denial } from './enforced-service.ts';
import { readRoles } from './roles.ts';
import type { Need, Rule } from './policy-evaluation.ts';

export type Police = {
  gate: Gate;
  /** Why a principal may not do what it is about to; undefined when it may, or is nobody's. */
  denial(principal: string, needs: readonly Need[]): string | undefined;
  /** As `denial`, of a call in the JSON that most services speak. */
  denialOfCall: Denial;
};

/** Reads the roles of the template. Throws for a policy that it cannot judge. */
export function startPolice(deployment: Deployment, log: (line: string) => void): Police {
  const gate = new Gate(principalsOf(deployment), log);
  const keyNeeds = readKeyNeeds(deployment);
  const needsOf = jsonNeeds(deployment);
  const denial = (principal: string, needs: readonly Need[]) =>
    gate.denial(principal, [...needs, ...needs.flatMap(keyNeeds)]);
  return {
    gate,
    denial,
    denialOfCall(caller, target, input) {
      if (!gate.knows(caller)) return undefined;
      const needs = needsOf(target, input());
      if (needs) return denial(caller, needs);
      const sentence = `The local runner does not know what ${target} needs of ${caller}’s role.`;
      log(`Policy: ${sentence}`);
      return sentence;
    },
  };
}

// A function goes by its name, which is its access key id too, a state machine by its ARN, and a
// schedule by its role's.
function principalsOf(deployment: Deployment): Principal[] {
  const rulesOf = readRoles(deployment);
  return [
    ...deployment.ofType('AWS::Lambda::Function').map((one) => principalOf(one, 'Role', rulesOf)),
    ...deployment.ofType(machineType).map((one) => principalOf(one, 'RoleArn', rulesOf)),
    ...deployment
      .ofType('AWS::IAM::Role')
      .filter(isForSchedules)
      .map(({ ref, account }) => {
        const roleArn = `arn:aws:iam::${account}:role/${ref}`;
        return { name: roleArn, roleArn, rules: rulesOf(roleArn) };
      }),
  ];
}

function isForSchedules({ properties }: DeployedResource): boolean {
  return JSON.stringify(properties.AssumeRolePolicyDocument).includes('scheduler.amazonaws.com');
}

function principalOf(
  { ref: name, properties }: DeployedResource,
  role: string,
  rulesOf: (roleArn: string) => Rule[],
): Principal {
  const roleArn = textOf(properties[role], `${name}: ${role}`);
  return { name, roleArn, rules: rulesOf(roleArn) };
}
