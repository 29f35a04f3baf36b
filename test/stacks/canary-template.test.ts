// The synthesized canary, which a stage has if its file says so.
import { beforeAll, expect, test } from '@jest/globals';
import { readStage } from '../../lib/config/stages.ts';
import { synthesizeTemplates } from '../support/stack/templates.ts';
import type { SynthesizedTemplates } from '../support/stack/templates.ts';

let templates: SynthesizedTemplates;
beforeAll(async () => {
  templates = await synthesizeTemplates('production');
});

test('runs every five minutes, once, with time for slow answers', () => {
  const [rule] = templates.ofType('AWS::Events::Rule', 'canary');
  const [canary] = templates.ofType('AWS::Lambda::Function', 'canary');
  const [calls] = templates.ofType('AWS::Lambda::EventInvokeConfig', 'canary');

  expect(rule?.Properties).toMatchObject({
    ScheduleExpression: 'rate(5 minutes)',
    State: 'ENABLED',
  });
  expect(canary?.Properties).toMatchObject({ FunctionName: 'production-run-canary', Timeout: 240 });
  expect(calls?.Properties).toMatchObject({ MaximumRetryAttempts: 0 });
});

// What else it does it may do by its token: no table is open to it.
test('its role may read its secret, and nothing of the ledger', () => {
  const [role] = templates.ofType('AWS::IAM::Role', 'canary');
  const actions = (role?.Properties.Policies ?? [])
    .flatMap(({ PolicyDocument }: { PolicyDocument: { Statement: object[] } }) => {
      return PolicyDocument.Statement;
    })
    .flatMap(({ Action }: { Action: string | string[] }) => Action)
    .toSorted();

  expect([...new Set(actions)]).toEqual([
    'kms:Decrypt',
    'kms:GenerateDataKey',
    'logs:CreateLogStream',
    'logs:PutLogEvents',
    'secretsmanager:GetSecretValue',
    'sqs:SendMessage',
  ]);
});

test('its secret is encrypted by the key of the stage, ends with it, and is found by a parameter', () => {
  const [secret] = templates.ofType('AWS::SecretsManager::Secret', 'canary');
  const [parameter] = templates.ofType('AWS::SSM::Parameter', 'canary');

  expect(secret?.Properties.KmsKeyId).toBeDefined();
  expect(secret?.Properties.Name).toBeUndefined();
  expect(secret?.DeletionPolicy).toBe('Delete');
  expect(parameter?.Properties).toMatchObject({
    Name: '/countinghouse/production/canary-secret',
    Value: { Ref: expect.stringMatching(/^Key/) },
  });
});

test('its alarm is on without a run that passed, and at once when it read something else', () => {
  const alarms = templates.ofType('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);
  const find = (name: string) =>
    alarms.find(({ AlarmName }) => AlarmName === `production-canary-${name}`);

  expect(find('fails')).toMatchObject({
    TreatMissingData: 'breaching',
    DatapointsToAlarm: 3,
    EvaluationPeriods: 4,
    Threshold: 1,
    ComparisonOperator: 'LessThanThreshold',
  });
  expect(JSON.stringify(find('fails'))).toContain('"CanaryPassed"');
  expect(find('differs')).toMatchObject({ MetricName: 'CanaryDifferences', DatapointsToAlarm: 1 });
});

test('there is none by default, and a misspelt value is refused', () => {
  const read = (settings: object) => readStage('fixture', settings).canary;

  expect(read({})).toBe('none');
  expect(read({ canary: 'gates' })).toBe('gates');
  expect(() => read({ canary: 'true' })).toThrow('none, watches or gates');
});
