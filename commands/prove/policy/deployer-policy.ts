// The IAM policy of those who deploy a stage and run its commands. The CDK assumes the roles of its bootstrap, so that
// nothing that CloudFormation does is granted here.
import { RegionInfo } from 'aws-cdk-lib/region-info';

export interface PolicyScope {
  readonly stage: string;
  readonly account: string;
  readonly region: string;
  /** The region of the stack of the console's certificate, if the stage may have one. */
  readonly certificateRegion?: string | undefined;
  /** The ARN of a key of the institution. That of the stage is known by its tag. */
  readonly key?: string | undefined;
}

type Condition = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;

interface IamStatement {
  readonly Sid: string;
  readonly Effect: 'Allow';
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
  readonly Condition?: Condition;
}

export interface IamPolicy {
  readonly Version: '2012-10-17';
  readonly Statement: readonly IamStatement[];
}

const READS = ['GetItem', 'BatchGetItem', 'Query', 'Scan', 'DescribeTable'];

const RESTORES = [
  'DescribeContinuousBackups',
  'DescribeTimeToLive',
  'ListTagsOfResource',
  'RestoreTableToPointInTime',
  'RestoreTableFromBackup',
  'TagResource',
];

/** What a restore writes: the records, as the caller, and the settings that it drops. */
const RESTORED_WRITES = [
  'PutItem',
  'ConditionCheckItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'UpdateTable',
  'UpdateTimeToLive',
  'UpdateContinuousBackups',
];

const KEY_USES = ['Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey', 'CreateGrant'];

/** `owner` is the region and the account by default; what is in no region, or in no account, names less. */
type ArnBuilder = (service: string, resource: string, owner?: string) => string;

/**
 * Builds the policy for `cdk deploy`, and for the commands on the stage. CloudFormation names tables and buckets after
 * their stack; records of the ledger and receipts can be put, which IAM cannot keep from replacing one, and not deleted.
 * Restored tables are the exception: who restores one has all rights to its records, also once it is in use.
 */
export function buildDeployerPolicy(scope: PolicyScope): IamPolicy {
  const { stage, account, region, certificateRegion = region } = scope;
  const { partition = 'aws' } = RegionInfo.get(region);
  const arn: ArnBuilder = (service, resource, owner = `${region}:${account}`) =>
    `arn:${partition}:${service}:${owner}:${resource}`;
  return {
    Version: '2012-10-17',
    Statement: [
      allow(
        'Deploy',
        'sts',
        ['AssumeRole'],
        [...new Set([region, certificateRegion])].map((deployed) =>
          arn('iam', `role/cdk-*-${account}-${deployed}`, `:${account}`),
        ),
      ),
      allow('Identify', 'sts', ['GetCallerIdentity'], ['*']),
      allow('ListBuckets', 's3', ['ListAllMyBuckets'], ['*']),
      allow('ListMachines', 'states', ['ListStateMachines'], ['*']),
      allow(
        'FindWhatIsInUse',
        'ssm',
        ['GetParameter', 'GetParameters'],
        [arn('ssm', `parameter/countinghouse/${stage}/*`)],
      ),
      ...buildTableStatements(stage, arn),
      ...buildSecretStatements(scope, arn),
      ...buildServiceStatements(stage, arn),
      ...buildScheduleStatements(scope, arn),
    ],
  };
}

function buildTableStatements(stage: string, arn: ArnBuilder): IamStatement[] {
  const table = (part: string) => arn('dynamodb', `table/countinghouse-${stage}-${part}`);
  const all = [table('*'), table('*/index/*')];
  // By the names that the restore gives them, which end with an instant. What CloudFormation puts at the end of a name
  // is shorter.
  const restored = [table('*-2???????T??????Z')];
  return [
    allow('ReadRecords', 'dynamodb', READS, all),
    allow('ReadStreams', 'dynamodb', ['GetRecords', 'GetShardIterator'], [table('*/stream/*')]),
    allow('AddRecords', 'dynamodb', ['PutItem', 'ConditionCheckItem'], [table('data-*')]),
    allow('FillRestoredTables', 'dynamodb', RESTORED_WRITES, restored),
    allow(
      'Administer',
      'dynamodb',
      ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      [table('identity*')],
    ),
    allow(
      'Redrive',
      'dynamodb',
      ['PutItem', 'DeleteItem', 'BatchWriteItem'],
      [table('projections-*')],
    ),
    allow('Restore', 'dynamodb', RESTORES, [table('*'), table('*/backup/*')]),
    allow('FindBackups', 'dynamodb', ['ListBackups'], ['*']),
    // A throwaway stage leaves its restored tables.
    ...(stage === 'prove'
      ? [
          allow('CleanUp', 'dynamodb', ['DeleteTable'], restored),
          allow('FindTables', 'dynamodb', ['ListTables'], ['*']),
        ]
      : []),
  ];
}

