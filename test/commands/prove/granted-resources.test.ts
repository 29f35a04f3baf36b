// The resources of the deployer's policy against the names that the templates and the commands give.
import { beforeAll, expect, test } from '@jest/globals';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import type { UpdateScheduleCommandInput } from '@aws-sdk/client-scheduler';
import { setSchedule } from '../../../commands/administration/schedules.ts';
import { buildDeployerPolicy } from '../../../commands/prove/deployer-policy.ts';
import { readDeployment } from '../../../local/cloudformation/deployment.ts';
import type { Deployment } from '../../../local/cloudformation/deployment.ts';
import { RELEASE_CONTEXT } from '../../../tools/releases/kept-release.ts';
import { assembleForRun } from '../../support/stack/templates.ts';

const STAGE = 'production';

// Of the resolved templates.
const PLACE = { account: '000000000000', region: 'us-east-1' };

const policy = buildDeployerPolicy({ stage: STAGE, ...PLACE });

let deployment: Deployment;
beforeAll(async () => {
  deployment = readDeployment(await assembleForRun({ ...RELEASE_CONTEXT }));
});

const buildArn = (service: string, resource: string) =>
  `arn:aws:${service}:${PLACE.region}:${PLACE.account}:${resource}`;

/** Whether the policy grants the action on the resource, by the wildcards of IAM. */
function isGranted(action: string, arn: string): boolean {
  return policy.Statement.filter(({ Action }) => Action.includes(action))
    .flatMap(({ Resource }) => Resource)
    .some((pattern) => {
      const escaped = pattern.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
      return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`).test(arn);
    });
}

test.each([
  [
    'states:StartExecution',
    'AWS::StepFunctions::StateMachine',
    'StateMachineName',
    'stateMachine:',
  ],
  ['events:PutEvents', 'AWS::Events::EventBus', 'Name', 'event-bus/'],
  ['cloudwatch:SetAlarmState', 'AWS::CloudWatch::Alarm', 'AlarmName', 'alarm:'],
  ['ssm:GetParameters', 'AWS::SSM::Parameter', 'Name', 'parameter'],
])('%s is granted on each %s of a stage', (action, type, property, start) => {
  const [service = ''] = action.split(':');
  const names = deployment.ofType(type).map(({ properties }) => String(properties[property]));

  expect(names.length).toBeGreaterThan(0);
  const arns = names.map((name) => buildArn(service, `${start}${name}`));
  expect(arns.filter((arn) => !isGranted(action, arn))).toEqual([]);
});

/** What `npm run admin -- schedule set` asks of EventBridge Scheduler. */
async function captureSchedule() {
  const client = new SchedulerClient({ region: PLACE.region });
  let asked: Partial<UpdateScheduleCommandInput> = {};
  client.middlewareStack.add(
    () => (call) => {
      asked = call.input as UpdateScheduleCommandInput;
      return Promise.resolve({ output: { $metadata: {} }, response: undefined });
    },
    { step: 'initialize' },
  );
  const group = buildArn('scheduler', `schedule-group/countinghouse-${STAGE}`);
  await setSchedule({ client, group }, 'aurora', { legalBasisCode: 'HGB_257', retentionYears: 10 });
  return asked;
}

test('a deployer can set a schedule, and hand it the role that the stage has for schedules', async () => {
  const { GroupName, Target } = await captureSchedule();
  const roles = deployment.ofType('AWS::IAM::Role').map(({ properties }) => properties);
  const forSchedules = roles.filter(({ AssumeRolePolicyDocument: trust }) =>
    JSON.stringify(trust).includes('"scheduler.amazonaws.com"'),
  );
  const [group] = deployment.ofType('AWS::Scheduler::ScheduleGroup');

  expect(GroupName).toBe(group?.properties['Name']);
  expect(
    isGranted('scheduler:CreateSchedule', buildArn('scheduler', `schedule/${GroupName}/aurora`)),
  ).toBe(true);
  const arns = forSchedules.map(({ RoleName }) => `arn:aws:iam::${PLACE.account}:role/${RoleName}`);
  expect(arns).toEqual([Target?.RoleArn]);
  expect(isGranted('iam:PassRole', String(Target?.RoleArn))).toBe(true);
});
