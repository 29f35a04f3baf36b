// Where the stage says so, an operation reaches the tables only with credentials for one tenant.
import { beforeAll, expect, test } from '@jest/globals';
import { operations, toKebabCase } from '../../../functions/operations/operations.ts';
import { readDeployment } from '../../../local/cloudformation/deployment.ts';
import type { DeployedResource, Deployment } from '../../../local/cloudformation/deployment.ts';
import { startRoleEnforcement } from '../../../local/iam/role-enforcement.ts';
import { listRowGrants } from '../../support/invariants/role-grants.ts';
import type { RoleStatement } from '../../support/invariants/role-grants.ts';
import { assembleForRun } from '../../support/stack/templates.ts';
import { findOpenFindings } from '../../support/stages/findings.ts';

const OWN = 'T#${aws:PrincipalTag/tenant}#*';
const CONTROL = 'T#${*}#PRC';

let deployment: Deployment;
let roles: Map<string, DeployedResource>;
beforeAll(async () => {
  deployment = readDeployment(
    await assembleForRun({ stage: 'test', settings: { tenantCredentials: true } }),
  );
  const all = deployment.ofType('AWS::IAM::Role');
  roles = new Map(all.map((role) => [`arn:aws:iam::${role.account}:role/${role.ref}`, role]));
});

interface OperationRoles {
  readonly own: RoleStatement[];
  readonly ofTenant: RoleStatement[];
  readonly executionArn: string;
  readonly tenantRole: DeployedResource;
}

function readStatements({ properties }: DeployedResource): RoleStatement[] {
  const policies = properties.Policies as unknown as {
    PolicyDocument: { Statement: RoleStatement[] };
  }[];
  return policies.flatMap(({ PolicyDocument: { Statement } }) => Statement);
}

function requireRole(arn: unknown): DeployedResource {
  const role = roles.get(String(arn));
  if (!role) throw new Error(`There is no role ${String(arn)}.`);
  return role;
}

function readRolesOf(operation: string): OperationRoles {
  const found = deployment.ofType('AWS::Lambda::Function').find(({ ref }) => ref === operation);
  if (!found) throw new Error(`There is no function ${operation}.`);
  const { Variables } = found.properties.Environment as unknown as {
    Variables: Record<string, string>;
  };
  const executionArn = String(found.properties.Role);
  const tenantRole = requireRole(Variables['TENANT_ROLE']);
  const [own, ofTenant] = [requireRole(executionArn), tenantRole].map(readStatements);
  return { own: own ?? [], ofTenant: ofTenant ?? [], executionArn, tenantRole };
}

const isOfTables = (use: string) => /^(ledger|receipts|projections|webhooks)\b/.test(use);

/** The operations that use tables, by the names of their functions, with these uses. */
const usingTables = Object.entries(operations)
  .map(([name, { uses }]) => [`test-${toKebabCase(name)}`, uses.filter(isOfTables)] as const)
  .filter(([, uses]) => uses.length > 0);
const names = usingTables.map(([name]) => name);

test('an operation has the grants of its row for the tables for one tenant alone', () => {
  for (const [name, uses] of usingTables) {
    const { own, ofTenant } = readRolesOf(name);

    expect([name, ofTenant.flatMap(listRowGrants).toSorted()]).toEqual([name, uses.toSorted()]);
    expect([name, own.flatMap(listRowGrants).filter(isOfTables)]).toEqual([name, []]);
    for (const statement of ofTenant.filter(({ Action }) => /dynamodb/.test(String(Action)))) {
      const isShared = listRowGrants(statement).includes('projections:GetItem');
      expect(statement.Condition).toEqual({
        'ForAllValues:StringLike': {
          'dynamodb:LeadingKeys': isShared ? [OWN, CONTROL] : [OWN],
        },
        Null: { 'dynamodb:LeadingKeys': 'false' },
      });
    }
  }
});

test('only the function of the operation may assume its role, with a tenant and no other tag', () => {
  for (const name of names) {
    const { executionArn, tenantRole } = readRolesOf(name);

    expect(tenantRole.properties.AssumeRolePolicyDocument).toMatchObject({
      Statement: [
        {
          Effect: 'Allow',
          Action: ['sts:AssumeRole', 'sts:TagSession'],
          Principal: { AWS: executionArn },
          Condition: {
            'ForAllValues:StringEquals': { 'aws:TagKeys': ['tenant'] },
            Null: { 'aws:RequestTag/tenant': 'false' },
          },
        },
      ],
    });
  }
});

test('no role of an operation reaches the partition of another tenant, by any of its calls', () => {
  const { enforcer, denial } = startRoleEnforcement(deployment, () => undefined);
  const isDenied = (roleArn: string, grant: RoleStatement, ...keys: string[]) => {
    const expiresAt = new Date(Date.now() + 60_000);
    enforcer.openSession('session', { roleArn, name: 'acme', tags: { tenant: 'acme' }, expiresAt });
    const context: Record<string, string[]> =
      keys.length === 0 ? {} : { 'dynamodb:LeadingKeys': keys };
    const [action = ''] = [grant.Action].flat();
    const [resource] = [grant.Resource].flat();
    const needs = [{ action, resource: String(resource), context }];
    return denial('session', needs) !== undefined;
  };
  let count = 0;
  for (const name of names) {
    const { ofTenant, tenantRole } = readRolesOf(name);
    const arn = `arn:aws:iam::${tenantRole.account}:role/${tenantRole.ref}`;
    for (const grant of ofTenant.filter(({ Action }) => /dynamodb/.test(String(Action)))) {
      count += 1;
      expect(isDenied(arn, grant, 'T#acme#ACC#00')).toBe(false);
      expect(isDenied(arn, grant, 'T#acme_2#ACC#00')).toBe(true);
      expect(isDenied(arn, grant, 'T#acme_2#PRC')).toBe(true);
      expect(isDenied(arn, grant, 'T#acme#ACC#00', 'T#acme_2#ACC#00')).toBe(true);
      expect(isDenied(arn, grant)).toBe(true);
    }
  }
  expect(count).toBeGreaterThan(names.length);
});

test('a stage without it has one role for each function, as before', async () => {
  const plain = readDeployment(await assembleForRun({ stage: 'test' }));
  const assumable = plain
    .ofType('AWS::IAM::Role')
    .filter(({ properties }) => /TagSession/.test(JSON.stringify(properties)));

  expect(assumable).toEqual([]);
  expect(JSON.stringify(plain.ofType('AWS::Lambda::Function'))).not.toContain('TENANT_ROLE');
});

test('the rule packs have no open finding on a stage with tenant credentials', async () => {
  const settings = { tenantCredentials: true, canary: 'watches' };
  const { open, packs } = await findOpenFindings({ stage: 'test', settings });

  expect(open).toEqual([]);
  expect(packs.toSorted()).toEqual([
    'HIPAA.Security',
    'NIST.800.53.R5',
    'PCI.DSS.321',
    'Serverless',
  ]);
});
