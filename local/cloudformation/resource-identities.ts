// The local names, ids and ARNs of resources. They derive from the template alone, so they are the same
// after every restart.
import { createHash } from 'node:crypto';
import type { Json } from './template.ts';

export interface AccountRegion {
  readonly account: string;
  readonly region: string;
}

export interface ResourceIdentity {
  readonly ref: string;
  readonly attributes: Record<string, string>;
}

interface ResourceSubject {
  /** The physical name in the template, or one built from the stack's name and the logical id. */
  readonly name: string;
  /** Letters and digits, for services that generate ids. */
  readonly id: string;
  arn(service: string, resource: string): string;
  url(service: string, name: string): string;
  property(name: string): string;
}

interface IdentityRule {
  readonly nameProperty?: string;
  identity(subject: ResourceSubject): ResourceIdentity;
}

const tableIdentityRule: IdentityRule = {
  nameProperty: 'TableName',
  identity({ name, id, arn }) {
    const tableArn = arn('dynamodb', `table/${name}`);
    const attributes = { Arn: tableArn, StreamArn: `${tableArn}/stream/local`, TableId: id };
    return { ref: name, attributes };
  },
};

const identityRules: Record<string, IdentityRule> = {
  'AWS::DynamoDB::Table': tableIdentityRule,
  'AWS::DynamoDB::GlobalTable': tableIdentityRule,
  'AWS::Lambda::Function': {
    nameProperty: 'FunctionName',
    identity: ({ name, arn }) => ({
      ref: name,
      attributes: { Arn: arn('lambda', `function:${name}`) },
    }),
  },
  'AWS::Lambda::Version': {
    identity: (subject) => ({ ref: buildQualifiedArn(subject, '1'), attributes: { Version: '1' } }),
  },
  'AWS::Lambda::Alias': {
    identity: (subject) => ({
      ref: buildQualifiedArn(subject, subject.property('Name')),
      attributes: {},
    }),
  },
  'AWS::ApiGateway::RestApi': {
    identity: ({ id }) => ({ ref: id, attributes: { RestApiId: id, RootResourceId: `${id}root` } }),
  },
  'AWS::ApiGateway::Deployment': {
    identity: ({ id }) => ({ ref: id, attributes: { DeploymentId: id } }),
  },
  'AWS::ApiGateway::Stage': {
    identity: ({ property }) => ({ ref: property('StageName'), attributes: {} }),
  },
  'AWS::IAM::Role': {
    nameProperty: 'RoleName',
    identity: ({ name, id, arn }) => ({
      ref: name,
      attributes: { Arn: arn('iam', `role/${name}`), RoleId: id },
    }),
  },
  'AWS::Logs::LogGroup': {
    nameProperty: 'LogGroupName',
    identity: ({ name, arn }) => ({
      ref: name,
      attributes: { Arn: arn('logs', `log-group:${name}:*`) },
    }),
  },
  'AWS::KMS::Key': {
    identity: ({ id, arn }) => ({
      ref: id,
      attributes: { Arn: arn('kms', `key/${id}`), KeyId: id },
    }),
  },
  'AWS::SecretsManager::Secret': {
    nameProperty: 'Name',
    identity: ({ name, arn }) => ({
      ref: arn('secretsmanager', `secret:${name}`),
      attributes: { Id: arn('secretsmanager', `secret:${name}`) },
    }),
  },
  'AWS::S3::Bucket': {
    nameProperty: 'BucketName',
    // S3 requires lower case and at most 63 characters.
    identity({ name, id }) {
      const lower = name.toLowerCase();
      const bucket = lower.length <= 63 ? lower : `${lower.slice(0, 52)}-${id}`;
      return { ref: bucket, attributes: { Arn: `arn:aws:s3:::${bucket}` } };
    },
  },
  'AWS::Scheduler::ScheduleGroup': {
    nameProperty: 'Name',
    identity: ({ name, arn }) => ({
      ref: name,
      attributes: { Arn: arn('scheduler', `schedule-group/${name}`) },
    }),
  },
  'AWS::SNS::Topic': {
    nameProperty: 'TopicName',
    identity: ({ name, arn }) => ({
      ref: arn('sns', name),
      attributes: { TopicArn: arn('sns', name), TopicName: name },
    }),
  },
  'AWS::StepFunctions::StateMachine': {
    nameProperty: 'StateMachineName',
    identity({ name, arn }) {
      const machineArn = arn('states', `stateMachine:${name}`);
      return { ref: machineArn, attributes: { Arn: machineArn, Name: name } };
    },
  },
  'AWS::Events::Rule': {
    nameProperty: 'Name',
    identity: ({ name, arn }) => ({
      ref: name,
      attributes: { Arn: arn('events', `rule/${name}`) },
    }),
  },
  'AWS::Events::EventBus': {
    nameProperty: 'Name',
    identity: ({ name, arn }) => ({
      ref: name,
      attributes: { Arn: arn('events', `event-bus/${name}`), Name: name },
    }),
  },
  'AWS::SQS::Queue': {
    nameProperty: 'QueueName',
    identity: ({ name, arn, url }) => ({
      ref: url('sqs', name),
      attributes: { Arn: arn('sqs', name), QueueName: name, QueueUrl: url('sqs', name) },
    }),
  },
  'AWS::SSM::Parameter': {
    nameProperty: 'Name',
    identity: ({ name, property }) => ({
      ref: name,
      attributes: { Type: property('Type'), Value: property('Value') },
    }),
  },
  'AWS::CloudWatch::Alarm': {
    nameProperty: 'AlarmName',
    identity: ({ name, arn }) => ({
      ref: name,
      attributes: { Arn: arn('cloudwatch', `alarm:${name}`) },
    }),
  },
};

function buildQualifiedArn({ arn, property }: ResourceSubject, qualifier: string): string {
  const functionName = property('FunctionName').replace(/^arn:.*:function:/, '');
  return arn('lambda', `function:${functionName}:${qualifier}`);
}

export interface IdentifiableResource {
  readonly stackName: string;
  readonly logicalId: string;
  readonly type: string;
  readonly accountRegion: AccountRegion;
  property(name: string): Json | undefined;
}

export function buildIdentity({
  stackName,
  logicalId,
  type,
  accountRegion,
  property,
}: IdentifiableResource): ResourceIdentity {
  const shape = Object.hasOwn(identityRules, type) ? identityRules[type] : undefined;
  const given = shape?.nameProperty ? property(shape.nameProperty) : undefined;
  const name = typeof given === 'string' ? given : `${stackName}-${logicalId}`;
  if (!shape) return { ref: name, attributes: {} };

  const digest = createHash('sha256').update(`${stackName}/${logicalId}`).digest('hex');
  return shape.identity({
    name,
    id: BigInt(`0x${digest}`).toString(36).slice(0, 10),
    arn(service, resource) {
      const region = service === 'iam' ? '' : accountRegion.region;
      return `arn:aws:${service}:${region}:${accountRegion.account}:${resource}`;
    },
    url: (service, last) =>
      `https://${service}.${accountRegion.region}.amazonaws.com/${accountRegion.account}/${last}`,
    property(property_) {
      const value = property(property_);
      if (typeof value === 'string') return value;
      throw new Error(`${logicalId} needs the property ${property_}.`);
    },
  });
}
