// The role with which an operation uses the tables, for one tenant at a time (ADR 123).
import { ArnPrincipal, PolicyDocument, Role } from 'aws-cdk-lib/aws-iam';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function } from 'aws-cdk-lib/aws-lambda';

/**
 * Lets the function alone assume a role with these statements, for sessions that are tagged with a tenant and nothing
 * else. Within one account, the trust policy is all that the function needs for it.
 */
export function assumePerTenant(
  handler: Function,
  execution: Role,
  statements: readonly PolicyStatement[],
): void {
  const tagged = {
    'ForAllValues:StringEquals': { 'aws:TagKeys': ['tenant'] },
    Null: { 'aws:RequestTag/tenant': 'false' },
  };
  const role = new Role(execution.node.scope ?? execution, 'TenantRole', {
    description: `What ${handler.node.path.split('/').at(-2)} may do for the tenant of a request`,
    assumedBy: new ArnPrincipal(execution.roleArn).withConditions(tagged).withSessionTags(),
    inlinePolicies: { Own: new PolicyDocument({ statements: [...statements] }) },
  });
  handler.addEnvironment('TENANT_ROLE', role.roleArn);
}
