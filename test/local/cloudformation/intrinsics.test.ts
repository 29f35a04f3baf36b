import { afterAll, describe, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDeployment } from '../../../local/cloudformation/deployment.ts';
import type { Json } from '../../../local/cloudformation/template.ts';
import { table, temporaryFolder, writeAssembly } from '../fixture.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

const other = {
  Resources: { Ledger: table },
  Outputs: {
    Shared: { Value: { 'Fn::GetAtt': ['Ledger', 'Arn'] }, Export: { Name: 'other:Shared' } },
  },
};

function valueOf(value: Json): Json {
  writeAssembly(folder.path, {
    main: {
      dependencies: ['other'],
      Parameters: {
        Colour: { Type: 'String', Default: 'red' },
        Version: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/path' },
        Unset: { Type: 'String' },
      },
      Mappings: { Sizes: { small: { width: 3 } } },
      Conditions: {
        Yes: { 'Fn::Equals': ['a', 'a'] },
        No: { 'Fn::Not': [{ Condition: 'Yes' }] },
        Circle: { 'Fn::Not': [{ Condition: 'Circle' }] },
      },
      Resources: { Role: { Type: 'AWS::IAM::Role', Properties: { RoleName: 'clerk' } } },
      Outputs: { Answer: { Value: value } },
    },
    other,
  });
  return readDeployment(folder.path).outputs()['main.Answer'] ?? null;
}

const TABLE_ARN = 'arn:aws:dynamodb:us-east-1:000000000000:table/other-Ledger';

test.each<[string, Json, Json]>([
  ['Ref of a parameter', { Ref: 'Colour' }, 'red'],
  ['Ref of a resource', { Ref: 'Role' }, 'clerk'],
  [
    'Ref of a pseudo parameter',
    [{ Ref: 'AWS::Region' }, { Ref: 'AWS::StackName' }],
    ['us-east-1', 'main'],
  ],
  ['AWS::NoValue in a list', ['a', { Ref: 'AWS::NoValue' }], ['a']],
  ['AWS::NoValue in an object', { a: 1, b: { Ref: 'AWS::NoValue' } }, { a: 1 }],
  ['GetAtt as a list', { 'Fn::GetAtt': ['Role', 'Arn'] }, 'arn:aws:iam::000000000000:role/clerk'],
  ['GetAtt as text', { 'Fn::GetAtt': 'Role.Arn' }, 'arn:aws:iam::000000000000:role/clerk'],
  ['Join', { 'Fn::Join': ['-', ['a', { Ref: 'Colour' }, 3]] }, 'a-red-3'],
  ['Join of a Split', { 'Fn::Join': ['/', { 'Fn::Split': [':', 'a:b'] }] }, 'a/b'],
  [
    'Sub',
    { 'Fn::Sub': '${Colour} ${Role.Arn} ${!Kept}' },
    'red arn:aws:iam::000000000000:role/clerk ${Kept}',
  ],
  ['Sub with variables', { 'Fn::Sub': ['${x} ${Colour}', { x: { Ref: 'Role' } }] }, 'clerk red'],
  ['Select', { 'Fn::Select': [1, ['a', 'b']] }, 'b'],
  ['Select of a Split', { 'Fn::Select': ['0', { 'Fn::Split': [',', 'x,y'] }] }, 'x'],
  ['ImportValue', { 'Fn::ImportValue': { 'Fn::Sub': 'other:Shared' } }, TABLE_ARN],
  [
    'GetStackOutput',
    { 'Fn::GetStackOutput': { StackName: 'other', OutputName: 'Shared' } },
    TABLE_ARN,
  ],
  ['FindInMap', { 'Fn::FindInMap': ['Sizes', 'small', 'width'] }, 3],
  ['If', [{ 'Fn::If': ['Yes', 1, 2] }, { 'Fn::If': ['No', 1, 2] }], [1, 2]],
  ['And', { 'Fn::And': [{ Condition: 'Yes' }, { Condition: 'No' }] }, false],
  ['Or', { 'Fn::Or': [{ Condition: 'Yes' }, { Condition: 'No' }] }, true],
  ['Equals', { 'Fn::Equals': [{ Ref: 'Colour' }, 'blue'] }, false],
  ['Base64', { 'Fn::Base64': 'money' }, 'bW9uZXk='],
  [
    'a policy condition',
    { Condition: { StringEquals: { a: 'b' } } },
    { Condition: { StringEquals: { a: 'b' } } },
  ],
])('resolves %s', (_, value, expected) => {
  expect(valueOf(value)).toEqual(expected);
});

