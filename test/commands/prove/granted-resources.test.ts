// The resources of the deployer's policy against the names that the templates and the commands give.
import { beforeAll, expect, test } from '@jest/globals';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import type { UpdateScheduleCommandInput } from '@aws-sdk/client-scheduler';
import { setSchedule } from '../../../commands/administration/schedules.ts';
import { buildDeployerPolicy } from '../../../commands/prove/policy/deployer-policy.ts';
import { buildTargetName } from '../../../commands/restore/restore-plan.ts';
import { STORED_TABLES } from '../../../lib/constructs/storage/stored-tables.ts';
import type { StoredTableName } from '../../../lib/constructs/storage/stored-tables.ts';
import { readDeployment } from '../../../local/cloudformation/deployment.ts';
import type { Deployment } from '../../../local/cloudformation/deployment.ts';
import { RELEASE_CONTEXT } from '../../../tools/releases/kept-release.ts';
import { collectActions } from '../../support/prove/called-actions.ts';
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
function isGranted(action: string, arn: string, { Statement } = policy): boolean {
  return Statement.filter(({ Action }) => Action.includes(action))
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

const RESTORED_AT = new Date('2026-11-20T19:24:42Z');

const listRestored = (stage: string) =>
  (Object.keys(STORED_TABLES) as StoredTableName[]).map((table) =>
    buildArn('dynamodb', `table/${buildTargetName(stage, table, RESTORED_AT)}`),
  );

/** What DynamoDB does in a new table as the caller who restores into it. */
const FILLING = [
  'BatchWriteItem',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'GetItem',
  'Query',
  'Scan',
];

/** Of the calls of the restore, those on no table. */
const ON_BACKUPS = ['dynamodb:ListBackups', 'dynamodb:RestoreTableFromBackup'];

test('every table that the restore command offers can be restored and set up', () => {
  const called = collectActions('bin/restore.ts').filter((one) => one.startsWith('dynamodb:'));
  const needed = new Set([...called, ...FILLING.map((action) => `dynamodb:${action}`)]);
  for (const action of ON_BACKUPS) needed.delete(action);
  const refused = [...needed].flatMap((action) =>
    listRestored(STAGE)
      .filter((arn) => !isGranted(action, arn))
      .map((arn) => `${action} ${arn}`),
  );

  expect([...needed]).toEqual(
    expect.arrayContaining(['dynamodb:UpdateTimeToLive', 'dynamodb:UpdateContinuousBackups']),
  );
  expect(refused).toEqual([]);
});

test('a table that was deleted can be restored from its backup', () => {
  const backup = buildArn('dynamodb', `table/countinghouse-${STAGE}-data-Ledger0/backup/01`);

  expect(isGranted('dynamodb:RestoreTableFromBackup', backup)).toBe(true);
});

const listTables = () =>
  deployment.ofType('AWS::DynamoDB::Table').map(({ ref }) => buildArn('dynamodb', `table/${ref}`));

test('no setting of a table of the stacks can be changed, and no record of the ledger', () => {
  const settings = ['UpdateTable', 'UpdateTimeToLive', 'UpdateContinuousBackups'];
  const changes = ['UpdateItem', 'DeleteItem', 'BatchWriteItem'];

  expect(listTables()).toHaveLength(Object.keys(STORED_TABLES).length);
  for (const arn of listTables()) {
    const refused = [...settings, ...(arn.includes('-data-') ? changes : [])];
    expect(refused.filter((action) => isGranted(`dynamodb:${action}`, arn))).toEqual([]);
  }
});

test('a proof deletes the tables that it has restored, and no table of the stacks', () => {
  const proof = buildDeployerPolicy({ stage: 'prove', ...PLACE });
  const isDeleted = (arn: string) => isGranted('dynamodb:DeleteTable', arn, proof);
  const own = listTables().map((arn) => arn.replace(`-${STAGE}-`, '-prove-'));

  expect(listRestored('prove').filter((arn) => !isDeleted(arn))).toEqual([]);
  expect(own.filter(isDeleted)).toEqual([]);
});

// IAM grants these on all resources or not at all.
test.each([
  'dynamodb:ListBackups',
  'dynamodb:ListTables',
  's3:ListAllMyBuckets',
  'states:ListStateMachines',
  'cloudformation:ListStacks',
])('%s, which knows no resource, is granted on all', (action) => {
  const { Statement } = buildDeployerPolicy({ stage: 'prove', ...PLACE });

  expect(
    Statement.filter(({ Action }) => Action.includes(action)).map(({ Resource }) => Resource),
  ).toEqual([['*']]);
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
