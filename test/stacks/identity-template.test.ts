// The synthesized identity service.
import { beforeAll, expect, test } from '@jest/globals';
import { buildIdentityDocument } from '../../tools/contract/openapi/identity-openapi.ts';
import { synthesizeTemplates } from '../support/stack/templates.ts';
import type { SynthesizedTemplates } from '../support/stack/templates.ts';

let templates: SynthesizedTemplates;
beforeAll(async () => {
  templates = await synthesizeTemplates('production');
});

function environmentOf(functionName: string): Record<string, unknown> {
  const found = templates
    .ofType('AWS::Lambda::Function')
    .find(({ Properties }) => Properties.FunctionName === functionName);
  return found?.Properties.Environment.Variables;
}

/** Every statement of the stack's roles that allows one of the actions. */
function granting(...actions: string[]) {
  return templates
    .ofType('AWS::IAM::Role', 'identity')
    .flatMap(({ Properties }) => Properties.Policies)
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Action }) => [Action].flat().some((action) => actions.includes(action)));
}

test('the service writes codes, tokens, sessions and attempts, but no operators or clients', () => {
  const all = granting('dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem');
  const [write, ...others] = all.filter(({ Action }) => Action !== 'dynamodb:PutItem');

  // The rotation of the keys writes its own records of administration.
  expect(others.length + all.length).toBe(2);
  const [rotation] = all.filter(({ Action }) => Action === 'dynamodb:PutItem');
  expect(rotation.Condition).toEqual({
    'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['Audit#'] },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  });
  expect(write.Condition.Null).toEqual({ 'dynamodb:LeadingKeys': 'false' });
  const partitions: string[] = write.Condition['ForAllValues:StringLike']['dynamodb:LeadingKeys'];
  expect([...partitions].sort()).toEqual([
    'Attempts#*',
    'AuthorizationCode#*',
    'CredentialUse#*',
    'FactorOffer#*',
    'Grant#*',
    'Interaction#*',
    'OperatorSessions#*',
    'OwnChanges#*',
    'OwnCredentials#*',
    'PendingSignIn#*',
    'RefreshToken#*',
    'ReplayDetection#*',
    'RevokedToken#*',
    'SecondFactors#*',
    'Session#*',
    'SessionGrant#*',
    'SessionUid#*',
  ]);
  const [list, ...more] = granting('dynamodb:Scan', 'dynamodb:Query');
  expect([list.Action, more]).toEqual(['dynamodb:Query', []]);
  expect(list.Condition).toEqual({
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['OperatorSessions#*', 'Clients'] },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  });
});

test('only the rotation writes the keys, every month', () => {
  expect(granting('secretsmanager:PutSecretValue')).toHaveLength(1);
  const [schedule] = templates.ofType('AWS::SecretsManager::RotationSchedule');
  expect(schedule?.Properties).toMatchObject({
    RotateImmediatelyOnUpdate: true,
    RotationRules: { ScheduleExpression: 'rate(30 days)' },
  });
  const [secret] = templates.ofType('AWS::SecretsManager::Secret', 'identity');
  expect(secret?.Properties.KmsKeyId).toBeDefined();
  expect(secret?.DeletionPolicy).toBe('RetainExceptOnCreate');
});

test('the table expires items and is protected like the others', () => {
  const [table] = templates.ofType('AWS::DynamoDB::Table', 'identity');

  expect(table?.Properties.TimeToLiveSpecification).toEqual({
    AttributeName: 'ttl',
    Enabled: true,
  });
  expect(table?.Properties.GlobalSecondaryIndexes).toBeUndefined();
});

test('the API has the public routes of its document, all to the service', () => {
  const [api] = templates.ofType('AWS::ApiGateway::RestApi', 'identity');
  const paths: Record<string, Record<string, any>> = api?.Properties.Body.paths ?? {}; // oxlint-disable-line typescript/no-explicit-any

  const published = Object.entries(paths).filter(([path]) => path in buildIdentityDocument().paths);

  expect(published.map(([path]) => path)).toEqual(Object.keys(buildIdentityDocument().paths));
  for (const operation of published
    .map(([, item]) => item)
    .flatMap(({ 'x-amazon-apigateway-any-method': _, ...methods }) => Object.values(methods))) {
    const uri = JSON.stringify(operation['x-amazon-apigateway-integration'].uri);
    expect(uri).toContain(':function:production-serve-identity/invocations');
    expect(operation.security).toEqual([]);
  }
});

test('the other APIs accept only its tokens by default', () => {
  const issuers = JSON.stringify(environmentOf('production-authorize').ISSUERS);
  const { AUDIENCE, ISSUER } = environmentOf('production-serve-identity');

  expect(issuers).toContain(`\\"audience\\":\\"${String(AUDIENCE)}\\"`);
  expect(issuers.match(/jwks_uri/g)).toHaveLength(1);
  expect(JSON.stringify(ISSUER)).not.toMatch(/\/"\]/);
});

test('the ledger API uses what revokes a token, the audit trail and the directory, and nothing else of the table', () => {
  const { IDENTITY_TABLE, IDENTITY_ISSUER, ISSUERS } = environmentOf('production-authorize');
  const reading = templates
    .ofType('AWS::IAM::Role', 'ledger')
    .flatMap(({ Properties }) => Properties.Policies)
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Resource }) => /IdentityTable/.test(JSON.stringify(Resource)));

  const bound = (Action: string | readonly string[], ...partitions: string[]) => ({
    Effect: 'Allow',
    Action,
    Resource: expect.anything(),
    Condition: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions },
      Null: { 'dynamodb:LeadingKeys': 'false' },
    },
  });
  expect(reading).toEqual([
    bound('dynamodb:GetItem', 'Grant#*', 'RevokedToken#*', 'Client#*'),
    // The authorizer notes the holders of tokens.
    bound('dynamodb:UpdateItem', 'Directory#*'),
    // The operations of the audit trail and of the directory, and the names of the makers of requests.
    bound('dynamodb:Query', 'Audit#*', 'OwnChanges#*'),
    bound(['dynamodb:BatchGetItem', 'dynamodb:Query'], 'Directory#*'),
    bound('dynamodb:GetItem', 'Directory#*'),
    bound('dynamodb:BatchGetItem', 'Directory#*'),
    // Who the caller is, and the name of the tenant.
    bound('dynamodb:GetItem', 'Directory#*'),
    bound('dynamodb:GetItem', 'Tenants'),
  ]);
  expect(JSON.stringify(IDENTITY_TABLE)).toBe('{"Ref":"IdentityTable"}');
  const [address] = /"countinghouse-[^"]+"/.exec(JSON.stringify(IDENTITY_ISSUER)) ?? [];
  expect(JSON.stringify(ISSUERS)).toContain(address);
});

