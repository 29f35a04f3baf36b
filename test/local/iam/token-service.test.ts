// A function assumes a role for a tenant with the store of the product, and reaches the partitions of that tenant alone.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JsonObject, TemplateResource } from '../../../local/cloudformation/template.ts';
import { startFixture, table } from '../fixture.ts';

const attribute = (name: string) => ({ 'Fn::GetAtt': [name, 'Arn'] });
const service = { Action: 'sts:AssumeRole', Principal: { Service: 'lambda.amazonaws.com' } };
const role = (trust: JsonObject, ...statements: JsonObject[]): TemplateResource => ({
  Type: 'AWS::IAM::Role',
  Properties: {
    AssumeRolePolicyDocument: { Statement: [{ Effect: 'Allow', ...trust }] },
    Policies: [{ PolicyName: 'Own', PolicyDocument: { Statement: statements } }],
  },
});
const platform = {
  Effect: 'Allow',
  Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
  Resource: '*',
};
const ofTenant = {
  Effect: 'Allow',
  Action: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:Scan'],
  Resource: attribute('Items'),
  Condition: {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['T#${aws:PrincipalTag/tenant}#*'] },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  },
};
const trusted = {
  Action: ['sts:AssumeRole', 'sts:TagSession'],
  Principal: { AWS: attribute('postRole') },
  Condition: {
    'ForAllValues:StringEquals': { 'aws:TagKeys': ['tenant'] },
    Null: { 'aws:RequestTag/tenant': 'false' },
  },
};

// Sends any command for a tenant: a careless function could name any key.
const SOURCE = `
import * as commands from '${import.meta.resolve('@aws-sdk/lib-dynamodb')}';
import { openStore } from '${locate('store/store.ts')}';
import { openTenantStores } from '${locate('tenants/tenant-stores.ts')}';
const store = openStore({ ledgerTable: 'items', receiptsTable: 'items', shards: 1 });
const stores = openTenantStores(store, process.env.TENANT_ROLE);
export const handler = async ({ tenant, command, input }) => {
  try {
    const { documents } = tenant === undefined ? store : stores(tenant);
    await documents.send(new commands[command + 'Command']({ TableName: 'items', ...input }));
    return 'done';
  } catch (error) {
    return error.name + ': ' + error.message;
  }
};`;

function locate(file: string): string {
  return pathToFileURL(join(import.meta.dirname, '../../../functions/ledger', file)).href;
}

const withRole = (name: string): [string, JsonObject] => [
  SOURCE,
  {
    Role: attribute(`${name}Role`),
    Timeout: 60,
    Environment: { Variables: { TENANT_ROLE: attribute('TenantRole') } },
  },
];

const resources = {
  Items: {
    ...table,
    Type: 'AWS::DynamoDB::Table',
    Properties: { ...table.Properties, TableName: 'items' },
  },
  postRole: role(service, platform),
  otherRole: role(service, platform),
  TenantRole: role(trusted, ofTenant),
};

let fixture: Awaited<ReturnType<typeof startFixture>>;
beforeAll(async () => {
  const functions = { post: withRole('post'), other: withRole('other') };
  fixture = await startFixture(functions, resources, { enforcesRoles: true });
});
beforeEach(() => {
  fixture.lines.length = 0;
});
afterAll(() => fixture.stop());

const send = (name: string, event: object) => fixture.functions.invoke(name, event);
const get = (pk: string) => ({ command: 'Get', input: { Key: { pk } } });
const put = (pk: string) => ({ command: 'Put', input: { Item: { pk } } });

test('a function uses the partitions of the tenant that it works for', async () => {
  expect(await send('post', { tenant: 'acme', ...put('T#acme#ACC') })).toBe('done');
  expect(await send('post', { tenant: 'bank', ...get('T#bank#ACC') })).toBe('done');
  expect(await send('post', { tenant: 'a', ...get('T#a#ACC') })).toBe('done');
  expect(fixture.lines).toEqual([]);
});

test.each([
  ['reads the key of another tenant', get('T#acme_2#ACC')],
  ['writes the key of another tenant', put('T#acme_2#ACC')],
  ['reads the key of none', get('ACC')],
  ['reads all keys', { command: 'Scan', input: {} }],
])('a function that %s by mistake is denied it', async (_, call) => {
  const answer = await send('post', { tenant: 'acme', ...call });

  expect(answer).toMatch(
    /^AccessDeniedException: User: .*:assumed-role\/fixture-TenantRole\/acme /,
  );
  expect(fixture.lines).toHaveLength(1);
});

test('without the session it has no rights at all', async () => {
  expect(await send('post', get('T#acme#ACC'))).toMatch(/^AccessDeniedException: .*postRole\/post/);
});

test('no other function may assume the role', async () => {
  const answer = await send('other', { tenant: 'acme', ...get('T#acme#ACC') });

  expect(answer).toMatch(/^AccessDenied: User: .*otherRole\/other .*sts:AssumeRole/);
});

test.each(['', 'acme#', '*', 'a/b'])('there are no credentials for a tenant %j', async (tenant) => {
  expect(await send('post', { tenant, ...get('T#acme#ACC') })).toBe('TypeError: not a tenant');
});
