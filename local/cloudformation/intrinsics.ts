// Resolves CloudFormation's intrinsic functions. An unknown one is an error: passed through, it would
// end up as a value.
import { isObject, requireText } from './template.ts';
import type { Json, JsonObject } from './template.ts';

/** The stack and its neighbours, as intrinsic functions see them. */
export interface ResolutionScope {
  /** The value of a parameter, pseudo parameter or resource; undefined for AWS::NoValue. */
  ref(name: string): Json | undefined;
  attribute(logicalId: string, attribute: string): Json;
  mapping(map: string, top: string, second: string): Json;
  condition(name: string): boolean;
  importValue(name: string): Json;
  stackOutput(stack: string, output: string): Json;
}

type Intrinsic = (argument: Json, scope: ResolutionScope) => Json | undefined;

const intrinsics: Record<string, Intrinsic> = {
  Ref: (argument, scope) => scope.ref(requireText(argument, 'Ref')),
  Condition: (argument, scope) => scope.condition(requireText(argument, 'Condition')),
  'Fn::GetAtt': resolveGetAtt,
  'Fn::Join': resolveJoin,
  'Fn::Sub': resolveSub,
  'Fn::Select': resolveSelect,
  'Fn::Split': resolveSplit,
  'Fn::ImportValue': (argument, scope) => scope.importValue(resolveText(argument, scope)),
  'Fn::GetStackOutput': resolveStackOutput,
  'Fn::FindInMap': resolveFindInMap,
  'Fn::If': (argument, scope) => {
    const [name, yes, no] = requireList(argument, 'Fn::If', 3);
    const chosen = scope.condition(requireText(name, 'The condition of Fn::If')) ? yes : no;
    return chosen === undefined ? undefined : resolveValue(chosen, scope);
  },
  'Fn::Equals': (argument, scope) => {
    const [left, right] = resolveList(argument, 'Fn::Equals', scope, 2);
    return JSON.stringify(left) === JSON.stringify(right);
  },
  'Fn::And': (argument, scope) => resolveConditions(argument, 'Fn::And', scope).every(Boolean),
  'Fn::Or': (argument, scope) => resolveConditions(argument, 'Fn::Or', scope).some(Boolean),
  'Fn::Not': (argument, scope) => !resolveConditions(argument, 'Fn::Not', scope)[0],
  'Fn::Base64': (argument, scope) => Buffer.from(resolveText(argument, scope)).toString('base64'),
};

/** The value with its intrinsic functions resolved; undefined for AWS::NoValue. */
export function resolveValue(value: Json, scope: ResolutionScope): Json | undefined {
  if (typeof value === 'string') return refuseDynamicReference(value);
  if (Array.isArray(value)) return resolveItems(value, scope);
  if (!isObject(value)) return value;
  const [name, ...others] = Object.keys(value);
  if (name !== undefined && others.length === 0 && isIntrinsic(name, value[name])) {
    const intrinsic = Object.hasOwn(intrinsics, name) ? intrinsics[name] : undefined;
    if (!intrinsic) throw new Error(`The local runner does not support ${name}.`);
    return intrinsic(value[name] ?? null, scope);
  }
  return resolveMembers(value, scope);
}

// `Condition` is also a plain member, as of a policy statement, whose value is an object; the argument of
// the intrinsic function is a name.
function isIntrinsic(name: string, argument: Json | undefined): boolean {
  if (name === 'Ref' || name === 'Condition') return typeof argument === 'string';
  return name.startsWith('Fn::');
}

function resolveItems(values: Json[], scope: ResolutionScope): Json[] {
  return values.map((item) => resolveValue(item, scope)).filter((item) => item !== undefined);
}

function resolveMembers(object: JsonObject, scope: ResolutionScope): JsonObject {
  const members = Object.entries(object).flatMap(([key, value]) => {
    const resolved = resolveValue(value, scope);
    return resolved === undefined ? [] : [[key, resolved] as const];
  });
  return Object.fromEntries(members);
}

function refuseDynamicReference(value: string): string {
  if (!value.includes('{{resolve:')) return value;
  throw new Error(`The local runner does not resolve the dynamic reference in "${value}".`);
}