test('the workbench API reads the audit trail, and nothing else of the table', () => {
  const reading = templates
    .ofType('AWS::IAM::Role', 'workbench')
    .flatMap(({ Properties }) => Properties.Policies)
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Resource }) => /IdentityTable/.test(JSON.stringify(Resource)));

  expect(reading.length).toBeGreaterThan(0);
  for (const { Action, Condition } of reading) {
    expect(Action).toBe('dynamodb:Query');
    expect(Condition['ForAllValues:StringLike']).toEqual({
      'dynamodb:LeadingKeys': ['Audit#*', 'OwnChanges#*'],
    });
  }
});

test.each(['ledger', 'workbench'])(
  '%s keeps an answer of the authorizer for 60 seconds',
  (name) => {
    const [api] = templates.ofType('AWS::ApiGateway::RestApi', name);
    const scheme = api?.Properties.Body.components.securitySchemes.bearer;

    // What docs/identity.md says of the delay of a revocation.
    expect(scheme['x-amazon-apigateway-authorizer'].authorizerResultTtlInSeconds).toBe(60);
  },
);

test.each(['identity-errors', 'serve-identity', 'rotate-identity-keys', 'signing-keys-unreadable'])(
  'has the alarm %s',
  (name) => {
    const alarms = templates.ofType('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);

    expect(alarms.map(({ AlarmName }) => AlarmName)).toContain(`production-${name}`);
  },
);
