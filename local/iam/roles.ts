// The template's roles: what each may do by its own policies and by those attached to it.
import type { DeployedResource, Deployment } from '../cloudformation/deployment.ts';
import { isObject, textOf } from '../cloudformation/template.ts';
import type { Json } from '../cloudformation/template.ts';
import { rulesOf } from './policy-evaluation.ts';
import type { Rule } from './policy-evaluation.ts';

/** Gives the rules of a role by its ARN. Throws for a role that is not the template's own. */
export function readRoles(deployment: Deployment): (roleArn: string) => Rule[] {
  const roles = deployment.ofType('AWS::IAM::Role');
  const attached = deployment.ofType('AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy');
  return (roleArn) => {
    const role = roles.find(
      ({ ref, account }) => roleArn === `arn:aws:iam::${account}:role/${ref}`,
    );
    if (!role) throw new Error(`The template has no role ${roleArn}.`);
    const own = listOf(role.properties.Policies).flatMap((policy) =>
      isObject(policy) ? rulesOf(policy.PolicyDocument, role.ref) : [],
    );
    refuseUnknownParts(role);
    return [...own, ...attached.filter(isOn(role)).flatMap(rulesOfPolicy)];
  };
}

function isOn(role: DeployedResource) {
  return ({ properties }: DeployedResource) => listOf(properties.Roles).includes(role.ref);
}

function rulesOfPolicy({ ref, properties }: DeployedResource): Rule[] {
  return rulesOf(properties.PolicyDocument, ref);
}

// A policy that AWS keeps cannot be read here, and what a boundary takes away is not judged.
function refuseUnknownParts({ ref, properties }: DeployedResource) {
  const [managed] = listOf(properties.ManagedPolicyArns);
  if (managed !== undefined) {
    throw new Error(`${ref}: the local runner cannot read the policy ${textOf(managed, ref)}.`);
  }
  if (properties.PermissionsBoundary === undefined) return;
  throw new Error(`${ref}: the local runner does not know permissions boundaries.`);
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
