// Lists the permissions that a call needs on the key that encrypts its resource. The service uses the key
// on the caller's behalf, so a call fails without them even if its own action is granted; policies see in
// `kms:ViaService` which service it is.
import type { DeployedResource, Deployment } from '../cloudformation/deployment.ts';
import { isObject } from '../cloudformation/template.ts';
import type { Json } from '../cloudformation/template.ts';
import type { IamNeed } from './policy-evaluation.ts';

/** Returns the permissions on a resource's key that a call on the resource also needs. */
export type EncryptionNeeds = (need: IamNeed) => IamNeed[];

const READ_ACTIONS = ['kms:Decrypt', 'kms:DescribeKey'];
const WRITE_ACTIONS = [
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
];
const CREATE_ACTIONS = ['kms:GenerateDataKey', 'kms:Decrypt'];

// From the documentation of each service: the permissions it needs on a customer managed key.
const KEY_ACTIONS: Record<string, string[]> = {
  ...mapActions('dynamodb', READ_ACTIONS, 'GetItem BatchGetItem Query Scan ConditionCheckItem'),
  ...mapActions('dynamodb', READ_ACTIONS, 'DescribeStream GetRecords GetShardIterator'),
  ...mapActions(
    'dynamodb',
    [...READ_ACTIONS, ...WRITE_ACTIONS],
    'PutItem UpdateItem DeleteItem BatchWriteItem',
  ),
  ...mapActions('secretsmanager', ['kms:Decrypt'], 'GetSecretValue'),
  ...mapActions('secretsmanager', CREATE_ACTIONS, 'PutSecretValue'),
  ...mapActions('s3', ['kms:Decrypt'], 'GetObject GetObjectVersion'),
  ...mapActions('s3', CREATE_ACTIONS, 'PutObject'),
  ...mapActions('sqs', CREATE_ACTIONS, 'SendMessage'),
  ...mapActions('sqs', ['kms:Decrypt'], 'ReceiveMessage'),
};

function mapActions(service: string, needed: string[], actions: string) {
  return Object.fromEntries(actions.split(' ').map((name) => [`${service}:${name}`, needed]));
}

export function readKeyNeeds(deployment: Deployment): EncryptionNeeds {
  const encrypted = [
    ...deployment.ofType('AWS::DynamoDB::Table').map(describeTableKey),
    ...deployment.ofType('AWS::S3::Bucket').map(describeBucketKey),
    ...deployment.ofType('AWS::SecretsManager::Secret').map(describeSecretKey),
    ...deployment.ofType('AWS::SQS::Queue').map(describeQueueKey),
  ];
  return ({ action, resource }) => {
    const actions = KEY_ACTIONS[action] ?? [];
    const match = encrypted.find(({ arn }) => resource === arn || resource.startsWith(`${arn}/`));
    if (actions.length === 0 || typeof match?.key !== 'string') return [];
    const { key, region } = match;
    const service = action.slice(0, action.indexOf(':'));
    const context = { 'kms:ViaService': [`${service}.${region}.amazonaws.com`] };
    return actions.map((needed) => ({ action: needed, resource: key, context }));
  };
}

interface EncryptedResource {
  readonly arn: string;
  readonly region: string;
  readonly key: Json | undefined;
}

function describeTableKey({
  ref,
  region,
  account,
  properties,
}: DeployedResource): EncryptedResource {
  const { SSESpecification: settings } = properties;
  const key = isObject(settings) ? settings.KMSMasterKeyId : undefined;
  return { arn: `arn:aws:dynamodb:${region}:${account}:table/${ref}`, region, key };
}

function describeBucketKey({ ref, region, properties }: DeployedResource): EncryptedResource {
  const { BucketEncryption: settings } = properties;
  const [rule] = [isObject(settings) ? settings.ServerSideEncryptionConfiguration : []].flat();
  const byDefault = isObject(rule) ? rule.ServerSideEncryptionByDefault : undefined;
  return {
    arn: `arn:aws:s3:::${ref}`,
    region,
    key: isObject(byDefault) ? byDefault.KMSMasterKeyID : undefined,
  };
}

function describeSecretKey({ ref, region, properties }: DeployedResource): EncryptedResource {
  return { arn: ref, region, key: properties.KmsKeyId };
}

function describeQueueKey({
  ref,
  region,
  account,
  properties,
}: DeployedResource): EncryptedResource {
  const name = ref.slice(ref.lastIndexOf('/') + 1);
  const arn = `arn:aws:sqs:${region}:${account}:${name}`;
  return { arn, region, key: properties.KmsMasterKeyId };
}
