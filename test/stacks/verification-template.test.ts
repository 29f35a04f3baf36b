// The synthesized verification of the ledger.
import { beforeAll, expect, test } from '@jest/globals';
import { synthesizeTemplates } from '../support/stack/templates.ts';
import type { SynthesizedTemplates } from '../support/stack/templates.ts';

let templates: SynthesizedTemplates;
beforeAll(async () => {
  templates = await synthesizeTemplates('production');
});

test('verifies the ledger every day, with the longest timeout', () => {
  const [rule] = templates.ofType('AWS::Events::Rule', 'verification');
  const [verification] = templates.ofType('AWS::Lambda::Function', 'verification');

  expect(rule?.Properties).toMatchObject({ ScheduleExpression: 'cron(17 2 * * ? *)' });
  expect(rule?.Properties.State).toBe('ENABLED');
  expect(JSON.stringify(rule?.Properties.Targets)).toContain('verifybooks');
  expect(verification?.Properties).toMatchObject({
    FunctionName: 'production-verify-books',
    Timeout: 900,
  });
});

// An auditor reads everything and changes nothing but the verdict. The rebuild of projections reads all receipts;
// no other role may scan a table.
test('its role may only read and write its verdicts, and no other role may scan the ledger', () => {
  const statements = (stack?: string) =>
    templates
      .ofType('AWS::IAM::Role', stack)
      .flatMap(({ Properties }) => Properties.Policies ?? [])
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .map(({ Action, Resource, Condition }) => ({
        actions: [Action].flat() as string[],
        resource: JSON.stringify(Resource),
        partitions: Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'],
      }));
  const mine = statements('verification').flatMap(({ actions }) => actions);
  const writing = statements('verification').filter(({ actions }) =>
    actions.includes('dynamodb:PutItem'),
  );
  const scanning = (stack?: string) =>
    statements(stack).filter(({ actions }) => actions.includes('dynamodb:Scan'));

  expect([...new Set(mine)].filter((action) => /^(dynamodb|kms):/.test(action)).sort()).toEqual([
    'dynamodb:BatchGetItem',
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:Query',
    'dynamodb:Scan',
    'kms:Decrypt',
    'kms:DescribeKey',
    'kms:Encrypt',
    'kms:GenerateDataKey',
    'kms:ReEncryptFrom',
    'kms:ReEncryptTo',
  ]);
  expect(writing).toEqual([
    expect.objectContaining({
      resource: expect.stringContaining('Projections'),
      partitions: ['T#*#VRD'],
    }),
  ]);
  const others = scanning('projections');
  expect(others.map(({ resource }) => /Receipts|Projections/.exec(resource)?.[0])).toEqual([
    'Receipts',
    'Projections',
  ]);
  expect(scanning()).toHaveLength(scanning('verification').length + others.length);
});

test('alarms on differences, on an unfinished run and on a crash', () => {
  const alarms = templates.ofType('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);
  const byName = new Map(alarms.map((alarm) => [alarm.AlarmName, alarm]));

  expect(byName.get('production-books-differ')).toMatchObject({
    MetricName: 'Differences',
    Threshold: 1,
    AlarmDescription: expect.stringContaining('Customers may see wrong amounts'),
  });
  expect(byName.get('production-books-unverified')).toMatchObject({ MetricName: 'Unfinished' });
  expect(byName.get('production-verify-books')).toBeDefined();
});

test('alarms on rules that fail', () => {
  const alarms = templates.ofType('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);

  expect(alarms.find(({ AlarmName }) => AlarmName === 'production-rules-fail')).toMatchObject({
    MetricName: 'FailingRules',
    Threshold: 1,
    Dimensions: [{ Name: 'service', Value: 'countinghouse' }],
    AlarmDescription: expect.stringContaining('denies every posting, or judges none'),
  });
});
