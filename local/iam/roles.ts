// The template's roles: what each may do by its own policies and by those attached to it.
import type { DeployedResource, Deployment } from '../cloudformation/deployment.ts';
import { isObject, requireText } from '../cloudformation/template.ts';
import type { Json } from '../cloudformation/template.ts';
import { readRules } from './policy-evaluation.ts';
import type { IamRule } from './policy-evaluation.ts';

/** Gives the rules of a role by its ARN. Throws for a role that is not the template's own. */
export function readRoles(deployment: Deployment): (roleArn: string) => IamRule[] {
  const roles = deployment.ofType('AWS::IAM::Role');
  const attached = deployment.ofType('AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy');
  return (roleArn) => {
    const role = roles.find(
      ({ ref, account }) => roleArn === `arn:aws:iam::${account}:role/${ref}`,
    );
    if (!role) throw new Error(`The template has no role ${roleArn}.`);
    const own = toList(role.properties.Policies).flatMap((policy) =>
      isObject(policy) ? readRules(policy.PolicyDocument, role.ref) : [],
    );
    refuseUnknownParts(role);
    return [...own, ...attached.filter(buildRoleTest(role)).flatMap(readPolicyRules)];
  };
}

function buildRoleTest(role: DeployedResource) {
  return ({ properties }: DeployedResource) => toList(properties.Roles).includes(role.ref);
}

function readPolicyRules({ ref, properties }: DeployedResource): IamRule[] {
  return readRules(properties.PolicyDocument, ref);
}

// A policy that AWS keeps cannot be read here, and what a boundary takes away is not judged.
function refuseUnknownParts({ ref, properties }: DeployedResource) {
  const [managed] = toList(properties.ManagedPolicyArns);
  if (managed !== undefined) {
    throw new Error(
      `${ref}: the local runner cannot read the policy ${requireText(managed, ref)}.`,
    );
  }
  if (properties.PermissionsBoundary === undefined) return;
  throw new Error(`${ref}: the local runner does not know permissions boundaries.`);
}

function toList(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
