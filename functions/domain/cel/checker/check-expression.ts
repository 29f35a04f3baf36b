// Finds what is wrong with an expression before it is evaluated: a part whose every evaluation would
// fault, with the message and position of that fault. What may succeed has no fault here.
import type { ASTNode } from '@marcbachmann/cel-js';
import { Budget } from '../budget.ts';
import { CelFault, locateOffset } from '../cel-fault.ts';
import type { SourcePosition } from '../cel-fault.ts';
import { celFunctions, celMethods } from '../cel-functions.ts';
import type { CelFunction } from '../cel-functions.ts';
import { celOperators, negateValue } from '../cel-operators.ts';
import { compile } from '../compile.ts';
import { parse } from '../parse.ts';
import {
  BOOL,
  describeType,
  DYN,
  inferOutcome,
  listOf,
  mapOf,
  MAP,
  toLiteralType,
  toTypeOf,
  uniteTypes,
} from './cel-types.ts';
import type { CelType } from './cel-types.ts';
import { checkMacro } from './check-macros.ts';
import { CheckScope } from './check-scope.ts';
import type { VariableTypes } from './check-scope.ts';
import { readMemberType } from './member-types.ts';

/** A part of an expression that cannot be evaluated. */
export interface ExpressionFault {
  readonly message: string;
  readonly position: SourcePosition;
}

/**
 * Lists the faults of a condition that compiles, in the order of its text. `variables` declares every
 * variable that it may use; without them, any may exist.
 */
export function checkCondition(
  source: string,
  variables: VariableTypes | undefined,
): ExpressionFault[] {
  const scope = new CheckScope(checkNode, variables);
  const outcome = scope.check(parse(source));
  scope.attempt(() => {
    if (outcome.some(({ kind }) => kind === 'bool')) return outcome;
    throw new CelFault(`a condition must be true or false, not ${describeType(outcome)}`, 0);
  });
  return scope.faults
    .map(({ message, offset }) => ({ message, position: locateOffset(source, offset) }))
    .toSorted((a, b) => a.position.offset - b.position.offset);
}

/** The type of the node. Throws the fault of the node itself; those of its parts are in the scope. */
function checkNode(node: ASTNode, scope: CheckScope): CelType {
  switch (node.op) {
    case 'value':
      return toLiteralType(readLiteral(node));
    case 'id':
      return scope.readVariable(node.args, node.start);
    case '.': {
      const [owner, name] = node.args;
      return readMemberType(scope.check(owner), toLiteralType(name), node.pos);
    }
    case '[]': {
      const [owner, key] = node.args;
      return readMemberType(scope.check(owner), scope.check(key), key.start);
    }
    case 'call':
    case 'rcall':
      return checkMacro(node, scope) ?? checkCall(node, scope);
    case 'list':
      return node.args.length === 0
        ? listOf(DYN)
        : listOf(uniteTypes(node.args.map((item) => scope.check(item))));
    case 'map':
      return checkMap(node.args, scope);
    case '?:':
      return checkConditional(node.args, scope);
    case '&&':
    case '||':
    case '!_':
      for (const operand of [node.args].flat()) scope.checkBool(operand);
      return BOOL;
    case '-_':
      return checkNegation(node.args, node, scope);
    default:
      return checkOperator(node, scope);
  }
}

function readLiteral(node: ASTNode) {
  return compile(node)({ variables: {}, budget: new Budget(), scope: undefined });
}

function checkCall(node: ASTNode, scope: CheckScope): CelType {
  const { name, known, operands } = readCall(node);
  const types = operands.map((operand) => scope.check(operand));
  if (!known) return DYN;
  return inferOutcome(types, node.start, (values, work) => known.call(values, work, name));
}

interface FunctionCall {
  readonly name: string;
  readonly known?: CelFunction | undefined;
  readonly operands: readonly ASTNode[];
}

function readCall(node: ASTNode): FunctionCall {
  if (node.op === 'call') {
    const [name, operands] = node.args;
    return { name, known: celFunctions[name], operands };
  }
  if (node.op !== 'rcall') return { name: node.op, operands: [] };
  const [name, receiver, args] = node.args;
  return { name, known: celMethods[name], operands: [receiver, ...args] };
}

function checkMap(entries: readonly (readonly [ASTNode, ASTNode])[], scope: CheckScope): CelType {
  const members = entries.flatMap(([key, value]) => {
    const [keyType, valueType] = [scope.check(key), scope.check(value)];
    scope.attempt(() => requireKeyType(keyType, key.start));
    const name = key.op === 'value' && typeof key.args === 'string' ? key.args : undefined;
    return name === undefined ? [] : [[name, valueType] as const];
  });
  // Other keys than literal texts are known only when the map is made.
  return members.length === entries.length ? mapOf(Object.fromEntries(members)) : MAP;
}

function requireKeyType(key: CelType, offset: number): CelType {
  if (key.some(({ kind }) => KEY_KINDS.has(kind))) return key;
  throw new CelFault(`${describeType(key)} cannot be the key of a map`, offset);
}

/** A decimal without a fraction is a whole number. */
const KEY_KINDS: ReadonlySet<string> = new Set(['string', 'int', 'bool', 'decimal']);

function checkConditional(
  [test, yes, no]: readonly [ASTNode, ASTNode, ASTNode],
  scope: CheckScope,
): CelType {
  scope.checkBool(test);
  return uniteTypes([scope.check(yes), scope.check(no)]);
}

function checkNegation(operand: ASTNode, node: ASTNode, scope: CheckScope): CelType {
  const type = scope.check(operand);
  // The literal of the smallest integer is one only with its sign.
  if (operand.op === 'value') return toTypeOf(readLiteral(node));
  return inferOutcome([type], node.start, ([value = null], work) => negateValue(value, work));
}

function checkOperator(node: ASTNode, scope: CheckScope): CelType {
  const operator = celOperators[node.op];
  const types = (node.args as readonly ASTNode[]).map((operand) => scope.check(operand));
  if (!operator) return DYN;
  return inferOutcome(types, node.start, ([left = null, right = null], work) =>
    operator(left, right, work),
  );
}
