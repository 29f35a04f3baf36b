// The synthesized templates.
import { beforeAll, expect, test } from '@jest/globals';
import { StateMachine } from 'aws-local-stepfunctions';
import { toKebabCase, operations } from '../../functions/operations/operations.ts';
import { BATCH_TASKS } from '../../lib/constructs/state-machines/batch-tasks.ts';
import type { BatchTask } from '../../lib/constructs/state-machines/batch-tasks.ts';
import { REBUILD_TASKS } from '../../lib/constructs/state-machines/rebuild-tasks.ts';
import { VERIFICATION_TASKS } from '../../lib/constructs/state-machines/verification-tasks.ts';
import { listRowGrants } from '../support/invariants/role-grants.ts';
import type { RoleStatement } from '../support/invariants/role-grants.ts';
import { synthesizeTemplates } from '../support/stack/templates.ts';
import type { SynthesizedTemplates } from '../support/stack/templates.ts';

let templates: SynthesizedTemplates;
beforeAll(async () => {
  templates = await synthesizeTemplates('production');
});

const ofType = (type: string, stack = '') => templates.ofType(type, stack);

test('no stack comes near 500 resources or a megabyte', () => {
  for (const [file, template] of templates.files) {
    expect([file, Object.keys(template).length < 400]).toEqual([file, true]);
    expect([file, JSON.stringify(template).length < 700_000]).toEqual([file, true]);
  }
});

test('every operation has a function of its own, with its own role and log group', () => {
  const functions = ofType('AWS::Lambda::Function').map(({ Properties }) => Properties);
  const names = functions.map(({ FunctionName }) => FunctionName);

  for (const name of Object.keys(operations))
    expect(names).toContain(`production-${toKebabCase(name)}`);
  expect(new Set(functions.map(({ Role }) => JSON.stringify(Role))).size).toBe(functions.length);
  expect(new Set(functions.map(({ LoggingConfig }) => JSON.stringify(LoggingConfig))).size).toBe(
    functions.length,
  );
  for (const { FunctionName, Runtime, Architectures, TracingConfig, Timeout } of functions) {
    expect({ Runtime, Architectures, TracingConfig }).toEqual({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      TracingConfig: { Mode: 'Active' },
    });
    // Not called by clients: verification, the canary, work on batches, and the consumers of the events.
    const [, name = ''] = FunctionName.split(/^production-/);
    const patient = [
      'verify-books',
      ...Object.keys(VERIFICATION_TASKS),
      'run-canary',
      'seal-receipts',
      'project-events',
      'publish-events',
      'deliver-webhooks',
      'retry-webhooks',
      ...Object.keys(BATCH_TASKS),
      ...Object.keys(REBUILD_TASKS),
    ];
    const isAnswering = !patient.includes(name);
    expect(Timeout).toBeLessThanOrEqual(isAnswering ? 29 : 900);
  }
});

test('every state machine has a valid definition', () => {
  const machines = ofType('AWS::StepFunctions::StateMachine');
  expect(machines.length).toBeGreaterThan(0);
  // The runner does not validate what this test has validated.
  const options = { validationOptions: { checkArn: false } };
  for (const { Properties } of machines)
    expect(new StateMachine(readDefinition(Properties.DefinitionString), options)).toBeDefined();
});

/** The definition with an ARN in place of what only a deployment knows. */
function readDefinition({ 'Fn::Join': [, parts] }: { 'Fn::Join': [string, unknown[]] }) {
  const text = parts.map((part) => (typeof part === 'string' ? part : 'arn:aws')).join('');
  return JSON.parse(text) as ConstructorParameters<typeof StateMachine>[0];
}

function statements(stack = ''): RoleStatement[] {
  const roles = ofType('AWS::IAM::Role', stack);
  const inline = roles.flatMap(({ Properties }) => Properties.Policies ?? []);
  const attached = ofType('AWS::IAM::Policy', stack).map(({ Properties }) => Properties);
  return [...inline, ...attached].flatMap(
    ({ PolicyDocument }) => PolicyDocument.Statement as RoleStatement[],
  );
}

