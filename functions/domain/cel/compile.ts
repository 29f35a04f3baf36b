// Compiles a syntax tree to code that can run many times. Function names are resolved here, so that an
// unknown name fails when the expression is written, not when money moves.
import type { ASTNode } from '@marcbachmann/cel-js';
import type { CompiledNode } from './code.ts';
import { compileMacro } from './comprehensions.ts';
import { Decimal } from './decimal.ts';
import { requireAbsorbableFault, CelFault } from './cel-fault.ts';
import { celFunctions, celMethods } from './cel-functions.ts';
import type { CelFunction } from './cel-functions.ts';
import { negateValue, celOperators } from './cel-operators.ts';
import { toCelValue, requireBool, isList, isMap, readMember, nameType } from './values.ts';
import type { Value } from './values.ts';

/** Faults, with the position, for what CEL has and this implementation does not support. */
export function compile(node: ASTNode): CompiledNode {
  const { start } = node;
  const code = compileNode(node);
  return (frame) => {
    frame.budget.spend(1, start);
    return code(frame);
  };
}

function compileNode(node: ASTNode): CompiledNode {
  switch (node.op) {
    case 'value':
      return compileLiteral(node);
    case 'id':
      return compileVariable(node.args, node.start);
    case '.':
      return compileMember(compile(node.args[0]), () => node.args[1], node.pos);
    case '[]':
      return compileMember(compile(node.args[0]), compile(node.args[1]), node.args[1].start);
    case 'call':
      return (
        compileMacro(node, compile) ?? compileCall(node, celFunctions, node.args[0], node.args[1])
      );
    case 'rcall':
      return (
        compileMacro(node, compile) ??
        compileCall(node, celMethods, node.args[0], [node.args[1], ...node.args[2]])
      );
    case 'list':
      return compileList(node.args);
    case 'map':
      return compileMap(node.args);
    case '?:':
      return compileConditional(node.args);
    case '&&':
      return compileLogic(node.args, false);
    case '||':
      return compileLogic(node.args, true);
    case '!_':
      return compileNot(node.args);
    case '-_':
      return compileNegation(node.args, node.start);
    default:
      return compileOperator(node);
  }
}

function compileLiteral(node: ASTNode): CompiledNode {
  const { args, start, end } = node as { args: unknown; start: number; end: number };
  if (args === null || typeof args === 'boolean' || typeof args === 'string') return () => args;
  if (typeof args === 'bigint') {
    const value =
      args === BigInt.asIntN(64, args) ? args : parseDecimalLiteral(String(args), start);
    return () => value;
  }
  if (typeof args !== 'number') {
    throw new CelFault('unsigned numbers and bytes are not supported', start);
  }
  // The parser has converted the literal to a float, which loses digits; the source text has them all.
  const value = parseDecimalLiteral(node.input.slice(start, end), start);
  return () => value;
}

function parseDecimalLiteral(text: string, offset: number): Decimal {
  const value = Decimal.parse(text);
  if (!value) throw new CelFault('is a number of more than 120 digits', offset);
  return value;
}

function compileVariable(name: string, offset: number): CompiledNode {
  return ({ variables, scope }) => {
    for (let place = scope; place; place = place.outer) if (place.name === name) return place.value;
    if (!Object.hasOwn(variables, name) || variables[name] === undefined) {
      throw new CelFault(`there is no variable ${name} here`, offset);
    }
    return toCelValue(variables[name], offset);
  };
}

function compileMember(of: CompiledNode, key: CompiledNode, offset: number): CompiledNode {
  return (frame) => {
    const owner = of(frame);
    const name = key(frame);
    if (isMap(owner)) {
      const found = readMember(owner, name);
      if (found === undefined) throw new CelFault(`there is no member ${formatKey(name)}`, offset);
      return toCelValue(found, offset);
    }
    if (!isList(owner)) throw new CelFault(`${nameType(owner)} has no members`, offset);
    const index = name instanceof Decimal ? name.whole() : name;
    if (typeof index !== 'bigint')
      throw new CelFault('a list is indexed by a whole number', offset);
    const found = index >= 0n ? owner[Number(index)] : undefined;
    if (found === undefined) throw new CelFault(`the list has no element ${index}`, offset);
    return toCelValue(found, offset);
  };
}

