import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { readDeployment } from '../../../local/cloudformation/deployment.ts';
import { emptyDataFolder } from '../../../local/start/data-folder.ts';
import {
  keepParameters,
  parseParameter,
  readParameters,
} from '../../../local/start/stack-parameters.ts';
import { temporaryFolder, writeAssembly } from '../fixture.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

const kept = join(folder.path, 'parameters.json');
beforeEach(() => rmSync(kept, { force: true }));

function readOutputs(parameters = {}) {
  writeAssembly(folder.path, {
    main: {
      dependencies: ['other'],
      Parameters: { Table: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/in/use' } },
      Resources: {},
      Outputs: { Answer: { Value: { Ref: 'Table' } } },
    },
    other: {
      Parameters: { Given: { Type: 'String', Default: 'own' } },
      Resources: {
        InUse: {
          Type: 'AWS::SSM::Parameter',
          Properties: { Name: '/in/use', Type: 'String', Value: { Ref: 'Given' } },
        },
      },
    },
  });
  return readDeployment(folder.path, parameters).outputs();
}

test('a parameter of Systems Manager has the value that another stack gives it', () => {
  expect(readOutputs()).toEqual({ 'main.Answer': 'own' });
  expect(readOutputs({ other: { Given: 'restored' } })).toEqual({ 'main.Answer': 'restored' });
});

test('refuses parameters of no stack, and those that their stack does not have', () => {
  expect(() => readOutputs({ another: { Given: 'x' } })).toThrow('There is no stack another');
  expect(() => readOutputs({ other: { Giveen: 'x' } })).toThrow(
    'The stack other has no parameter Giveen.',
  );
});

test('parameters are kept for later starts, until new ones or a fresh start replace them', () => {
  const give = (...texts: string[]) =>
    keepParameters(folder.path, readParameters(folder.path, texts.map(parseParameter)));
  expect(readParameters(folder.path, [])).toEqual({});
  give('other:Given=one', 'other:More=arn:aws:a/b=c');
  give('other:Given=two');

  expect(readParameters(folder.path, [])).toEqual({
    other: { Given: 'two', More: 'arn:aws:a/b=c' },
  });
  emptyDataFolder(folder.path);
  expect(existsSync(kept)).toBe(false);
});

test('says how a parameter is written', () => {
  expect(() => parseParameter('Given=two')).toThrow(
    '--parameters takes STACK:NAME=VALUE, not "Given=two".',
  );
});
