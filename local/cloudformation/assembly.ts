// Reads the stacks of a cloud assembly (cdk.out), each after the stacks that it depends on.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isObject } from './template.ts';
import type { Json, JsonObject, TemplateResource, CloudFormationTemplate } from './template.ts';

export interface AssembledStack {
  readonly name: string;
  readonly template: CloudFormationTemplate;
  readonly account: string;
  readonly region: string;
  /** The folder that asset paths are relative to. */
  readonly folder: string;
}

const UNKNOWN_ACCOUNT = '000000000000';
const UNKNOWN_REGION = 'us-east-1';

export function readAssembly(folder: string): AssembledStack[] {
  const file = join(folder, 'manifest.json');
  if (!existsSync(file))
    throw new Error(`${folder} is not a cloud assembly: it has no manifest.json.`);
  const artifacts = requireObject(readJson(file), 'artifacts');

  const ordered: AssembledStack[] = [];
  const seen = new Set<string>();
  const visit = (id: string) => {
    const artifact = artifacts[id];
    if (seen.has(id) || !isObject(artifact)) return;
    seen.add(id);
    const dependencies = Array.isArray(artifact.dependencies) ? artifact.dependencies : [];
    dependencies.forEach((dependency) => visit(String(dependency)));
    ordered.push(...readStacks(artifact, id, folder));
  };
  Object.keys(artifacts).forEach(visit);
  return ordered;
}

function readStacks(artifact: JsonObject, id: string, folder: string): AssembledStack[] {
  if (artifact.type === 'cdk:cloud-assembly') {
    return readAssembly(join(folder, String(requireObject(artifact, 'properties').directoryName)));
  }
  if (artifact.type !== 'aws:cloudformation:stack') return [];
  const properties = requireObject(artifact, 'properties');
  const [account = '', region = ''] = String(artifact.environment).replace('aws://', '').split('/');
  return [
    {
      name: String(properties.stackName ?? id),
      template: readTemplate(join(folder, String(properties.templateFile))),
      account: account.startsWith('unknown') ? UNKNOWN_ACCOUNT : account,
      region: region.startsWith('unknown') ? UNKNOWN_REGION : region,
      folder,
    },
  ];
}

export function readTemplate(file: string): CloudFormationTemplate {
  const template = readJson(file);
  return {
    ...template,
    Resources: requireObject(
      template,
      'Resources',
    ) as unknown as CloudFormationTemplate['Resources'],
  };
}

/** The folder of a function's code, or the file of a nested stack's template. */
export function requireAssetPath(
  resource: TemplateResource,
  logicalId: string,
  folder: string,
): string {
  const path = resource.Metadata?.['aws:asset:path'];
  if (typeof path === 'string') return resolve(folder, path);
  throw new Error(
    `${logicalId} has no aws:asset:path in its metadata: ` +
      'synthesize with the context aws:cdk:enable-asset-metadata.',
  );
}

function readJson(file: string): JsonObject {
  const value = JSON.parse(readFileSync(file, 'utf8')) as Json;
  if (isObject(value)) return value;
  throw new Error(`${file} does not contain a JSON object.`);
}

function requireObject(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isObject(value) ? value : {};
}
