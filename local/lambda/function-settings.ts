// Reads the settings of a Lambda function from the template.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DeployedResource } from '../cloudformation/deployment.ts';
import { isObject, requireText } from '../cloudformation/template.ts';
import type { Json } from '../cloudformation/template.ts';

export interface FunctionSettings {
  readonly name: string;
  readonly arn: string;
  /** The module that exports the handler. */
  readonly file: string;
  /** The handler's name in that module. */
  readonly exportName: string;
  readonly environment: Record<string, string>;
  readonly region: string;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
}

// Lambda's own defaults.
const TIMEOUT_SECONDS_DEFAULT = 3;
const MEMORY_MEGABYTES_DEFAULT = 128;

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
    timeoutSeconds: Number(properties.Timeout ?? TIMEOUT_SECONDS_DEFAULT),
    memoryMegabytes: Number(properties.MemorySize ?? MEMORY_MEGABYTES_DEFAULT),
  };
}

function refuseOtherPackaging({ ref: name, properties }: DeployedResource) {
  const runtime = properties.Runtime;
  if (typeof runtime !== 'string' || !runtime.startsWith('nodejs')) {
    throw new Error(
      `${name}: the local runner runs only Node.js functions, not ${String(runtime)}.`,
    );
  }
  if (Array.isArray(properties.Layers) && properties.Layers.length > 0) {
    throw new Error(`${name}: the local runner does not support layers.`);
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
    // CloudFormation, too, converts numbers and booleans to text.
    const scalar = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    return [key, requireText(scalar, `${name}: the variable ${key}`)] as const;
  });
  return Object.fromEntries(entries);
}
