// The synthesized sealing of the evidence logs.
import { beforeAll, expect, test } from '@jest/globals';
import { buildExportDefinition } from '../../lib/constructs/state-machines/export-definition.ts';
import type { RoleStatement } from '../support/invariants/role-grants.ts';
import { synthesizeTemplates } from '../support/stack/templates.ts';
import type { SynthesizedTemplates } from '../support/stack/templates.ts';

let templates: SynthesizedTemplates;
beforeAll(async () => {
  templates = await synthesizeTemplates('production');
});

test('receipts are sealed every minute, and late ones every night before the verification', () => {
  const rules = templates
    .ofType('AWS::Events::Rule', 'evidence')
    .map(({ Properties }) => Properties);
  const [sealing] = templates.ofType('AWS::Lambda::Function', 'evidence');

  expect(rules.map(({ ScheduleExpression }) => ScheduleExpression).toSorted()).toEqual([
    'cron(17 1 * * ? *)',
    'rate(1 minute)',
  ]);
  const nightly = rules.find(({ ScheduleExpression }) => ScheduleExpression.startsWith('cron'));
  expect(nightly?.Targets).toEqual([expect.objectContaining({ Input: '{"thorough":true}' })]);
  expect(sealing?.Properties).toMatchObject({
    FunctionName: 'production-seal-receipts',
    ReservedConcurrentExecutions: 1,
    Environment: { Variables: { SETTLE_SECONDS: '120' } },
  });
});

interface State {
  readonly Next?: string;
  readonly Default?: string;
  readonly Choices?: readonly { readonly Next: string }[];
}

test('an export that need not seal again only asks', () => {
  const { States } = buildExportDefinition(String) as { States: Record<string, State> };
  const { Choices = [], Default } = States['IsCovered'] ?? {};

  expect(States['WriteAll']).toMatchObject({ Next: 'Seal' });
  expect(Choices.map(({ Next }) => Next)).toEqual(['Assemble', 'PauseToSeal']);
  expect(States['PauseToSeal']).toMatchObject({ Next: 'Seal' });
  expect(States[Default ?? '']).toMatchObject({ Next: 'Cover' });
});

test('the key of the logs signs with Ed25519', () => {
  const [key] = templates.ofType('AWS::KMS::Key', 'evidence');

  expect(key?.Properties).toMatchObject({
    KeySpec: 'ECC_NIST_EDWARDS25519',
    KeyUsage: 'SIGN_VERIFY',
  });
  expect(key?.DeletionPolicy).toMatch(/^Retain/);
});

function listStatements(stack?: string): RoleStatement[] {
  return templates
    .ofType('AWS::IAM::Role', stack)
    .flatMap(({ Properties }) => Properties.Policies ?? [])
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement as RoleStatement[]);
}

const isGranting = (action: string) => (statement: RoleStatement) =>
  [statement.Action].flat().includes(action);

/** The functions whose roles may sign, with what. */
function listSigners(): unknown[] {
  return [...templates.files.values()].flatMap((resources) => {
    const functions = Object.values(resources).filter(
      ({ Type }) => Type === 'AWS::Lambda::Function',
    );
    return functions.flatMap(({ Properties }) => {
      const role = resources[Properties.Role['Fn::GetAtt'][0]];
      const policies = (role?.Properties.Policies ?? []) as { PolicyDocument: Policy }[];
      const statements = policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
      return statements
        .filter(isGranting('kms:Sign'))
        .map(({ Resource }) => [
          Properties.FunctionName,
          /SigningKey/.test(JSON.stringify(Resource)),
        ]);
    });
  });
}

interface Policy {
  readonly Statement: readonly RoleStatement[];
}

test('sealing and the assembly of exports may sign, and no one may delete evidence but partial tiles', () => {
  expect(listSigners().toSorted()).toEqual([
    ['production-assemble-regulatory-export', true],
    ['production-seal-receipts', true],
  ]);
  expect(listStatements().filter(isGranting('kms:Sign'))).toHaveLength(2);
  const actions = listStatements('evidence').flatMap(({ Action }) => Action);
  expect(actions.filter((action) => /Delete|Bypass|\*/.test(action))).toEqual(['s3:DeleteObject']);
  const [deleting] = listStatements('evidence').filter(isGranting('s3:DeleteObject'));
  expect(JSON.stringify(deleting?.Resource)).toContain('"/*/tile/*.p/*"');
});

test('sealing writes nothing in the ledger but the state of the logs', () => {
  const writing = listStatements('evidence').filter(isGranting('dynamodb:PutItem'));

  expect(writing.map(({ Condition }) => Condition)).toEqual([
    {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['T#*#LOG', 'T#*#LGM'] },
      Null: { 'dynamodb:LeadingKeys': 'false' },
    },
  ]);
});

test('alarms when sealing fails, is late, meets a damaged receipt, crashes or stops', () => {
  const alarms = templates.ofType('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);
  const byName = new Map(alarms.map((alarm) => [alarm.AlarmName, alarm]));

  for (const [name, MetricName] of [
    ['sealing-fails', 'SealingFailures'],
    ['sealing-late', 'SealingUnfinished'],
    ['receipts-unsealable', 'Unsealable'],
    ['witnesses-fail', 'WitnessFailures'],
    ['seal-receipts', 'Errors'],
  ]) {
    expect(byName.get(`production-${name}`)).toMatchObject({
      MetricName,
      Threshold: 1,
      TreatMissingData: 'notBreaching',
    });
  }
  expect(byName.get('production-sealing-stopped')).toMatchObject({
    ComparisonOperator: 'LessThanThreshold',
    TreatMissingData: 'breaching',
  });
});
