// Checks the calls of functions, state machines and schedules against their roles, so that a missing
// grant is found before it is deployed.
import type { DeployedResource, Deployment } from '../cloudformation/deployment.ts';
import { requireText } from '../cloudformation/template.ts';
import { MACHINE_TYPE } from '../state-machines/definition.ts';
import { readKeyNeeds } from './encryption.ts';
import { IamEnforcer } from './iam-enforcer.ts';
import type { IamPrincipal } from './iam-enforcer.ts';
import { buildJsonNeeds } from './json-permissions.ts';
import type { DenialCheck } from './enforced-service.ts';
import { buildRoleArn, isAssumedByRole, readRoles } from './roles.ts';
import type { IamNeed, IamRule } from './policy-evaluation.ts';

export interface RoleEnforcement {
  readonly enforcer: IamEnforcer;
  /** Returns why a call is denied; undefined if it is allowed, or if the principal is unknown. */
  denial(principal: string, needs: readonly IamNeed[]): string | undefined;
  /** Like `denial`, for a call in the JSON protocol that most services use. */
  readonly denialOfCall: DenialCheck;
}

/** Reads the template's roles. Throws for a policy that it cannot evaluate. */
export function startRoleEnforcement(
  deployment: Deployment,
  log: (line: string) => void,
): RoleEnforcement {
  const enforcer = new IamEnforcer(listPrincipals(deployment), log);
  const keyNeeds = readKeyNeeds(deployment);
  const needsOf = buildJsonNeeds(deployment);
  const denial = (principal: string, needs: readonly IamNeed[]) =>
    enforcer.denial(principal, [...needs, ...needs.flatMap(keyNeeds)]);
  return {
    enforcer,
    denial,
    denialOfCall(caller, target, input) {
      if (!enforcer.knows(caller)) return undefined;
      const needs = needsOf(target, input());
      if (needs) return denial(caller, needs);
      const sentence = `The local runner does not know which permissions ${target} needs, so it denies it to ${caller}.`;
      log(`Policy: ${sentence}`);
      return sentence;
    },
  };
}

// A function is identified by its name, which is also its access key id, a state machine by its ARN, and
// a schedule by the ARN of its role, as is a role that functions assume.
function listPrincipals(deployment: Deployment): IamPrincipal[] {
  const rulesOf = readRoles(deployment);
  return [
    ...deployment.ofType('AWS::Lambda::Function').map((one) => toPrincipal(one, 'Role', rulesOf)),
    ...deployment.ofType(MACHINE_TYPE).map((one) => toPrincipal(one, 'RoleArn', rulesOf)),
    ...deployment
      .ofType('AWS::IAM::Role')
      .filter((role) => isScheduleRole(role) || isAssumedByRole(role))
      .map((role) => {
        const roleArn = buildRoleArn(role);
        return { name: roleArn, roleArn, rules: rulesOf(roleArn) };
      }),
  ];
}

function isScheduleRole({ properties }: DeployedResource): boolean {
  return JSON.stringify(properties.AssumeRolePolicyDocument).includes('scheduler.amazonaws.com');
}

function toPrincipal(
  { ref: name, properties }: DeployedResource,
  role: string,
  rulesOf: (roleArn: string) => IamRule[],
): IamPrincipal {
  const roleArn = requireText(properties[role], `${name}: ${role}`);
  return { name, roleArn, rules: rulesOf(roleArn) };
}
