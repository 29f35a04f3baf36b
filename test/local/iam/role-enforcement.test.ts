// A function of the template reaches the local services only as far as its role allows. The test
// calls them itself, with the function's credentials and endpoints.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactGetCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { JsonObject, TemplateResource } from '../../../local/cloudformation/template.ts';
import { startFixture, table } from '../fixture.ts';

const role = (...statements: JsonObject[]): TemplateResource => ({
  Type: 'AWS::IAM::Role',
  Properties: {
    AssumeRolePolicyDocument: {
      Statement: [{ Action: 'sts:AssumeRole', Principal: { Service: 'lambda.amazonaws.com' } }],
    },
    Policies: [{ PolicyName: 'Own', PolicyDocument: { Statement: statements } }],
  },
});
const allow = (action: string | string[], resource: JsonObject | string): JsonObject => ({
  Effect: 'Allow',
  Action: action,
  Resource: resource,
});
const attribute = (name: string) => ({ 'Fn::GetAtt': [name, 'Arn'] });
const tables = { 'Fn::Sub': '${Items.Arn}*' };
const key = attribute('Key');

const encryptedTable: TemplateResource = {
  ...table,
  Type: 'AWS::DynamoDB::Table',
  Properties: {
    ...table.Properties,
    TableName: 'items',
    GlobalSecondaryIndexes: [
      {
        IndexName: 'by-kind',
        KeySchema: [{ AttributeName: 'kind', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
    AttributeDefinitions: ['pk', 'kind'].map((name) => {
      return { AttributeName: name, AttributeType: 'S' };
    }),
    SSESpecification: { SSEEnabled: true, KMSMasterKeyId: key },
  },
};
const keyed = (action: string) => ({
  ...allow(action, attribute('Items')),
  Condition: {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['mine#*'] },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  },
});
const keyUse = ['Encrypt', 'GenerateDataKey', 'ReEncryptFrom', 'ReEncryptTo'].map(
  (use) => `kms:${use}`,
);

const platform = allow(['logs:CreateLogStream', 'logs:PutLogEvents'], '*');
const ENVIRONMENT = 'export const handler = async () => ({ ...process.env });';
const of = (name: string): [string, JsonObject] => [
  ENVIRONMENT,
  { Role: attribute(`${name}Role`) },
];

const resources: Record<string, TemplateResource> = {
  Items: encryptedTable,
  Key: { Type: 'AWS::KMS::Key', Properties: {} },
  Objects: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'objects' } },
  Secret: {
    Type: 'AWS::SecretsManager::Secret',
    Properties: { Name: 'secret', GenerateSecretString: { SecretStringTemplate: '{}' } },
  },
  readerRole: role(
    platform,
    allow(['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'], attribute('Items')),
    allow(['kms:Decrypt', 'kms:DescribeKey'], key),
    allow('s3:GetObject', { 'Fn::Sub': '${Objects.Arn}/open/*' }),
    allow('secretsmanager:GetSecretValue', { Ref: 'Secret' }),
  ),
  writerRole: role(
    platform,
    keyed('dynamodb:PutItem'),
    allow('dynamodb:ConditionCheckItem', attribute('Items')),
    allow('s3:PutObject', { 'Fn::Sub': '${Objects.Arn}/open/*' }),
    allow('s3:ListBucket', attribute('Objects')),
    allow('s3:GetObject', { 'Fn::Sub': '${Objects.Arn}/*' }),
  ),
  writerKeyUse: {
    Type: 'AWS::IAM::Policy',
    Properties: {
      Roles: [{ Ref: 'writerRole' }],
      PolicyDocument: {
        Statement: [allow(['kms:Decrypt', 'kms:DescribeKey', ...keyUse], key)],
      },
    },
  },
  keylessRole: role(platform, allow(['dynamodb:GetItem', 'dynamodb:Query'], tables)),
  muteRole: role(allow('dynamodb:GetItem', attribute('Items'))),
};

let fixture: Awaited<ReturnType<typeof startFixture>>;
beforeAll(async () => {
  const functions = ['reader', 'writer', 'keyless', 'mute'].map((name) => [name, of(name)]);
  fixture = await startFixture(Object.fromEntries(functions), resources, { enforcesRoles: true });
});
afterAll(() => fixture.stop());

type SdkClient = Pick<S3Client, 'destroy'> & { send(command: never): Promise<unknown> };

/** The result of a command sent as the function: `done`, or the name of the error. */
async function outcome(
  name: string,
  command: object,
  url: string,
  make: ClientFactory,
): Promise<string> {
  const env = (await fixture.functions.invoke(name, {})) as Record<string, string>;
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = env;
  const endpoint = env[`AWS_ENDPOINT_URL_${url}`] ?? '';
  const client = make({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey },
  });
  try {
    await client.send(command as never);
    return 'done';
  } catch (error) {
    return (error as Error).name;
  } finally {
    client.destroy();
  }
}
interface ClientConnection {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}
type ClientFactory = (connection: ClientConnection) => SdkClient;
const dynamoDb: ClientFactory = (connection) =>
  DynamoDBDocumentClient.from(new DynamoDBClient(connection));
const s3: ClientFactory = (connection) => new S3Client({ ...connection, forcePathStyle: true });

const items = { TableName: 'items' };
const put = (pk: string) => ({ Put: { ...items, Item: { pk } } });
const check = {
  ConditionCheck: { ...items, Key: { pk: 'a' }, ConditionExpression: 'attribute_not_exists(pk)' },
};
const query = (IndexName?: string) =>
  new QueryCommand({
    ...items,
    IndexName,
    KeyConditionExpression: `${IndexName ? 'kind' : 'pk'} = :pk`,
    ExpressionAttributeValues: { ':pk': 'a' },
  });

