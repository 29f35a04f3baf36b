// One stack of the template, nested or not. Values are resolved on first use and cached.
import { requireAssetPath, readTemplate } from './assembly.ts';
import type { AssembledStack } from './assembly.ts';
import { buildIdentity } from './resource-identities.ts';
import type { ResourceIdentity } from './resource-identities.ts';
import { resolveValue } from './intrinsics.ts';
import type { ResolutionScope } from './intrinsics.ts';
import { isObject } from './template.ts';
import type { Json, JsonObject, TemplateResource } from './template.ts';

/** The values that a stack can take from other stacks. */
export interface StackNeighbours extends Pick<ResolutionScope, 'importValue' | 'stackOutput'> {
  /** The value of a parameter of Systems Manager that a stack defines. */
  storedParameter(name: string): Json;
}

const STORED_TEXT_TYPE = 'AWS::SSM::Parameter::Value<String>';
const NESTED_STACK_TYPE = 'AWS::CloudFormation::Stack';

export class TemplateStack implements ResolutionScope {
  readonly name: string;
  readonly assembled: AssembledStack;
  readonly #neighbours: StackNeighbours;
  readonly #parameters: (name: string) => Json | undefined;
  readonly #cache = new Map<string, unknown>();
  readonly #pending = new Set<string>();

  constructor(
    assembled: AssembledStack,
    neighbours: StackNeighbours,
    parameters: (name: string) => Json | undefined = () => undefined,
  ) {
    this.name = assembled.name;
    this.assembled = assembled;
    this.#neighbours = neighbours;
    this.#parameters = parameters;
  }

  /** The resources whose conditions hold, without those of nested stacks. */
  resources(): [logicalId: string, resource: TemplateResource][] {
    return Object.entries(this.assembled.template.Resources).filter(
      ([, { Condition: condition }]) => condition === undefined || this.condition(condition),
    );
  }

  nestedStacks(): TemplateStack[] {
    return this.resources()
      .filter(([, { Type: type }]) => type === NESTED_STACK_TYPE)
      .map(([logicalId]) => this.#nested(logicalId));
  }

  properties(logicalId: string): JsonObject {
    return this.#once(`properties of ${logicalId}`, () => {
      const resolved = resolveValue(this.#resource(logicalId).Properties ?? {}, this);
      return isObject(resolved) ? resolved : {};
    });
  }

  property(logicalId: string, name: string): Json | undefined {
    const value = this.#resource(logicalId).Properties?.[name];
    return value === undefined ? undefined : resolveValue(value, this);
  }

  output(name: string): Json {
    const output = this.assembled.template.Outputs?.[name];
    if (!output) throw new Error(`The stack ${this.name} has no output ${name}.`);
    return this.#once(`output ${name}`, () => resolveValue(output.Value, this) ?? null);
  }

  outputs(): { name: string; exportName: Json | undefined }[] {
    return Object.entries(this.assembled.template.Outputs ?? {})
      .filter(
        ([, { Condition: condition }]) => condition === undefined || this.condition(condition),
      )
      .map(([name, output]) => {
        const exportName = output.Export && resolveValue(output.Export.Name, this);
        return { name, exportName };
      });
  }

  ref(name: string): Json | undefined {
    if (name.startsWith('AWS::')) return this.#pseudoParameter(name);
    const parameter = this.assembled.template.Parameters?.[name];
    if (!parameter) return this.#identity(name).ref;
    const value = this.#parameters(name) ?? parameter.Default;
    if (value !== undefined && !parameter.Type.startsWith('AWS::SSM::')) return value;
    // The value is the name of another parameter, and its own value is the one that counts.
    if (typeof value === 'string' && parameter.Type === STORED_TEXT_TYPE)
      return this.#once(`parameter ${name}`, () => this.#neighbours.storedParameter(value));
    throw new Error(`The parameter ${name} of ${this.name} has no value locally.`);
  }

  attribute(logicalId: string, attribute: string): Json {
    if (this.#resource(logicalId).Type === NESTED_STACK_TYPE) {
      return this.#nested(logicalId).output(attribute.replace(/^Outputs\./, ''));
    }
    const value = this.#identity(logicalId).attributes[attribute];
    if (value !== undefined) return value;
    throw new Error(`${logicalId} has no attribute ${attribute} locally.`);
  }

  mapping(map: string, top: string, second: string): Json {
    const value = this.assembled.template.Mappings?.[map]?.[top]?.[second];
    if (value !== undefined) return value;
    throw new Error(`The mapping ${map} of ${this.name} has no value at ${top}, ${second}.`);
  }

  condition(name: string): boolean {
    const condition = this.assembled.template.Conditions?.[name];
    if (condition === undefined) throw new Error(`${this.name} has no condition ${name}.`);
    return this.#once(`condition ${name}`, () => resolveValue(condition, this) === true);
  }

  importValue(name: string): Json {
    return this.#neighbours.importValue(name);
  }

  stackOutput(stack: string, output: string): Json {
    return this.#neighbours.stackOutput(stack, output);
  }

  #resource(logicalId: string): TemplateResource {
    const resource = this.assembled.template.Resources[logicalId];
    if (!resource) throw new Error(`The stack ${this.name} has no resource ${logicalId}.`);
    return resource;
  }

  #identity(logicalId: string): ResourceIdentity {
    const { Type: type } = this.#resource(logicalId);
    return this.#once(`identity of ${logicalId}`, () =>
      buildIdentity({
        stackName: this.name,
        logicalId,
        type,
        accountRegion: this.assembled,
        property: (name) => this.property(logicalId, name),
      }),
    );
  }

  #nested(logicalId: string): TemplateStack {
    return this.#once(`nested stack ${logicalId}`, () => {
      const { folder } = this.assembled;
      const template = readTemplate(requireAssetPath(this.#resource(logicalId), logicalId, folder));
      const assembled = { ...this.assembled, name: `${this.name}-${logicalId}`, template };
      const given = this.#resource(logicalId).Properties?.Parameters;
      return new TemplateStack(assembled, this.#neighbours, (name) => {
        const value = isObject(given) ? given[name] : undefined;
        return value === undefined ? undefined : resolveValue(value, this);
      });
    });
  }

  #pseudoParameter(name: string): Json | undefined {
    const { account, region } = this.assembled;
    switch (name) {
      case 'AWS::AccountId':
        return account;
      case 'AWS::NoValue':
        return undefined;
      case 'AWS::NotificationARNs':
        return [];
      case 'AWS::Partition':
        return 'aws';
      case 'AWS::Region':
        return region;
      case 'AWS::StackId':
        return `arn:aws:cloudformation:${region}:${account}:stack/${this.name}/local`;
      case 'AWS::StackName':
        return this.name;
      case 'AWS::URLSuffix':
        return 'amazonaws.com';
      default:
        throw new Error(`The local runner does not support the pseudo parameter ${name}.`);
    }
  }

  // CloudFormation forbids circular references; unchecked, one would overflow the call stack here.
  #once<T>(key: string, make: () => T): T {
    if (this.#cache.has(key)) return this.#cache.get(key) as T;
    if (this.#pending.has(key)) throw new Error(`${this.name}: the ${key} refers to itself.`);
    this.#pending.add(key);
    try {
      const value = make();
      this.#cache.set(key, value);
      return value;
    } finally {
      this.#pending.delete(key);
    }
  }
}