function resolveText(argument: Json | undefined, scope: ResolutionScope): string {
  const resolved = argument === undefined ? undefined : resolveValue(argument, scope);
  if (typeof resolved === 'number' || typeof resolved === 'boolean') return String(resolved);
  return requireText(resolved, `The value of ${JSON.stringify(argument)}`);
}

function requireList(argument: Json, name: string, length: number): Json[] {
  if (Array.isArray(argument) && argument.length === length) return argument;
  throw new Error(`${name} takes a list of ${length}, not ${JSON.stringify(argument)}.`);
}

function resolveList(
  argument: Json | undefined,
  name: string,
  scope: ResolutionScope,
  length?: number,
) {
  const resolved = argument === undefined ? undefined : resolveValue(argument, scope);
  if (Array.isArray(resolved) && (length === undefined || resolved.length === length)) {
    return resolved;
  }
  throw new Error(`${name} takes a list, not ${JSON.stringify(argument)}.`);
}

function resolveConditions(argument: Json, name: string, scope: ResolutionScope): boolean[] {
  return resolveList(argument, name, scope).map((value) => {
    if (typeof value === 'boolean') return value;
    throw new Error(`${name} takes conditions, not ${JSON.stringify(value)}.`);
  });
}

function resolveGetAtt(argument: Json, scope: ResolutionScope): Json {
  const parts = typeof argument === 'string' ? argument.split('.') : argument;
  if (!Array.isArray(parts)) throw new Error(`Fn::GetAtt takes a list, not ${String(parts)}.`);
  const [logicalId, ...path] = parts;
  const attribute = path.map((part) => resolveText(part, scope)).join('.');
  return scope.attribute(requireText(logicalId, 'The resource of Fn::GetAtt'), attribute);
}

function resolveJoin(argument: Json, scope: ResolutionScope): string {
  const [separator, values] = requireList(argument, 'Fn::Join', 2);
  const parts = resolveList(values, 'Fn::Join', scope);
  return parts
    .map((part) => resolveText(part, scope))
    .join(requireText(separator, 'The delimiter of Fn::Join'));
}

function resolveSplit(argument: Json, scope: ResolutionScope): string[] {
  const [separator, value] = requireList(argument, 'Fn::Split', 2);
  return resolveText(value, scope).split(requireText(separator, 'The separator of Fn::Split'));
}

function resolveSelect(argument: Json, scope: ResolutionScope): Json {
  const [index, values] = requireList(argument, 'Fn::Select', 2);
  const chosen = resolveList(values, 'Fn::Select', scope)[Number(resolveText(index, scope))];
  if (chosen === undefined)
    throw new Error(`Fn::Select: there is no item ${JSON.stringify(index)}.`);
  return chosen;
}

function resolveFindInMap(argument: Json, scope: ResolutionScope): Json {
  const [map, top, second] = requireList(argument, 'Fn::FindInMap', 3);
  return scope.mapping(
    resolveText(map, scope),
    resolveText(top, scope),
    resolveText(second, scope),
  );
}

function resolveStackOutput(argument: Json, scope: ResolutionScope): Json {
  if (!isObject(argument)) throw new Error('Fn::GetStackOutput takes StackName and OutputName.');
  return scope.stackOutput(
    resolveText(argument.StackName, scope),
    resolveText(argument.OutputName, scope),
  );
}

function resolveSub(argument: Json, scope: ResolutionScope): string {
  const [template, variables] = Array.isArray(argument) ? argument : [argument, {}];
  if (!isObject(variables)) throw new Error('The second item of Fn::Sub must be an object.');
  const format = requireText(template, 'The text of Fn::Sub');
  return refuseDynamicReference(format).replaceAll(/\$\{([^}]*)\}/g, (_, name: string) => {
    if (name.startsWith('!')) return `\${${name.slice(1)}}`;
    if (Object.hasOwn(variables, name)) return resolveText(variables[name], scope);
    return resolveText(name.includes('.') ? { 'Fn::GetAtt': name } : { Ref: name }, scope);
  });
}
