// CloudFormation's intrinsic functions. One that is not here is an error, never passed through.
import { isObject, textOf } from './template.ts';
import type { Json, JsonObject } from './template.ts';

/** What the functions may ask about the stack they stand in. */
export type Scope = {
  /** Parameters, pseudo parameters and resources; undefined stands for AWS::NoValue. */
  ref(name: string): Json | undefined;
  attribute(logicalId: string, attribute: string): Json;
  mapping(map: string, top: string, second: string): Json;
  condition(name: string): boolean;
  importValue(name: string): Json;
  stackOutput(stack: string, output: string): Json;
};

type Intrinsic = (argument: Json, scope: Scope) => Json | undefined;

const intrinsics: Record<string, Intrinsic> = {
  Ref: (argument, scope) => scope.ref(textOf(argument, 'Ref')),
  Condition: (argument, scope) => scope.condition(textOf(argument, 'Condition')),
  'Fn::GetAtt': getAttribute,
  'Fn::Join': join,
  'Fn::Sub': substitute,
  'Fn::Select': select,
  'Fn::Split': split,
  'Fn::ImportValue': (argument, scope) => scope.importValue(text(argument, scope)),
  'Fn::GetStackOutput': stackOutput,
  'Fn::FindInMap': findInMap,
  'Fn::If': (argument, scope) => {
    const [name, yes, no] = list(argument, 'Fn::If', 3);
    const chosen = scope.condition(textOf(name, 'The condition of Fn::If')) ? yes : no;
    return chosen === undefined ? undefined : resolve(chosen, scope);
  },
  'Fn::Equals': (argument, scope) => {
    const [left, right] = resolvedList(argument, 'Fn::Equals', scope, 2);
    return JSON.stringify(left) === JSON.stringify(right);
  },
  'Fn::And': (argument, scope) => truths(argument, 'Fn::And', scope).every(Boolean),
  'Fn::Or': (argument, scope) => truths(argument, 'Fn::Or', scope).some(Boolean),
  'Fn::Not': (argument, scope) => !truths(argument, 'Fn::Not', scope)[0],
  'Fn::Base64': (argument, scope) => Buffer.from(text(argument, scope)).toString('base64'),
};

/** The value without intrinsic functions; undefined where it says AWS::NoValue. */
export function resolve(value: Json, scope: Scope): Json | undefined {
  if (typeof value === 'string') return refuseDynamicReference(value);
  if (Array.isArray(value)) return resolveItems(value, scope);
  if (!isObject(value)) return value;
  const [name, ...others] = Object.keys(value);
  if (name !== undefined && others.length === 0 && isIntrinsic(name, value[name])) {
    const intrinsic = Object.hasOwn(intrinsics, name) ? intrinsics[name] : undefined;
    if (!intrinsic) throw new Error(`The local runner does not know ${name}.`);
    return intrinsic(value[name] ?? null, scope);
  }
  return resolveMembers(value, scope);
}

// A policy statement may consist of nothing but a Condition, whose argument is then an object.
function isIntrinsic(name: string, argument: Json | undefined): boolean {
  if (name === 'Ref' || name === 'Condition') return typeof argument === 'string';
  return name.startsWith('Fn::');
}

function resolveItems(values: Json[], scope: Scope): Json[] {
  return values.map((item) => resolve(item, scope)).filter((item) => item !== undefined);
}

function resolveMembers(object: JsonObject, scope: Scope): JsonObject {
  const members = Object.entries(object).flatMap(([key, value]) => {
    const resolved = resolve(value, scope);
    return resolved === undefined ? [] : [[key, resolved] as const];
  });
  return Object.fromEntries(members);
}

function refuseDynamicReference(value: string): string {
  if (!value.includes('{{resolve:')) return value;
  throw new Error(`The local runner does not resolve the dynamic reference in "${value}".`);
}

function text(argument: Json | undefined, scope: Scope): string {
  const resolved = argument === undefined ? undefined : resolve(argument, scope);
  if (typeof resolved === 'number' || typeof resolved === 'boolean') return String(resolved);
  return textOf(resolved, `The value of ${JSON.stringify(argument)}`);
}

function list(argument: Json, name: string, length: number): Json[] {
  if (Array.isArray(argument) && argument.length === length) return argument;
  throw new Error(`${name} takes a list of ${length}, not ${JSON.stringify(argument)}.`);
}

function resolvedList(argument: Json | undefined, name: string, scope: Scope, length?: number) {
  const resolved = argument === undefined ? undefined : resolve(argument, scope);
  if (Array.isArray(resolved) && (length === undefined || resolved.length === length)) {
    return resolved;
  }
  throw new Error(`${name} takes a list, not ${JSON.stringify(argument)}.`);
}

function truths(argument: Json, name: string, scope: Scope): boolean[] {
  return resolvedList(argument, name, scope).map((value) => {
    if (typeof value === 'boolean') return value;
    throw new Error(`${name} takes conditions, not ${JSON.stringify(value)}.`);
  });
}

function getAttribute(argument: Json, scope: Scope): Json {
  const parts = typeof argument === 'string' ? argument.split('.') : argument;
  if (!Array.isArray(parts)) throw new Error(`Fn::GetAtt takes a list, not ${String(parts)}.`);
  const [logicalId, ...path] = parts;
  const attribute = path.map((part) => text(part, scope)).join('.');
  return scope.attribute(textOf(logicalId, 'The resource of Fn::GetAtt'), attribute);
}

function join(argument: Json, scope: Scope): string {
  const [separator, values] = list(argument, 'Fn::Join', 2);
  const parts = resolvedList(values, 'Fn::Join', scope);
  return parts.map((part) => text(part, scope)).join(textOf(separator, 'The joint of Fn::Join'));
}

function split(argument: Json, scope: Scope): string[] {
  const [separator, value] = list(argument, 'Fn::Split', 2);
  return text(value, scope).split(textOf(separator, 'The separator of Fn::Split'));
}

function select(argument: Json, scope: Scope): Json {
  const [index, values] = list(argument, 'Fn::Select', 2);
  const chosen = resolvedList(values, 'Fn::Select', scope)[Number(text(index, scope))];
  if (chosen === undefined) throw new Error(`Fn::Select finds no item ${JSON.stringify(index)}.`);
  return chosen;
}

function findInMap(argument: Json, scope: Scope): Json {
  const [map, top, second] = list(argument, 'Fn::FindInMap', 3);
  return scope.mapping(text(map, scope), text(top, scope), text(second, scope));
}

function stackOutput(argument: Json, scope: Scope): Json {
  if (!isObject(argument)) throw new Error('Fn::GetStackOutput takes StackName and OutputName.');
  return scope.stackOutput(text(argument.StackName, scope), text(argument.OutputName, scope));
}

function substitute(argument: Json, scope: Scope): string {
  const [template, variables] = Array.isArray(argument) ? argument : [argument, {}];
  if (!isObject(variables)) throw new Error('The second item of Fn::Sub must be an object.');
  const format = textOf(template, 'The text of Fn::Sub');
  return refuseDynamicReference(format).replaceAll(/\$\{([^}]*)\}/g, (_, name: string) => {
    if (name.startsWith('!')) return `\${${name.slice(1)}}`;
    if (Object.hasOwn(variables, name)) return text(variables[name], scope);
    return text(name.includes('.') ? { 'Fn::GetAtt': name } : { Ref: name }, scope);
  });
}
