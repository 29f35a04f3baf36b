// What becomes of calls that wait for no answer, and of executions that do not end (ADR 117).
import { beforeAll, expect, test } from '@jest/globals';
import { KEYS_FRESH_MS } from '../../../functions/identity/rotation/rotation-steps.ts';
import { listUnkeptCalls } from '../../support/alarms/unkept-calls.ts';
import { synthesizeTemplates } from '../../support/stack/templates.ts';
import type { SynthesizedTemplates, TemplateResourceView } from '../../support/stack/templates.ts';

const DAY_SECONDS = 86_400;

let templates: SynthesizedTemplates;
beforeAll(async () => {
  templates = await synthesizeTemplates('production');
});

test('every rule, schedule and asynchronous function keeps what fails in a queue', () => {
  expect(templates.ofType('AWS::Events::Rule').length).toBeGreaterThan(4);
  expect(listUnkeptCalls(templates)).toEqual([]);
});

/** The templates with the resources of the type as `change` returns them. */
function changed(type: string, change: (properties: TemplateResourceView['Properties']) => object) {
  const files = [...templates.files].map(([file, resources]) => {
    const entries = Object.entries(resources).map(([id, one]) => {
      const Properties = one.Type === type ? change(one.Properties) : one.Properties;
      return [id, { ...one, Properties }] as const;
    });
    return [file, Object.fromEntries(entries)] as const;
  });
  return { files: new Map(files) };
}

test('a target without a queue, a queue without a policy and a role without a grant are found', () => {
  const withoutQueue = changed('AWS::Events::Rule', ({ Targets: [{ Arn }] }) => {
    return { Targets: [{ Arn }] };
  });
  const withoutDestination = changed('AWS::Lambda::EventInvokeConfig', () => ({}));
  const withoutPolicy = changed('AWS::SQS::QueuePolicy', ({ Queues }) => {
    return { Queues, PolicyDocument: { Statement: [] } };
  });
  const withoutGrants = changed('AWS::IAM::Role', (role) => ({ ...role, Policies: [] }));

  expect(listUnkeptCalls(withoutQueue)).toHaveLength(8);
  expect(listUnkeptCalls(withoutDestination)).toHaveLength(9);
  expect(listUnkeptCalls(withoutPolicy)).toHaveLength(8);
  expect(listUnkeptCalls(withoutGrants)).toHaveLength(10);
});

test('the services that send to the queues may use their key', () => {
  const [key] = templates
    .ofType('AWS::KMS::Key', 'data')
    .filter(({ Properties }) => Properties.EnableKeyRotation);
  const statements = key?.Properties.KeyPolicy.Statement as {
    Action: string[];
    Principal: { Service?: string | string[] };
  }[];
  const events = statements.find(({ Principal }) =>
    [Principal.Service].flat().includes('events.amazonaws.com'),
  );

  expect(events).toMatchObject({
    Effect: 'Allow',
    Action: ['kms:Decrypt', 'kms:GenerateDataKey*'],
    Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
  });
});

test('every execution ends: state machines have a limit, far above what they take', () => {
  const machines = templates.ofType('AWS::StepFunctions::StateMachine');

  expect(machines).toHaveLength(5);
  for (const { Properties } of machines) {
    const [, parts] = Properties.DefinitionString['Fn::Join'] as [string, unknown[]];
    const text = parts.map((part) => (typeof part === 'string' ? part : 'arn')).join('');
    const { TimeoutSeconds } = JSON.parse(text) as { TimeoutSeconds: number };
    expect(TimeoutSeconds).toBeGreaterThanOrEqual(DAY_SECONDS);
    expect(TimeoutSeconds).toBeLessThanOrEqual(7 * DAY_SECONDS);
  }
});

test('keys that are rotated on schedule are never too old', () => {
  const [rotation] = templates.ofType('AWS::SecretsManager::RotationSchedule');
  const [, days] =
    /^rate\((\d+) days\)$/.exec(rotation?.Properties.RotationRules.ScheduleExpression) ?? [];
  const scheduledMs = Number(days) * DAY_SECONDS * 1_000;

  // Secrets Manager rotates within a day of its time.
  expect(KEYS_FRESH_MS).toBeGreaterThan(scheduledMs + DAY_SECONDS * 1_000);
  expect(KEYS_FRESH_MS).toBeLessThan(scheduledMs + 7 * DAY_SECONDS * 1_000);
});