test('no role may do everything, and only actions without resources use a wildcard resource', () => {
  const wildActions = statements().filter(({ Action }) =>
    [Action].flat().some((action) => action.includes('*')),
  );
  const wide = statements().filter(({ Resource }) => JSON.stringify(Resource) === '"*"');
  const actions = new Set(wide.flatMap(({ Action }) => Action));

  expect(wildActions).toEqual([]);
  expect([...actions].filter((action) => !/^(xray:\w+|logs:\w+)$/.test(action))).toEqual([]);
  expect(
    ofType('AWS::IAM::Role').flatMap(({ Properties }) => Properties.ManagedPolicyArns ?? []),
  ).toEqual([]);
});

test('no operation may delete, update or scan: records are immutable', () => {
  const actions = [...statements('ledger'), ...statements('workbench')]
    // The authorizer's note of who a caller is, which is no record.
    .filter((one) => !listRowGrants(one).includes('identity/directory:UpdateItem'))
    .flatMap(({ Action }) => Action)
    .filter((action) => action.startsWith('dynamodb:'));

  expect([...new Set(actions)].sort()).toEqual([
    'dynamodb:BatchGetItem',
    'dynamodb:ConditionCheckItem',
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:Query',
  ]);
});

function statementsOf(functionName: string): RoleStatement[] {
  for (const resources of templates.files.values()) {
    const found = Object.values(resources).find(
      ({ Properties }) => Properties?.FunctionName === functionName,
    );
    const role = resources[found?.Properties.Role['Fn::GetAtt'][0] ?? ''];
    if (role) return role.Properties.Policies[0].PolicyDocument.Statement as RoleStatement[];
  }
  throw new Error(`no role of ${functionName}`);
}

test('an operation may access exactly the tables and indexes of its row', () => {
  for (const [name, { uses }] of Object.entries(operations)) {
    const granted = statementsOf(`production-${toKebabCase(name)}`).flatMap(listRowGrants);

    expect([name, granted.sort()]).toEqual([name, [...uses].sort()]);
  }
});

test('a rebuild task may access its receipts and projections, but not the ledger', () => {
  for (const [name, { uses }] of Object.entries(REBUILD_TASKS)) {
    const granted = statementsOf(`production-${name}`).flatMap(listRowGrants);

    expect([name, granted.sort()]).toEqual([name, [...uses].sort()]);
    expect(granted.filter((grant) => /^ledger|^receipts:(?!Scan$)/.test(grant))).toEqual([]);
  }
});

test('work on batches writes only the kinds of records of its task in the ledger table', () => {
  for (const [name, task] of Object.entries<BatchTask>(BATCH_TASKS)) {
    const { writes: keys = ['T#*#BAT'] } = task;
    const bound = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } };
    const writing = statementsOf(`production-${name}`).filter(
      (statement) =>
        [statement.Action].flat().includes('dynamodb:PutItem') &&
        /Ledger/.test(JSON.stringify(statement.Resource)),
    );

    expect([name, writing.map(({ Condition }) => Condition)]).toEqual([
      name,
      writing.map(() => bound),
    ]);
  }
});

test('a function that only reads may not write', () => {
  const writing = Object.entries(operations)
    .filter(([, { idempotent }]) => !idempotent)
    .flatMap(([name, { uses }]) => (uses.some((use) => use.endsWith(':PutItem')) ? [name] : []));

  // The first secret of a tenant makes the seed of all (ADR 129).
  expect(writing).toEqual(['revealWebhookSecret']);
});