test.each<[string, Json, string]>([
  ['an unknown function', { 'Fn::Cidr': ['10.0.0.0/8', 2, 8] }, 'does not support Fn::Cidr'],
  [
    'a function named like an object member',
    { 'Fn::toString': [] },
    'does not support Fn::toString',
  ],
  ['an unknown pseudo parameter', { Ref: 'AWS::Moon' }, 'AWS::Moon'],
  ['an unknown resource', { Ref: 'Missing' }, 'no resource Missing'],
  ['an unknown attribute', { 'Fn::GetAtt': ['Role', 'Shoes'] }, 'no attribute Shoes'],
  ['a parameter without a value', { Ref: 'Unset' }, 'Unset of main has no value'],
  [
    'a parameter from SSM that no stack defines',
    { Ref: 'Version' },
    'No stack defines the parameter /path',
  ],
  ['an unknown export', { 'Fn::ImportValue': 'x' }, 'No stack exports x'],
  ['a missing mapping', { 'Fn::FindInMap': ['Sizes', 'huge', 'width'] }, 'no value at huge'],
  ['an item out of range', { 'Fn::Select': [2, ['a']] }, 'there is no item 2'],
  ['a circle', { 'Fn::If': ['Circle', 1, 2] }, 'refers to itself'],
  ['a dynamic reference', '{{resolve:secretsmanager:x}}', 'dynamic reference'],
])('refuses %s', (_, value, message) => {
  expect(() => valueOf(value)).toThrow(message);
});

describe('a deployment', () => {
  test('contains the resources of nested stacks, which receive their parameters', () => {
    const inner = {
      Parameters: { Name: { Type: 'String' } },
      Resources: { T: { ...table, Properties: { TableName: { 'Fn::Sub': '${Name}-t' } } } },
      Outputs: { Table: { Value: { Ref: 'T' } } },
    };
    writeFileSync(join(folder.path, 'inner.json'), JSON.stringify(inner));
    writeAssembly(folder.path, {
      main: {
        Resources: {
          Inner: {
            Type: 'AWS::CloudFormation::Stack',
            Metadata: { 'aws:asset:path': 'inner.json' },
            Properties: { Parameters: { Name: { Ref: 'AWS::StackName' } } },
          },
        },
        Outputs: { Table: { Value: { 'Fn::GetAtt': ['Inner', 'Outputs.Table'] } } },
      },
    });

    const deployment = readDeployment(folder.path);

    const [nested] = deployment.ofType('AWS::DynamoDB::GlobalTable');
    expect(nested?.ref).toBe('main-t');
    expect(deployment.outputs()).toEqual({ 'main.Table': 'main-t' });
  });

  test('leaves out what a condition excludes', () => {
    writeAssembly(folder.path, {
      main: {
        Conditions: { No: { 'Fn::Equals': ['a', 'b'] } },
        Resources: {
          T: { ...table, Condition: 'No' },
          Queue: { Type: 'AWS::SQS::Queue', Condition: 'No' },
        },
        Outputs: { T: { Value: { Ref: 'T' }, Condition: 'No' } },
      },
    });

    const deployment = readDeployment(folder.path);

    expect(deployment.ofType('AWS::DynamoDB::GlobalTable')).toEqual([]);
    expect(deployment.outputs()).toEqual({});
  });

  test('refuses resources that it could not run correctly', () => {
    writeAssembly(folder.path, {
      main: {
        Resources: { Jobs: { Type: 'AWS::Kinesis::Stream' }, Role: { Type: 'AWS::IAM::Role' } },
      },
    });

    expect(() => readDeployment(folder.path)).toThrow(
      /resources:\n {2}AWS::Kinesis::Stream \(main\/Jobs\)$/,
    );
  });

  test('requires a cloud assembly', () => {
    expect(() => readDeployment('/nowhere')).toThrow('/nowhere is not a cloud assembly');
  });
});