function formatKey(key: Value): string {
  return typeof key === 'string' ? key.slice(0, 64) : nameType(key);
}

function compileCall(
  node: ASTNode,
  known: Readonly<Record<string, CelFunction>>,
  name: string,
  args: readonly ASTNode[],
): CompiledNode {
  const called = Object.hasOwn(known, name) ? known[name] : undefined;
  if (!called) throw new CelFault(`there is no function ${name}`, node.start);
  if (called.arity !== args.length) {
    const wanted = called.arity - (node.op === 'rcall' ? 1 : 0);
    throw new CelFault(`${name}() takes ${wanted} arguments`, node.start);
  }
  const codes = args.map(compile);
  const offset = node.start;
  return (frame) => {
    const values = codes.map((code) => code(frame));
    return called.call(values, { budget: frame.budget, offset }, name);
  };
}

function compileList(items: readonly ASTNode[]): CompiledNode {
  const codes = items.map(compile);
  return (frame) => codes.map((code) => code(frame));
}

function compileMap(entries: readonly (readonly [ASTNode, ASTNode])[]): CompiledNode {
  const codes = entries.map(([key, value]) => [compile(key), compile(value), key.start] as const);
  return (frame) => {
    const made = new Map<unknown, Value>();
    for (const [keyCode, valueCode, offset] of codes) {
      const given = keyCode(frame);
      const key = given instanceof Decimal ? given.whole() : given;
      if (!['string', 'bigint', 'boolean'].includes(typeof key)) {
        throw new CelFault(`${nameType(given)} cannot be the key of a map`, offset);
      }
      if (made.has(key)) throw new CelFault('the map repeats a key', offset);
      made.set(key, valueCode(frame));
    }
    return made;
  };
}

function compileConditional([test, yes, no]: readonly [ASTNode, ASTNode, ASTNode]): CompiledNode {
  const [condition, then, otherwise] = [compile(test), compile(yes), compile(no)];
  return (frame) => (requireBool(condition(frame), test.start) ? then(frame) : otherwise(frame));
}

// Either side of && and || may decide: a fault matters only when the other side does not decide.
function compileLogic([left, right]: readonly [ASTNode, ASTNode], deciding: boolean): CompiledNode {
  const [first, second] = [compile(left), compile(right)];
  return (frame) => {
    let fault: CelFault | undefined;
    try {
      if (requireBool(first(frame), left.start) === deciding) return deciding;
    } catch (error) {
      fault = requireAbsorbableFault(error);
    }
    if (requireBool(second(frame), right.start) === deciding) return deciding;
    if (fault) throw fault;
    return !deciding;
  };
}

function compileNot(operand: ASTNode): CompiledNode {
  const code = compile(operand);
  return (frame) => !requireBool(code(frame), operand.start);
}

function compileNegation(operand: ASTNode, offset: number): CompiledNode {
  // The smallest integer is parsed as the negation of a literal that is too large.
  if (operand.op === 'value' && operand.args === 2n ** 63n) return () => -(2n ** 63n);
  const code = compile(operand);
  return (frame) => negateValue(code(frame), { budget: frame.budget, offset });
}

function compileOperator(node: ASTNode): CompiledNode {
  const operator = Object.hasOwn(celOperators, node.op) ? celOperators[node.op] : undefined;
  if (!operator) throw new CelFault(`${node.op} is not supported`, node.start);
  const [left, right] = node.args as readonly [ASTNode, ASTNode];
  const [first, second] = [compile(left), compile(right)];
  const offset = node.start;
  return (frame) => operator(first(frame), second(frame), { budget: frame.budget, offset });
}
