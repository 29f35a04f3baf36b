// The deployment: the resources and outputs of every stack of an assembly, nested ones included.
import { requireAssetPath, readAssembly } from './assembly.ts';
import { refuseUnknownTypes } from './resource-types.ts';
import { TemplateStack } from './template-stack.ts';
import type { StackNeighbours } from './template-stack.ts';
import type { Json, JsonObject } from './template.ts';

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

export function readDeployment(folder: string): Deployment {
  const roots: TemplateStack[] = [];
  const neighbours = buildNeighbours(roots);
  roots.push(...readAssembly(folder).map((assembled) => new TemplateStack(assembled, neighbours)));

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
  };
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
