// A syntax tree to code that can be run again and again. Names of functions are looked up here, so a
// name that does not exist is told when an expression is written, not when money is to move.
import type { ASTNode } from '@marcbachmann/cel-js';
import type { Code } from './code.ts';
import { compileMacro } from './comprehensions.ts';
import { Decimal } from './decimal.ts';
import { absorbed, CelFault } from './fault.ts';
import { functions, methods } from './functions.ts';
import type { CelFunction } from './functions.ts';
import { negate, operators } from './operators.ts';
import { adopt, demandBool, isList, isMap, memberOf, typeName } from './values.ts';
import type { Value } from './values.ts';

/** Faults with the place of what the tree uses and this CEL does not have. */
export function compile(node: ASTNode): Code {
  const { start } = node;
  const code = codeOf(node);
  return (frame) => {
    frame.budget.spend(1, start);
    return code(frame);
  };
}

function codeOf(node: ASTNode): Code {
  switch (node.op) {
    case 'value':
      return literal(node);
    case 'id':
      return variable(node.args, node.start);
    case '.':
      return member(compile(node.args[0]), () => node.args[1], node.pos);
    case '[]':
      return member(compile(node.args[0]), compile(node.args[1]), node.args[1].start);
    case 'call':
      return compileMacro(node, compile) ?? call(node, functions, node.args[0], node.args[1]);
    case 'rcall':
      return (
        compileMacro(node, compile) ??
        call(node, methods, node.args[0], [node.args[1], ...node.args[2]])
      );
    case 'list':
      return list(node.args);
    case 'map':
      return map(node.args);
    case '?:':
      return choice(node.args);
    case '&&':
      return logic(node.args, false);
    case '||':
      return logic(node.args, true);
    case '!_':
      return not(node.args);
    case '-_':
      return negation(node.args, node.start);
    default:
      return operation(node);
  }
}

function literal(node: ASTNode): Code {
  const { args, start, end } = node as { args: unknown; start: number; end: number };
  if (args === null || typeof args === 'boolean' || typeof args === 'string') return () => args;
  if (typeof args === 'bigint') {
    const value = args === BigInt.asIntN(64, args) ? args : decimalOf(String(args), start);
    return () => value;
  }
  if (typeof args !== 'number') {
    throw new CelFault('unsigned numbers and bytes are not supported', start);
  }
  // The parser has made a float of it, which has lost digits: the text still has them all.
  const value = decimalOf(node.input.slice(start, end), start);
  return () => value;
}

function decimalOf(text: string, offset: number): Decimal {
  const value = Decimal.parse(text);
  if (!value) throw new CelFault('is a number of more than 120 digits', offset);
  return value;
}

function variable(name: string, offset: number): Code {
  return ({ variables, scope }) => {
    for (let place = scope; place; place = place.outer) if (place.name === name) return place.value;
    if (!Object.hasOwn(variables, name) || variables[name] === undefined) {
      throw new CelFault(`there is no variable ${name} here`, offset);
    }
    return adopt(variables[name], offset);
  };
}

function member(of: Code, key: Code, offset: number): Code {
  return (frame) => {
    const owner = of(frame);
    const name = key(frame);
    if (isMap(owner)) {
      const found = memberOf(owner, name);
      if (found === undefined) throw new CelFault(`there is no member ${shown(name)}`, offset);
      return adopt(found, offset);
    }
    if (!isList(owner)) throw new CelFault(`${typeName(owner)} has no members`, offset);
    const index = name instanceof Decimal ? name.whole() : name;
    if (typeof index !== 'bigint')
      throw new CelFault('a list is indexed by a whole number', offset);
    const found = index >= 0n ? owner[Number(index)] : undefined;
    if (found === undefined) throw new CelFault(`the list has no element ${index}`, offset);
    return adopt(found, offset);
  };
}

function shown(key: Value): string {
  return typeof key === 'string' ? key.slice(0, 64) : typeName(key);
}

function call(
  node: ASTNode,
  known: Readonly<Record<string, CelFunction>>,
  name: string,
  args: readonly ASTNode[],
): Code {
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

function list(items: readonly ASTNode[]): Code {
  const codes = items.map(compile);
  return (frame) => codes.map((code) => code(frame));
}

function map(entries: readonly (readonly [ASTNode, ASTNode])[]): Code {
  const codes = entries.map(([key, value]) => [compile(key), compile(value), key.start] as const);
  return (frame) => {
    const made = new Map<unknown, Value>();
    for (const [keyCode, valueCode, offset] of codes) {
      const given = keyCode(frame);
      const key = given instanceof Decimal ? given.whole() : given;
      if (!['string', 'bigint', 'boolean'].includes(typeof key)) {
        throw new CelFault(`${typeName(given)} cannot be the key of a map`, offset);
      }
      if (made.has(key)) throw new CelFault('the map repeats a key', offset);
      made.set(key, valueCode(frame));
    }
    return made;
  };
}

function choice([test, yes, no]: readonly [ASTNode, ASTNode, ASTNode]): Code {
  const [condition, then, otherwise] = [compile(test), compile(yes), compile(no)];
  return (frame) => (demandBool(condition(frame), test.start) ? then(frame) : otherwise(frame));
}

// Of && and || either side may decide, whichever it is: a fault matters only when the other does not.
function logic([left, right]: readonly [ASTNode, ASTNode], deciding: boolean): Code {
  const [first, second] = [compile(left), compile(right)];
  return (frame) => {
    let fault: CelFault | undefined;
    try {
      if (demandBool(first(frame), left.start) === deciding) return deciding;
    } catch (error) {
      fault = absorbed(error);
    }
    if (demandBool(second(frame), right.start) === deciding) return deciding;
    if (fault) throw fault;
    return !deciding;
  };
}

function not(operand: ASTNode): Code {
  const code = compile(operand);
  return (frame) => !demandBool(code(frame), operand.start);
}

function negation(operand: ASTNode, offset: number): Code {
  // The smallest whole number is written as minus one that is too large.
  if (operand.op === 'value' && operand.args === 2n ** 63n) return () => -(2n ** 63n);
  const code = compile(operand);
  return (frame) => negate(code(frame), { budget: frame.budget, offset });
}

function operation(node: ASTNode): Code {
  const operator = Object.hasOwn(operators, node.op) ? operators[node.op] : undefined;
  if (!operator) throw new CelFault(`${node.op} is not supported`, node.start);
  const [left, right] = node.args as readonly [ASTNode, ASTNode];
  const [first, second] = [compile(left), compile(right)];
  const offset = node.start;
  return (frame) => operator(first(frame), second(frame), { budget: frame.budget, offset });
}