test('tables are encrypted with our key, recoverable, protected and retained', () => {
  const tables = ofType('AWS::DynamoDB::Table');

  expect(tables).toHaveLength(5);
  for (const { Properties, DeletionPolicy } of tables) {
    expect(DeletionPolicy).toBe('RetainExceptOnCreate');
    expect(Properties).toMatchObject({
      DeletionProtectionEnabled: true,
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
  }
  for (const { Properties } of ofType('AWS::DynamoDB::Table', 'data')) {
    expect(Properties).not.toHaveProperty('TimeToLiveSpecification');
  }
  // Keys that sign cannot be rotated.
  const encrypting = ofType('AWS::KMS::Key').filter(
    ({ Properties }) => Properties.KeyUsage !== 'SIGN_VERIFY',
  );
  expect(encrypting.map(({ Properties }) => Properties.EnableKeyRotation)).toEqual([true]);
});

test('every log group is encrypted and has a retention', () => {
  for (const { Properties } of ofType('AWS::Logs::LogGroup')) {
    expect(Properties.KmsKeyId).toBeDefined();
    expect(Properties.RetentionInDays).toBeGreaterThan(0);
  }
});

/** A caller whom the authorizer knows, counted against the limit of the tenant. */
const LIMITED = JSON.stringify([{ bearer: [] }, { api_key: [] }]);

const apis = ['ledger', 'workbench'] as const;

test.each(apis)('every operation of %s uses the authorizer and calls its own function', (name) => {
  const [api] = ofType('AWS::ApiGateway::RestApi', name);
  const paths = api?.Properties.Body.paths as Record<
    string,
    Record<string, { operationId: string; security: unknown }>
  >;
  const methods = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .filter(({ operationId }) => operationId in operations);

  expect(methods.map(({ operationId }) => operationId).sort()).toEqual(
    Object.entries(operations)
      .filter(([, row]) => row.api === name)
      .map(([operation]) => operation)
      .sort(),
  );
  expect(methods.every(({ security }) => JSON.stringify(security) === LIMITED)).toBe(true);
});

function listServed<Method>({
  'x-amazon-apigateway-any-method': _,
  options: __,
  ...served
}: Record<string, Method>): Method[] {
  return Object.values(served);
}

test.each([...apis, 'identity'])('a path of %s answers other methods with 405', (name) => {
  const [api] = ofType('AWS::ApiGateway::RestApi', name);
  const paths = Object.entries(
    api?.Properties.Body.paths as Record<string, Record<string, object>>,
  );

  expect(paths.length).toBeGreaterThan(7);
  for (const [path, { 'x-amazon-apigateway-any-method': any, ...served }] of paths) {
    const allow = Object.keys(served).sort().join(', ').toUpperCase();
    const responseParameters = {
      'method.response.header.Allow': `'${allow}'`,
      'method.response.header.Cache-Control': "'no-store'",
      'method.response.header.X-Correlation-ID': 'context.requestId',
    };
    expect({ path, ...any }).toMatchObject({
      path,
      security: [],
      // API Gateway refuses a mapping to a header that the method does not declare.
      responses: { 405: { headers: { Allow: {}, 'Cache-Control': {}, 'X-Correlation-ID': {} } } },
      'x-amazon-apigateway-integration': {
        type: 'mock',
        responses: { default: { statusCode: '405', responseParameters } },
      },
    });
  }
});

test.each(apis)('only the root, the document and its reader are public in %s', (name) => {
  const open = ofType('AWS::ApiGateway::RestApi', name).flatMap(({ Properties }) =>
    Object.entries(Properties.Body.paths as Record<string, Record<string, { security: unknown }>>)
      .filter(([, item]) =>
        listServed(item).some(({ security }) => JSON.stringify(security) !== LIMITED),
      )
      .map(([path, item]) => [path, JSON.stringify(listServed(item).map((one) => one.security))]),
  );

  expect(Object.fromEntries(open)).toEqual({
    '/': '[[]]',
    '/health': '[[]]',
    '/openapi.json': '[[]]',
    '/docs': '[[]]',
    '/docs/{asset}': '[[]]',
  });
});

test('every function has an alarm that names the effect on users', () => {
  const alarms = ofType('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);
  const names = alarms.map(({ AlarmName }) => AlarmName);

  for (const name of Object.keys(operations))
    expect(names).toContain(`production-${toKebabCase(name)}`);
  expect(alarms.filter(({ AlarmDescription }) => String(AlarmDescription).length < 40)).toEqual([]);
  expect(alarms.every(({ AlarmActions }) => AlarmActions.length === 1)).toBe(true);
});

test('requests are throttled and logged without bodies', () => {
  for (const { Properties } of ofType('AWS::ApiGateway::Stage')) {
    expect(Properties.TracingEnabled).toBe(true);
    expect(Properties.MethodSettings[0]).toMatchObject({
      ThrottlingRateLimit: 500,
      ThrottlingBurstLimit: 1000,
      DataTraceEnabled: false,
    });
  }
});
