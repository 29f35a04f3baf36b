// The macros of CEL: has(), cel.bind() and those that iterate over a list or the keys of a map. Each
// element costs one step in addition to the steps of its expression.
import type { ASTNode } from '@marcbachmann/cel-js';
import type { Budget } from './budget.ts';
import type { CompiledNode, Compile, EvaluationFrame } from './code.ts';
import { requireAbsorbableFault, CelFault } from './cel-fault.ts';
import {
  toCelValue,
  requireBool,
  isList,
  isMap,
  listKeys,
  readMember,
  nameType,
} from './values.ts';
import type { Value } from './values.ts';

type Macro = (compile: Compile, receiver: ASTNode, args: readonly ASTNode[]) => CompiledNode;

/** Compiles the macro; returns undefined when the call is not a macro. `compile` compiles its arguments. */
export function compileMacro(node: ASTNode, compile: Compile): CompiledNode | undefined {
  if (node.op === 'call') {
    return node.args[0] === 'has' ? compileHas(compile, node.args[1], node.start) : undefined;
  }
  if (node.op !== 'rcall') return undefined;
  const [name, receiver, args] = node.args;
  if (name === 'bind' && receiver.op === 'id' && receiver.args === 'cel') {
    return compileBind(compile, args);
  }
  const macro = macros[`${name}/${args.length}`];
  return macro?.(compile, receiver, args);
}

const macros: Readonly<Record<string, Macro>> = {
  'all/2': (compile, receiver, args) => compileQuantifier(compile, receiver, args, false),
  'exists/2': (compile, receiver, args) => compileQuantifier(compile, receiver, args, true),
  'exists_one/2': compileExistsOne,
  'filter/2': compileFilter,
  'map/2': (compile, receiver, [name, transform]) =>
    compileCollect(compile, receiver, [name, undefined, transform]),
  'map/3': compileCollect,
};

function compileHas(compile: Compile, args: readonly ASTNode[], offset: number): CompiledNode {
  const [field] = args;
  if (field?.op !== '.' || args.length !== 1) {
    throw new CelFault('has() takes one member, as in has(a.b)', offset);
  }
  const owner = compile(field.args[0]);
  return (frame) => {
    const value = owner(frame);
    if (!isMap(value)) throw new CelFault(`${nameType(value)} has no members`, offset);
    return readMember(value, field.args[1]) !== undefined;
  };
}

function compileBind(compile: Compile, [name, value, result]: readonly ASTNode[]): CompiledNode {
  const [variable, bound, code] = [
    requireVariableName(name),
    compileArgument(compile, value),
    compileArgument(compile, result),
  ];
  return (frame) => code(extendFrame(frame, variable, bound(frame)));
}

function requireVariableName(node: ASTNode | undefined): string {
  if (node?.op !== 'id') throw new CelFault('a macro names its variable first', node?.start ?? 0);
  return node.args;
}

function compileArgument(compile: Compile, node: ASTNode | undefined): CompiledNode {
  if (!node) throw new CelFault('the macro lacks an argument', 0);
  return compile(node);
}

function extendFrame(frame: EvaluationFrame, name: string, value: Value): EvaluationFrame {
  return { ...frame, scope: { name, value, outer: frame.scope } };
}

function listElements(value: Value, budget: Budget, offset: number): readonly unknown[] {
  if (isList(value)) return value;
  if (isMap(value)) return listKeys(value, budget, offset);
  throw new CelFault(`there are no elements in ${nameType(value)}`, offset);
}

/** Builds a loop that calls `visit` with the frame of each element until it returns true. */
function buildVisitor(compile: Compile, receiver: ASTNode, variable: string) {
  const range = compile(receiver);
  const offset = receiver.start;
  return (
    frame: EvaluationFrame,
    visit: (inner: EvaluationFrame, element: Value) => boolean,
  ): boolean =>
    listElements(range(frame), frame.budget, offset).some((item) => {
      frame.budget.spend(1, offset);
      const element = toCelValue(item, offset);
      return visit(extendFrame(frame, variable, element), element);
    });
}

// As with && and ||, one deciding element absorbs the faults of others.
function compileQuantifier(
  compile: Compile,
  receiver: ASTNode,
  args: readonly ASTNode[],
  deciding: boolean,
): CompiledNode {
  const [, condition] = args;
  const [visit, code] = [
    buildVisitor(compile, receiver, requireVariableName(args[0])),
    compileArgument(compile, condition),
  ];
  const offset = condition?.start ?? 0;
  return (frame) => {
    let fault: CelFault | undefined;
    const isDecided = visit(frame, (inner) => {
      try {
        return requireBool(code(inner), offset) === deciding;
      } catch (error) {
        fault ??= requireAbsorbableFault(error);
        return false;
      }
    });
    if (!isDecided && fault) throw fault;
    return isDecided ? deciding : !deciding;
  };
}

function compileExistsOne(
  compile: Compile,
  receiver: ASTNode,
  [name, condition]: readonly ASTNode[],
): CompiledNode {
  const [visit, code] = [
    buildVisitor(compile, receiver, requireVariableName(name)),
    compileArgument(compile, condition),
  ];
  const offset = condition?.start ?? 0;
  return (frame) => {
    let found = 0;
    visit(frame, (inner) => {
      if (requireBool(code(inner), offset)) found += 1;
      return false;
    });
    return found === 1;
  };
}

function compileFilter(
  compile: Compile,
  receiver: ASTNode,
  [name, condition]: readonly ASTNode[],
): CompiledNode {
  const [visit, code] = [
    buildVisitor(compile, receiver, requireVariableName(name)),
    compileArgument(compile, condition),
  ];
  const offset = condition?.start ?? 0;
  return (frame) => {
    const stored: Value[] = [];
    visit(frame, (inner, element) => {
      if (requireBool(code(inner), offset)) stored.push(element);
      return false;
    });
    return stored;
  };
}

function compileCollect(
  compile: Compile,
  receiver: ASTNode,
  [name, condition, transform]: readonly (ASTNode | undefined)[],
): CompiledNode {
  const [visit, code] = [
    buildVisitor(compile, receiver, requireVariableName(name)),
    compileArgument(compile, transform),
  ];
  const test = condition && compile(condition);
  return (frame) => {
    const made: Value[] = [];
    visit(frame, (inner) => {
      if (!test || requireBool(test(inner), condition.start)) made.push(code(inner));
      return false;
    });
    return made;
  };
}
