// The synthesized verification of the ledger.
import { beforeAll, expect, test } from '@jest/globals';
import { synthesizeTemplates } from '../support/stack/templates.ts';
import type { SynthesizedTemplates } from '../support/stack/templates.ts';

let templates: SynthesizedTemplates;
beforeAll(async () => {
  templates = await synthesizeTemplates('production');
});

test('starts the state machine of the verification every day, whose segments are executions of their own', () => {
  const [rule] = templates.ofType('AWS::Events::Rule', 'verification');
  const [machine] = templates.ofType('AWS::StepFunctions::StateMachine', 'verification');
  const functions = templates
    .ofType('AWS::Lambda::Function', 'verification')
    .map(({ Properties }) => [Properties.FunctionName, Properties.Timeout]);

  expect(rule?.Properties).toMatchObject({ ScheduleExpression: 'cron(17 2 * * ? *)' });
  expect(rule?.Properties.State).toBe('ENABLED');
  expect(JSON.stringify(rule?.Properties.Targets)).toContain('verifybooks');
  expect(machine?.Properties.StateMachineName).toBe('production-verify-ledger');
  const definition = JSON.stringify(machine?.Properties.DefinitionString);
  expect(definition).toContain(String.raw`\"Mode\":\"DISTRIBUTED\"`);
  expect(Object.fromEntries(functions)).toEqual({
    'production-verify-books': 60,
    'production-plan-verification': 60,
    'production-verify-ledger-segment': 900,
    'production-conclude-verification': 900,
  });
});

const statementsOf = (stack?: string) =>
  templates.ofType('AWS::IAM::Role', stack).flatMap(({ Properties }) => {
    const statements = (Properties.Policies ?? []).flatMap(
      ({ PolicyDocument }: { PolicyDocument: { Statement: Statement[] } }) =>
        PolicyDocument.Statement,
    ) as Statement[];
    return statements.map(({ Action, Resource, Condition }) => ({
      actions: [Action].flat(),
      resource: JSON.stringify(Resource),
      partitions: Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'],
    }));
  });

interface Statement {
  readonly Action: string | string[];
  readonly Resource: unknown;
  readonly Condition?: Record<string, Record<string, unknown>>;
}

// An auditor reads everything and changes nothing but its verdict and its checkpoints. The rebuild of projections reads
// all receipts; no other role may scan a table.
test('its roles may only read, and write verdicts and checkpoints; no other role may scan the ledger', () => {
  const mine = statementsOf('verification');
  const writing = mine.filter(({ actions }) =>
    actions.some((one) => /^(dynamodb|s3):(Put|Delete)/.test(one)),
  );
  const scanning = (stack?: string) =>
    statementsOf(stack).filter(({ actions }) => actions.includes('dynamodb:Scan'));

  const actions = new Set(mine.flatMap((one) => one.actions));
  expect([...actions].filter((action) => /^(dynamodb|s3|states):/.test(action)).sort()).toEqual([
    'dynamodb:BatchGetItem',
    'dynamodb:DescribeTable',
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:Query',
    'dynamodb:Scan',
    's3:GetObject',
    's3:ListBucket',
    's3:PutObject',
    'states:DescribeExecution',
    'states:StartExecution',
    'states:StopExecution',
  ]);
  const checkpoints = writing.filter(({ actions: some }) => some.includes('s3:PutObject'));
  expect(checkpoints).toHaveLength(3);
  for (const { resource } of checkpoints) {
    expect(resource).toContain('Artifacts');
    expect(resource).toContain('/verification/*');
  }
  expect(writing.filter((one) => !checkpoints.includes(one))).toEqual([
    {
      actions: ['dynamodb:PutItem'],
      resource: expect.stringContaining('Projections'),
      partitions: ['T#*#VRD'],
    },
  ]);
  const others = scanning('projections');
  expect(others.map(({ resource }) => /Receipts|Projections/.exec(resource)?.[0])).toEqual([
    'Receipts',
    'Projections',
  ]);
  // What waits for another attempt, in its index.
  const waiting = scanning('webhooks');
  expect(waiting.map(({ resource }) => /index\/[\w-]+/.exec(resource)?.[0])).toEqual([
    'index/deliveries-pending',
  ]);
  expect(scanning()).toHaveLength(scanning('verification').length + others.length + waiting.length);
});

test('no other role may read or write its checkpoints', () => {
  const named = (stack?: string) =>
    statementsOf(stack).filter(({ resource }) => resource.includes('verification/'));

  expect(named()).toHaveLength(named('verification').length);
  expect(named()).toHaveLength(3);
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
  for (const name of ['verify-books', 'verification-tasks', 'verify-ledger-failed']) {
    expect(byName.get(`production-${name}`)).toBeDefined();
  }
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
