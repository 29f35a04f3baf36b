// The macros of CEL: has(), cel.bind() and those that run over the elements of a list or the keys of
// a map. Each element costs a step besides those of the expression that is run on it.
import type { ASTNode } from '@marcbachmann/cel-js';
import type { Budget } from './budget.ts';
import type { Code, Compile, Frame } from './code.ts';
import { absorbed, CelFault } from './fault.ts';
import { adopt, demandBool, isList, isMap, keysOf, memberOf, typeName } from './values.ts';
import type { Value } from './values.ts';

type Macro = (compile: Compile, receiver: ASTNode, args: readonly ASTNode[]) => Code;

/** The macro's code; undefined when the call is none. `compile` compiles the macro's arguments. */
export function compileMacro(node: ASTNode, compile: Compile): Code | undefined {
  if (node.op === 'call') {
    return node.args[0] === 'has' ? has(compile, node.args[1], node.start) : undefined;
  }
  if (node.op !== 'rcall') return undefined;
  const [name, receiver, args] = node.args;
  if (name === 'bind' && receiver.op === 'id' && receiver.args === 'cel') {
    return bind(compile, args);
  }
  const macro = MACROS[`${name}/${args.length}`];
  return macro?.(compile, receiver, args);
}

const MACROS: Readonly<Record<string, Macro>> = {
  'all/2': (compile, receiver, args) => quantifier(compile, receiver, args, false),
  'exists/2': (compile, receiver, args) => quantifier(compile, receiver, args, true),
  'exists_one/2': existsOne,
  'filter/2': filter,
  'map/2': (compile, receiver, [name, transform]) =>
    collect(compile, receiver, [name, undefined, transform]),
  'map/3': collect,
};

function has(compile: Compile, args: readonly ASTNode[], offset: number): Code {
  const [field] = args;
  if (field?.op !== '.' || args.length !== 1) {
    throw new CelFault('has() takes one member, as in has(a.b)', offset);
  }
  const owner = compile(field.args[0]);
  return (frame) => {
    const value = owner(frame);
    if (!isMap(value)) throw new CelFault(`${typeName(value)} has no members`, offset);
    return memberOf(value, field.args[1]) !== undefined;
  };
}

function bind(compile: Compile, [name, value, result]: readonly ASTNode[]): Code {
  const [variable, bound, code] = [nameOf(name), codeOf(compile, value), codeOf(compile, result)];
  return (frame) => code(within(frame, variable, bound(frame)));
}

function nameOf(node: ASTNode | undefined): string {
  if (node?.op !== 'id') throw new CelFault('a macro names its variable first', node?.start ?? 0);
  return node.args;
}

function codeOf(compile: Compile, node: ASTNode | undefined): Code {
  if (!node) throw new CelFault('the macro lacks an argument', 0);
  return compile(node);
}

function within(frame: Frame, name: string, value: Value): Frame {
  return { ...frame, scope: { name, value, outer: frame.scope } };
}

function elementsOf(value: Value, budget: Budget, offset: number): readonly unknown[] {
  if (isList(value)) return value;
  if (isMap(value)) return keysOf(value, budget, offset);
  throw new CelFault(`there are no elements in ${typeName(value)}`, offset);
}

/** Calls `visit` with the frame of each element until it answers true. */
function visitor(compile: Compile, receiver: ASTNode, variable: string) {
  const range = compile(receiver);
  const offset = receiver.start;
  return (frame: Frame, visit: (inner: Frame, element: Value) => boolean): boolean =>
    elementsOf(range(frame), frame.budget, offset).some((item) => {
      frame.budget.spend(1, offset);
      const element = adopt(item, offset);
      return visit(within(frame, variable, element), element);
    });
}

// As && and ||: one deciding element makes up for the faults of others.
function quantifier(
  compile: Compile,
  receiver: ASTNode,
  args: readonly ASTNode[],
  deciding: boolean,
): Code {
  const [, condition] = args;
  const [visit, code] = [visitor(compile, receiver, nameOf(args[0])), codeOf(compile, condition)];
  const offset = condition?.start ?? 0;
  return (frame) => {
    let fault: CelFault | undefined;
    const isDecided = visit(frame, (inner) => {
      try {
        return demandBool(code(inner), offset) === deciding;
      } catch (error) {
        fault ??= absorbed(error);
        return false;
      }
    });
    if (!isDecided && fault) throw fault;
    return isDecided ? deciding : !deciding;
  };
}

function existsOne(
  compile: Compile,
  receiver: ASTNode,
  [name, condition]: readonly ASTNode[],
): Code {
  const [visit, code] = [visitor(compile, receiver, nameOf(name)), codeOf(compile, condition)];
  const offset = condition?.start ?? 0;
  return (frame) => {
    let found = 0;
    visit(frame, (inner) => {
      if (demandBool(code(inner), offset)) found += 1;
      return false;
    });
    return found === 1;
  };
}

function filter(compile: Compile, receiver: ASTNode, [name, condition]: readonly ASTNode[]): Code {
  const [visit, code] = [visitor(compile, receiver, nameOf(name)), codeOf(compile, condition)];
  const offset = condition?.start ?? 0;
  return (frame) => {
    const kept: Value[] = [];
    visit(frame, (inner, element) => {
      if (demandBool(code(inner), offset)) kept.push(element);
      return false;
    });
    return kept;
  };
}

function collect(
  compile: Compile,
  receiver: ASTNode,
  [name, condition, transform]: readonly (ASTNode | undefined)[],
): Code {
  const [visit, code] = [visitor(compile, receiver, nameOf(name)), codeOf(compile, transform)];
  const test = condition && compile(condition);
  return (frame) => {
    const made: Value[] = [];
    visit(frame, (inner) => {
      if (!test || demandBool(test(inner), condition.start)) made.push(code(inner));
      return false;
    });
    return made;
  };
}
