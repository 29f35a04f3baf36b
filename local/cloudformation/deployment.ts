// The deployment: the resources and outputs of every stack of an assembly, nested ones included.
import { requireAssetPath, readAssembly } from './assembly.ts';
import type { AssembledStack } from './assembly.ts';
import { refuseUnknownTypes } from './resource-types.ts';
import { TemplateStack } from './template-stack.ts';
import type { StackNeighbours } from './template-stack.ts';
import type { Json, JsonObject } from './template.ts';

const STORED_PARAMETER_TYPE = 'AWS::SSM::Parameter';

export interface DeployedResource {
  readonly type: string;
  readonly logicalId: string;
  readonly stackName: string;
  readonly account: string;
  readonly region: string;
  readonly ref: string;
  readonly properties: JsonObject;
  /** The folder or file of the resource's asset; throws if it has none. */
  asset(): string;
}

export interface Deployment {
  ofType(...types: string[]): DeployedResource[];
  /** The outputs of the top-level stacks, including those that only other stacks use. */
  outputs(): Record<string, Json>;
}

/** The values of the parameters of stacks, by the names of both. */
export type StackParameters = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Reads the deployment. A parameter without a value has its default. */
export function readDeployment(folder: string, parameters: StackParameters = {}): Deployment {
  const roots: TemplateStack[] = [];
  const neighbours = buildNeighbours(roots);
  const assembledStacks = readAssembly(folder);
  refuseUnknownParameters(assembledStacks, parameters);
  for (const assembled of assembledStacks) {
    const given = parameters[assembled.name] ?? {};
    roots.push(new TemplateStack(assembled, neighbours, (name) => given[name]));
  }

  const stacks = roots.flatMap(flattenStacks);
  refuseUnknownTypes(
    stacks.flatMap((stack) =>
      stack.resources().map(([id, { Type: type }]) => ({ path: `${stack.name}/${id}`, type })),
    ),
  );
  return {
    ofType: (...types) => stacks.flatMap((stack) => listDeployedResources(stack, types)),
    outputs() {
      const named = roots.flatMap((stack) =>
        stack.outputs().map(({ name }) => [`${stack.name}.${name}`, stack.output(name)] as const),
      );
      return Object.fromEntries(named);
    },
  };
}

function buildNeighbours(roots: TemplateStack[]): StackNeighbours {
  return {
    importValue(wanted) {
      for (const stack of roots) {
        const output = stack.outputs().find(({ exportName }) => exportName === wanted);
        if (output) return stack.output(output.name);
      }
      throw new Error(`No stack exports ${wanted}.`);
    },
    stackOutput(stackName, output) {
      const stack = roots.find(({ name }) => name === stackName);
      if (!stack) throw new Error(`There is no stack ${stackName}.`);
      return stack.output(output);
    },
    storedParameter(wanted) {
      for (const stack of roots.flatMap(flattenStacks)) {
        const stored = stack
          .resources()
          .filter(([, { Type: type }]) => type === STORED_PARAMETER_TYPE)
          .find(([logicalId]) => stack.property(logicalId, 'Name') === wanted);
        if (stored) return stack.property(stored[0], 'Value') ?? null;
      }
      throw new Error(`No stack defines the parameter ${wanted} of Systems Manager.`);
    },
  };
}

// CloudFormation refuses them too; ignored, a misspelt one would leave the default in force.
function refuseUnknownParameters(stacks: AssembledStack[], given: StackParameters): void {
  for (const [name, values] of Object.entries(given)) {
    const stack = stacks.find((one) => one.name === name);
    if (!stack) throw new Error(`There is no stack ${name} for the parameters given for it.`);
    const known = Object.keys(stack.template.Parameters ?? {});
    const unknown = Object.keys(values).filter((one) => !known.includes(one));
    if (unknown.length > 0)
      throw new Error(`The stack ${name} has no parameter ${unknown.join()}.`);
  }
}

function flattenStacks(stack: TemplateStack): TemplateStack[] {
  return [stack, ...stack.nestedStacks().flatMap(flattenStacks)];
}

function listDeployedResources(stack: TemplateStack, types: string[]): DeployedResource[] {
  const { account, region, folder } = stack.assembled;
  return stack
    .resources()
    .filter(([, { Type: type }]) => types.includes(type))
    .map(([logicalId, resource]) => ({
      type: resource.Type,
      logicalId,
      stackName: stack.name,
      account,
      region,
      ref: String(stack.ref(logicalId)),
      properties: stack.properties(logicalId),
      asset: () => requireAssetPath(resource, logicalId, folder),
    }));
}