function buildSecretStatements(
  { stage, region, key }: PolicyScope,
  arn: ArnBuilder,
): IamStatement[] {
  const services = ['dynamodb', 's3', 'secretsmanager', 'sqs'];
  return [
    {
      ...allow(
        'SetTheCanaryUp',
        'secretsmanager',
        ['GetSecretValue', 'PutSecretValue'],
        [arn('secretsmanager', 'secret:*')],
      ),
      // Not the signing keys, which are of another area.
      Condition: {
        StringEquals: {
          'aws:ResourceTag/countinghouse:stage': stage,
          'aws:ResourceTag/countinghouse:area': 'canary',
        },
      },
    },
    {
      ...allow('UseTheKeys', 'kms', KEY_USES, [key ?? arn('kms', 'key/*')]),
      Condition: {
        StringEquals: {
          'kms:ViaService': services.map((service) => `${service}.${region}.amazonaws.com`),
          ...(key === undefined && { 'aws:ResourceTag/countinghouse:stage': stage }),
        },
      },
    },
  ];
}

function buildServiceStatements(stage: string, arn: ArnBuilder): IamStatement[] {
  const bucket = arn('s3', `countinghouse-${stage}-*`, ':');
  const objects = [
    'GetObject',
    'PutObject',
    'DeleteObject',
    'GetObjectRetention',
    'PutObjectRetention',
  ];
  return [
    allow('FindEvidence', 's3', ['ListBucket'], [bucket]),
    allow('RebuildEvidence', 's3', objects, [`${bucket}/*`]),
    allow(
      'Rebuild',
      'states',
      ['StartExecution', 'DescribeExecution'],
      [arn('states', `stateMachine:${stage}-*`), arn('states', `execution:${stage}-*`)],
    ),
    allow(
      'TakeFailures',
      'sqs',
      ['GetQueueUrl', 'ReceiveMessage', 'DeleteMessage', 'ChangeMessageVisibility'],
      [arn('sqs', `${stage}-*-failures`)],
    ),
    allow('PublishAgain', 'events', ['PutEvents'], [arn('events', `event-bus/${stage}-events`)]),
    allow(
      'FireAlarms',
      'cloudwatch',
      ['SetAlarmState', 'DescribeAlarmHistory'],
      [arn('cloudwatch', `alarm:${stage}-*`)],
    ),
    allow('ListAlarms', 'cloudwatch', ['DescribeAlarms'], ['*']),
    ...(stage === 'prove' ? buildRemovalStatements(bucket, arn) : []),
  ];
}

function buildScheduleStatements(
  { stage, account, region }: PolicyScope,
  arn: ArnBuilder,
): IamStatement[] {
  return [
    allow(
      'ScheduleExports',
      'scheduler',
      ['CreateSchedule', 'GetSchedule', 'UpdateSchedule', 'DeleteSchedule'],
      [arn('scheduler', `schedule/countinghouse-${stage}/*`)],
    ),
    {
      ...allow(
        'LetSchedulesCall',
        'iam',
        ['PassRole'],
        [arn('iam', `role/countinghouse-${stage}-scheduler-${region}`, `:${account}`)],
      ),
      Condition: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
    },
  ];
}

/** What finds and empties the buckets of a throwaway stage. S3 keeps what is locked from these too. */
function buildRemovalStatements(bucket: string, arn: ArnBuilder): IamStatement[] {
  return [
    allow('FindStacks', 'cloudformation', ['ListStacks'], ['*']),
    allow(
      'FindBuckets',
      'cloudformation',
      ['ListStackResources'],
      [arn('cloudformation', 'stack/countinghouse-prove-*')],
    ),
    allow('FindFiles', 's3', ['ListBucketVersions'], [bucket]),
    allow('EmptyBuckets', 's3', ['DeleteObjectVersion'], [`${bucket}/*`]),
  ];
}

function allow(
  Sid: string,
  service: string,
  actions: readonly string[],
  Resource: readonly string[],
): IamStatement {
  return {
    Sid,
    Effect: 'Allow',
    Action: actions.map((action) => `${service}:${action}`),
    Resource,
  };
}
