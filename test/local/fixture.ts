// A cloud assembly as the CDK would write it, with short functions.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject, CloudFormationTemplate } from '../../local/cloudformation/template.ts';
import { chooseEngine } from '../../local/engines/engine.ts';
import type { StartOptions } from '../../local/start/start-options.ts';
import type { LocalDeployment } from '../../local/start/start.ts';
import { startLocal } from '../../local/start/start.ts';

// The engine of all tests, unless it is at a URL: tables of different tests would collide there.
const chosen = chooseEngine(process.env['DYNAMODB_ENGINE']);
const engine = chosen instanceof URL ? undefined : chosen;

export type StackTemplates = Record<
  string,
  Partial<CloudFormationTemplate> & { readonly dependencies?: string[] }
>;

export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'runner-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export function writeAssembly(folder: string, stacks: StackTemplates) {
  const artifacts = Object.entries(stacks).map(([name, { dependencies = [], ...template }]) => {
    const templateFile = `${name}.template.json`;
    writeFileSync(join(folder, templateFile), JSON.stringify({ Resources: {}, ...template }));
    const environment = 'aws://unknown-account/unknown-region';
    const artifact = {
      type: 'aws:cloudformation:stack',
      environment,
      dependencies,
      properties: { templateFile },
    };
    return [name, artifact] as const;
  });
  const manifest = { version: '55.0.0', artifacts: Object.fromEntries(artifacts) };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
}

/** Writes the module into an asset folder and returns the resource that deploys it. */
export function functionResource(
  folder: string,
  name: string,
  source: string,
  properties: JsonObject = {},
) {
  const asset = `asset.${name}`;
  mkdirSync(join(folder, asset), { recursive: true });
  writeFileSync(join(folder, asset, 'index.mjs'), source);
  return {
    Type: 'AWS::Lambda::Function',
    Metadata: { 'aws:asset:path': asset },
    Properties: {
      FunctionName: name,
      Handler: 'index.handler',
      Runtime: 'nodejs24.x',
      ...properties,
    },
  };
}

export const table = {
  Type: 'AWS::DynamoDB::GlobalTable',
  Properties: {
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
  },
};

export function restApi(name: string, body: JsonObject): CloudFormationTemplate['Resources'] {
  const id = name.replaceAll('-', '');
  return {
    [`${id}Api`]: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: name, Body: body } },
    [`${id}Deployment`]: { Type: 'AWS::ApiGateway::Deployment', Properties: {} },
    [`${id}Stage`]: {
      Type: 'AWS::ApiGateway::Stage',
      Properties: { StageName: 'test', RestApiId: { Ref: `${id}Api` } },
    },
  };
}

export function integration(functionName: string, more: JsonObject = {}): JsonObject {
  return {
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      httpMethod: 'POST',
      uri: {
        'Fn::Sub':
          'arn:${AWS::Partition}:apigateway:${AWS::Region}:lambda:path/2015-03-31/functions/' +
          `\${${functionName}.Arn}/invocations`,
      },
      ...more,
    },
  };
}

/** Starts one stack with these functions, by name, and these other resources. */
export async function startFixture(
  functions: Record<string, string | [source: string, properties: JsonObject]>,
  resources: CloudFormationTemplate['Resources'] = {},
  options: Partial<StartOptions> = {},
): Promise<LocalDeployment & { folder: string; lines: string[] }> {
  const folder = temporaryFolder();
  const lines: string[] = [];
  const sources = Object.entries(functions).map(([name, source]) => {
    const [text, properties] = Array.isArray(source) ? source : [source, {}];
    return [name, functionResource(folder.path, name, text, properties)] as const;
  });
  writeAssembly(folder.path, {
    fixture: { Resources: { ...Object.fromEntries(sources), ...resources } },
  });
  const log = (line: string) => lines.push(line);
  const local = await startLocal({ assembly: folder.path, log, engine, ...options });
  const stop = async () => {
    await local.stop();
    folder.remove();
  };
  return { ...local, stop, folder: folder.path, lines };
}
