// What the template says about a Lambda function, ready to run it here.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DeployedResource } from '../cloudformation/deployment.ts';
import { isObject, requireText } from '../cloudformation/template.ts';
import type { Json } from '../cloudformation/template.ts';

export type FunctionSettings = {
  name: string;
  arn: string;
  /** The module that exports the handler. */
  file: string;
  /** The handler's name in that module. */
  exportName: string;
  environment: Record<string, string>;
  region: string;
  timeoutSeconds: number;
  memoryMegabytes: number;
};

// Lambda's own defaults.
const timeoutSecondsDefault = 3;
const memoryMegabytesDefault = 128;

export function readFunctionSettings(resource: DeployedResource): FunctionSettings {
  const { ref: name, properties, region, account } = resource;
  refuseOtherPackaging(resource);
  const [module = '', exportName = ''] = requireText(properties.Handler, `${name}: Handler`).split(
    '.',
  );
  return {
    name,
    arn: `arn:aws:lambda:${region}:${account}:function:${name}`,
    file: findModuleFile(resource.asset(), module, name),
    exportName,
    environment: readEnvironment(properties.Environment, name),
    region,
    timeoutSeconds: Number(properties.Timeout ?? timeoutSecondsDefault),
    memoryMegabytes: Number(properties.MemorySize ?? memoryMegabytesDefault),
  };
}

function refuseOtherPackaging({ ref: name, properties }: DeployedResource) {
  const runtime = properties.Runtime;
  if (typeof runtime !== 'string' || !runtime.startsWith('nodejs')) {
    throw new Error(
      `${name}: the local runner runs Node.js functions only, not ${String(runtime)}.`,
    );
  }
  if (Array.isArray(properties.Layers) && properties.Layers.length > 0) {
    throw new Error(`${name}: the local runner does not know layers.`);
  }
  if (isObject(properties.Code) && properties.Code.ZipFile !== undefined) {
    throw new Error(`${name}: the local runner does not run inline code.`);
  }
}

function findModuleFile(folder: string, module: string, name: string): string {
  const candidates = ['.mjs', '.js', '.cjs'].map((ending) => join(folder, module + ending));
  const file = candidates.find(
    (candidate) => existsSync(candidate) && statSync(candidate).isFile(),
  );
  if (file) return file;
  throw new Error(`${name}: there is no ${module}.mjs, .js or .cjs in ${folder}.`);
}

function readEnvironment(environment: Json | undefined, name: string): Record<string, string> {
  const variables = isObject(environment) ? environment.Variables : undefined;
  if (!isObject(variables)) return {};
  const entries = Object.entries(variables).map(([key, value]) => {
    // CloudFormation itself turns numbers and booleans into text.
    const scalar = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    return [key, requireText(scalar, `${name}: the variable ${key}`)] as const;
  });
  return Object.fromEntries(entries);
}