describe('DynamoDB', () => {
  test.each<[string, string, object, string]>([
    ['reads an item', 'reader', new GetCommand({ ...items, Key: { pk: 'a' } }), 'done'],
    [
      'reads several',
      'reader',
      new BatchGetCommand({ RequestItems: { items: { Keys: [{ pk: 'a' }] } } }),
      'done',
    ],
    [
      'reads in a transaction',
      'reader',
      new TransactGetCommand({ TransactItems: [{ Get: { ...items, Key: { pk: 'a' } } }] }),
      'done',
    ],
    ['reads a partition', 'reader', query(), 'done'],
    ['may not read an index', 'reader', query('by-kind'), 'AccessDeniedException'],
    ['may not scan', 'reader', new ScanCommand(items), 'AccessDeniedException'],
    [
      'may not write',
      'reader',
      new PutCommand({ ...items, Item: { pk: 'mine#1' } }),
      'AccessDeniedException',
    ],
    ['writes its keys', 'writer', new PutCommand({ ...items, Item: { pk: 'mine#1' } }), 'done'],
    [
      'may not write other keys',
      'writer',
      new PutCommand({ ...items, Item: { pk: 'yours' } }),
      'AccessDeniedException',
    ],
    [
      'writes in a transaction',
      'writer',
      new TransactWriteCommand({ TransactItems: [put('mine#2'), check] }),
      'done',
    ],
    [
      'which checks every part',
      'writer',
      new TransactWriteCommand({ TransactItems: [put('mine#3'), put('b')] }),
      'AccessDeniedException',
    ],
    [
      'and may not update',
      'writer',
      new TransactWriteCommand({
        TransactItems: [
          { Update: { ...items, Key: { pk: 'mine#1' }, UpdateExpression: 'REMOVE x' } },
        ],
      }),
      'AccessDeniedException',
    ],
    ['needs the key of the table', 'keyless', query('by-kind'), 'AccessDeniedException'],
  ])('%s', async (_, name, command, expected) => {
    expect(await outcome(name, command, 'DYNAMODB', dynamoDb)).toBe(expected);
  });
});

describe('S3', () => {
  const object = (Key: string) => ({ Bucket: 'objects', Key });
  const text = (Key: string) => ({ ...object(Key), Body: 'text' });
  test.each<[string, string, object, string]>([
    ['writes below its prefix', 'writer', new PutObjectCommand(text('open/a')), 'done'],
    ['may not write elsewhere', 'writer', new PutObjectCommand(text('shut/a')), 'AccessDenied'],
    [
      'locks nothing',
      'writer',
      new PutObjectCommand({
        ...text('open/b'),
        ObjectLockMode: 'GOVERNANCE',
        ObjectLockRetainUntilDate: new Date(4e12),
      }),
      'AccessDenied',
    ],
    ['reads below its prefix', 'reader', new GetObjectCommand(object('open/a')), 'done'],
    ['may not read elsewhere', 'reader', new GetObjectCommand(object('shut/a')), 'AccessDenied'],
    [
      'gets 404 for a missing object if it may list',
      'writer',
      new GetObjectCommand(object('open/c')),
      'NoSuchKey',
    ],
    ['and 403 if it may not', 'reader', new GetObjectCommand(object('open/c')), 'AccessDenied'],
  ])('%s', async (_, name, command, expected) => {
    expect(await outcome(name, command, 'S3', s3)).toBe(expected);
  });

  test('a presigned URL may do what its signer may do', async () => {
    const client = (accessKeyId: string) =>
      s3({
        endpoint: fixture.s3Endpoint ?? '',
        region: 'us-east-1',
        credentials: { accessKeyId, secretAccessKey: 'local' },
      }) as unknown as S3Client;
    const link = (name: string) =>
      getSignedUrl(client(name), new GetObjectCommand(object('open/a')));

    expect((await fetch(await link('reader'))).status).toBe(200);
    expect((await fetch(await link('keyless'))).status).toBe(403);
    expect((await fetch(await link('unknown'))).status).toBe(403);
  });
});

test('enforces the role for other services too', async () => {
  const secret = new GetSecretValueCommand({ SecretId: 'secret' });
  const secrets: ClientFactory = (connection) => new SecretsManagerClient(connection);
  const start = new StartExecutionCommand({ stateMachineArn: 'arn:aws:states:x:y:stateMachine:z' });
  const states: ClientFactory = (connection) => new SFNClient(connection);

  expect(await outcome('reader', secret, 'SECRETS_MANAGER', secrets)).toBe('done');
  expect(await outcome('writer', secret, 'SECRETS_MANAGER', secrets)).toBe('AccessDeniedException');
  expect(await outcome('reader', start, 'SFN', states)).toBe('AccessDeniedException');
});

test('a denial names the function, the action and the resource, to the caller and in the log', async () => {
  fixture.lines.length = 0;
  await outcome('reader', new ScanCommand(items), 'DYNAMODB', dynamoDb);

  expect(fixture.lines).toEqual([
    'Policy: User: arn:aws:sts::000000000000:assumed-role/fixture-readerRole/reader is not ' +
      'authorized to perform: dynamodb:Scan on resource: ' +
      'arn:aws:dynamodb:us-east-1:000000000000:table/items because no identity-based policy ' +
      'allows the dynamodb:Scan action',
  ]);
});

test('does not run a function that may not write its log', async () => {
  await expect(fixture.functions.invoke('mute', {})).rejects.toThrow('logs:CreateLogStream');
});
