// With which key of the template what is encrypted, and what a caller needs of that key. The service
// uses the key on behalf of the caller, so a call without the key's grant fails as one without its own.
import type { DeployedResource, Deployment } from '../cloudformation/deployment.ts';
import { isObject } from '../cloudformation/template.ts';
import type { Json } from '../cloudformation/template.ts';
import type { Need } from './policy-evaluation.ts';

/** Gives what a need brings with it: the needs of the key of the resource, if it has one. */
export type KeyNeeds = (need: Need) => Need[];

const read = ['kms:Decrypt', 'kms:DescribeKey'];
const write = ['kms:Encrypt', 'kms:GenerateDataKey', 'kms:ReEncryptFrom', 'kms:ReEncryptTo'];
const make = ['kms:GenerateDataKey', 'kms:Decrypt'];

// As each service's documentation has it: what it asks of a key that is the customer's own.
const ofActions: Record<string, string[]> = {
  ...of('dynamodb', read, 'GetItem BatchGetItem Query Scan ConditionCheckItem'),
  ...of('dynamodb', read, 'DescribeStream GetRecords GetShardIterator'),
  ...of('dynamodb', [...read, ...write], 'PutItem UpdateItem DeleteItem BatchWriteItem'),
  ...of('secretsmanager', ['kms:Decrypt'], 'GetSecretValue'),
  ...of('secretsmanager', make, 'PutSecretValue'),
  ...of('s3', ['kms:Decrypt'], 'GetObject GetObjectVersion'),
  ...of('s3', make, 'PutObject'),
  ...of('sqs', make, 'SendMessage'),
  ...of('sqs', ['kms:Decrypt'], 'ReceiveMessage'),
};

function of(service: string, needed: string[], actions: string) {
  return Object.fromEntries(actions.split(' ').map((name) => [`${service}:${name}`, needed]));
}

export function readKeyNeeds(deployment: Deployment): KeyNeeds {
  const encrypted = [
    ...deployment.ofType('AWS::DynamoDB::Table').map(table),
    ...deployment.ofType('AWS::S3::Bucket').map(bucket),
    ...deployment.ofType('AWS::SecretsManager::Secret').map(secret),
    ...deployment.ofType('AWS::SQS::Queue').map(queue),
  ];
  return ({ action, resource }) => {
    const actions = ofActions[action] ?? [];
    const place = encrypted.find(({ arn }) => resource === arn || resource.startsWith(`${arn}/`));
    if (actions.length === 0 || typeof place?.key !== 'string') return [];
    const { key } = place;
    return actions.map((needed) => ({ action: needed, resource: key }));
  };
}

type Encrypted = { arn: string; key: Json | undefined };

function table({ ref, region, account, properties }: DeployedResource): Encrypted {
  const { SSESpecification: settings } = properties;
  const key = isObject(settings) ? settings.KMSMasterKeyId : undefined;
  return { arn: `arn:aws:dynamodb:${region}:${account}:table/${ref}`, key };
}

function bucket({ ref, properties }: DeployedResource): Encrypted {
  const { BucketEncryption: settings } = properties;
  const [rule] = [isObject(settings) ? settings.ServerSideEncryptionConfiguration : []].flat();
  const byDefault = isObject(rule) ? rule.ServerSideEncryptionByDefault : undefined;
  return {
    arn: `arn:aws:s3:::${ref}`,
    key: isObject(byDefault) ? byDefault.KMSMasterKeyID : undefined,
  };
}

function secret({ ref, properties }: DeployedResource): Encrypted {
  return { arn: ref, key: properties.KmsKeyId };
}

function queue({ ref, region, account, properties }: DeployedResource): Encrypted {
  const name = ref.slice(ref.lastIndexOf('/') + 1);
  return { arn: `arn:aws:sqs:${region}:${account}:${name}`, key: properties.KmsMasterKeyId };
}
