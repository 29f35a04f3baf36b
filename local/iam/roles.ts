// Reads the rules of the template's roles, from their own policies and those attached to them.
import type { DeployedResource, Deployment } from '../cloudformation/deployment.ts';
import { isObject, requireText } from '../cloudformation/template.ts';
import type { Json, JsonObject } from '../cloudformation/template.ts';
import { readRules } from './policy-evaluation.ts';
import type { IamRule } from './policy-evaluation.ts';

/**
 * Returns the rules of a role by its ARN: its own, those of policies attached to it, and those of other roles that
 * name it in their trust policies, as IAM combines them within an account. Throws for a role that is not in the
 * template.
 */
export function readRoles(deployment: Deployment): (roleArn: string) => IamRule[] {
  const roles = deployment.ofType('AWS::IAM::Role');
  const attached = deployment.ofType('AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy');
  return (roleArn) => {
    const role = roles.find((one) => roleArn === buildRoleArn(one));
    if (!role) throw new Error(`The template has no role ${roleArn}.`);
    const own = toList(role.properties.Policies).flatMap((policy) =>
      isObject(policy) ? readRules(policy.PolicyDocument, role.ref) : [],
    );
    refuseUnknownParts(role);
    return [
      ...own,
      ...attached.filter(buildRoleTest(role)).flatMap(readPolicyRules),
      ...roles.flatMap((one) => readTrustRules(one, roleArn)),
    ];
  };
}

export function buildRoleArn({ ref, account }: DeployedResource): string {
  return `arn:aws:iam::${account}:role/${ref}`;
}

/** Whether another role may assume this one. */
export function isAssumedByRole({ properties }: DeployedResource): boolean {
  return listTrustStatements(properties).some(({ Principal: principal }) => {
    return isObject(principal) && principal.AWS !== undefined;
  });
}

// What the trust policy of a role allows the other role.
function readTrustRules(role: DeployedResource, trustedArn: string): IamRule[] {
  const statements = listTrustStatements(role.properties).filter(({ Principal: principal }) => {
    return isObject(principal) && [principal.AWS ?? []].flat().includes(trustedArn);
  });
  return statements.flatMap(({ Principal: _, ...statement }) =>
    readRules({ Statement: [{ ...statement, Resource: buildRoleArn(role) }] }, role.ref),
  );
}

function listTrustStatements({ AssumeRolePolicyDocument: document }: JsonObject): JsonObject[] {
  return isObject(document) ? [document.Statement ?? []].flat().filter(isObject) : [];
}

function buildRoleTest(role: DeployedResource) {
  return ({ properties }: DeployedResource) => toList(properties.Roles).includes(role.ref);
}

function readPolicyRules({ ref, properties }: DeployedResource): IamRule[] {
  return readRules(properties.PolicyDocument, ref);
}

// The runner cannot read a policy that is stored at AWS, and does not evaluate permissions boundaries.
function refuseUnknownParts({ ref, properties }: DeployedResource) {
  const [managed] = toList(properties.ManagedPolicyArns);
  if (managed !== undefined) {
    throw new Error(
      `${ref}: the local runner cannot read the policy ${requireText(managed, ref)}.`,
    );
  }
  if (properties.PermissionsBoundary === undefined) return;
  throw new Error(`${ref}: the local runner does not support permissions boundaries.`);
}

function toList(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
