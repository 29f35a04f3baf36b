// The types of has(), cel.bind() and the macros that visit the elements of a list or the keys of a map.
import type { ASTNode } from '@marcbachmann/cel-js';
import { CelFault } from '../cel-fault.ts';
import { BOOL, describeType, DYN, LIST, listOf, STRING, uniteTypes } from './cel-types.ts';
import type { CelType, TypeAlternative } from './cel-types.ts';
import type { CheckScope } from './check-scope.ts';

/** The type of a macro that compiles; undefined when the call is not a macro. */
export function checkMacro(node: ASTNode, scope: CheckScope): CelType | undefined {
  if (node.op === 'call') {
    const [name, [field]] = node.args;
    return name === 'has' && field ? checkHas(field, scope, node.start) : undefined;
  }
  if (node.op !== 'rcall') return undefined;
  const [name, receiver, args] = node.args;
  if (name === 'bind' && receiver.op === 'id' && receiver.args === 'cel') {
    return checkBind(args, scope);
  }
  return checkVisit(`${name}/${args.length}`, receiver, args, scope);
}

// Whether the member exists is the question, so that any name will do.
function checkHas(field: ASTNode, scope: CheckScope, offset: number): CelType {
  if (field.op !== '.') return BOOL;
  const owner = scope.check(field.args[0]);
  if (owner.some(({ kind }) => kind === 'map')) return BOOL;
  throw new CelFault(`${describeType(owner)} has no members`, offset);
}

function checkBind([name, value, result]: readonly ASTNode[], scope: CheckScope): CelType {
  if (name?.op !== 'id' || !value || !result) return DYN;
  return scope.bind(name.args, scope.check(value)).check(result);
}

function checkVisit(
  macro: string,
  receiver: ASTNode,
  [name, ...parts]: readonly ASTNode[],
  scope: CheckScope,
): CelType | undefined {
  const [first, second] = parts;
  if (name?.op !== 'id' || !first) return undefined;
  const element = () => scope.attempt(() => readElementType(scope.check(receiver), receiver.start));
  switch (macro) {
    case 'all/2':
    case 'exists/2':
    case 'exists_one/2':
      scope.bind(name.args, element()).checkBool(first);
      return BOOL;
    case 'filter/2': {
      const visited = element();
      scope.bind(name.args, visited).checkBool(first);
      return listOf(visited);
    }
    case 'map/2':
      return listOf(scope.bind(name.args, element()).check(first));
    case 'map/3': {
      const inner = scope.bind(name.args, element());
      inner.checkBool(first);
      return second ? listOf(inner.check(second)) : LIST;
    }
    default:
      return undefined;
  }
}

/** The type of what a macro visits. Faults when nothing in the range has elements. */
function readElementType(range: CelType, offset: number): CelType {
  const elements = range.map(findElement).filter((type) => type !== undefined);
  if (elements.length > 0) return uniteTypes(elements);
  throw new CelFault(`there are no elements in ${describeType(range)}`, offset);
}

function findElement(range: TypeAlternative): CelType | undefined {
  if (range.kind === 'list') return range.element ?? DYN;
  if (range.kind !== 'map') return undefined;
  return range.members ? STRING : DYN;
}
