// Checks controls when they are written. A mistyped rule denies, and so shows; a mistyped control could
// never catch anything, and would not be noticed: it is refused.
import type { ASTNode } from '@marcbachmann/cel-js';
import { checkCondition } from '../cel/checker/check-expression.ts';
import type { ExpressionFault } from '../cel/checker/check-expression.ts';
import { locateOffset } from '../cel/cel-fault.ts';
import { requireExpression } from '../cel/expression.ts';
import { parse } from '../cel/parse.ts';
import { Refusal } from '../refusals/refusals.ts';
import { CLOSED_MEMBERS, listControlVariableTypes } from './control-variables.ts';
import type { ControlVariable } from './control-variables.ts';
import type { Control } from './controls.ts';

/** The operations that can be put under control, with the variables that each has. */
export type ControllableOperations = Readonly<Record<string, readonly ControlVariable[]>>;

/**
 * Refuses with invalid_expression a condition that is not CEL, and with invalid_control one that names
 * what does not exist, and an operation that cannot be controlled.
 */
export function refuseInvalidControls(
  controls: readonly Control[],
  operations: ControllableOperations,
): void {
  const faults = controls.flatMap(({ operation, when }, index) => {
    const pointer = `/controls/${index}`;
    if (when !== undefined) requireExpression(when, `${pointer}/when`);
    const variables = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
    if (!variables) return [`${pointer}/operation names no operation that can be controlled`];
    return listConditionFaults(when, variables).map(
      ({ message, position: { line, column } }) =>
        `${pointer}/when line ${line}, column ${column}: ${message}`,
    );
  });
  if (faults.length > 0) throw new Refusal('invalid_control', faults);
}

function listConditionFaults(
  when: string | undefined,
  variables: readonly ControlVariable[],
): ExpressionFault[] {
  if (when === undefined) return [];
  const faults = checkCondition(when, listControlVariableTypes(variables));
  return faults.length > 0 ? faults : listImpossibleTexts(parse(when), when);
}

// `actor.kind == "SERVCE"` has the right types, and is never true. `bound` are the names of macros around the node.
function listImpossibleTexts(
  node: ASTNode,
  source: string,
  bound: readonly string[] = [],
): ExpressionFault[] {
  const own = findImpossibleText(node, bound);
  const fault = own && { message: own, position: locateOffset(source, node.start) };
  const inner = [...bound, ...listBoundNames(node)];
  return [
    ...(fault ? [fault] : []),
    ...listOperands(node).flatMap((operand) => listImpossibleTexts(operand, source, inner)),
  ];
}

// Only macros take more than one argument after their receiver.
function listBoundNames(node: ASTNode): string[] {
  if (node.op !== 'rcall') return [];
  const [name, ...others] = node.args[2];
  return name?.op === 'id' && others.length > 0 ? [name.args] : [];
}

function findImpossibleText(node: ASTNode, bound: readonly string[]): string | undefined {
  if (node.op !== '==' && node.op !== '!=' && node.op !== 'in') return undefined;
  const sides = listOperands(node);
  const name = sides.flatMap((side) => readMemberName(side, bound) ?? []).at(0);
  const allowed = name === undefined ? undefined : CLOSED_MEMBERS[name];
  if (name === undefined || !allowed) return undefined;
  const texts = sides.flatMap(listLiteralTexts);
  const wrong = texts.find((text) => !allowed.includes(text));
  return wrong === undefined
    ? undefined
    : `${name} is never ${JSON.stringify(wrong.slice(0, 64))}, but ${allowed.join(' or ')}`;
}

/** The name of `owner.member` or `owner["member"]` of a variable; undefined for any other node. */
function readMemberName(node: ASTNode, bound: readonly string[]): string | undefined {
  if (node.op !== '.' && node.op !== '[]') return undefined;
  const [owner, key] = node.args;
  const member = typeof key === 'string' ? key : key.args;
  if (owner.op !== 'id' || bound.includes(owner.args)) return undefined;
  return typeof member === 'string' ? `${owner.args}.${member}` : undefined;
}

/** The texts of a literal, or of a list of literals. */
function listLiteralTexts(node: ASTNode): string[] {
  if (node.op === 'value') return typeof node.args === 'string' ? [node.args] : [];
  return node.op === 'list' ? listOperands(node).flatMap(listLiteralTexts) : [];
}

function listOperands({ args }: ASTNode): ASTNode[] {
  return [args].flat(3).filter(isNode);
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value;
}
