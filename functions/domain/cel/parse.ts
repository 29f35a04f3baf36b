// Parses the text of an expression to a syntax tree. The grammar comes from the library; the limits are
// ours.
import { Environment } from '@marcbachmann/cel-js';
import type { ASTNode } from '@marcbachmann/cel-js';
import { CelFault } from './cel-fault.ts';

/** The length limit of one expression, in characters (docs/contract.md, Limits). */
export const SOURCE_MAX = 2_000;
/** How deep an expression may nest. A chain such as `a || b || c` nests once for each operand. */
export const DEPTH_MAX = 100;
export const NODES_MAX = 500;

const PARSER_LIMITS = {
  maxAstNodes: NODES_MAX,
  maxDepth: DEPTH_MAX,
  maxListElements: NODES_MAX,
  maxMapEntries: NODES_MAX,
  maxCallArguments: 8,
};
const grammar = new Environment({ unlistedVariablesAreDyn: true, limits: PARSER_LIMITS });

/** Faults, with the position, for text that is not CEL or exceeds a limit. */
export function parse(source: string): ASTNode {
  if (source.length > SOURCE_MAX) {
    throw new CelFault(`is longer than ${SOURCE_MAX} characters`, SOURCE_MAX);
  }
  const tree = parseTree(source);
  refuseDepth(tree);
  return tree;
}

interface ParserError {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly summary?: string;
  readonly range?: { readonly start: number };
}

function parseTree(source: string): ASTNode {
  try {
    return grammar.parse(source).ast;
  } catch (error) {
    const { name, message, summary = message, code, range } = error as ParserError;
    if (name !== 'ParseError') throw error;
    const isTooLarge = code === 'limit_exceeded';
    const fault = isTooLarge ? `nests too deep or is too large (${summary})` : summary;
    throw new CelFault(fault.replace(/\.$/, ''), range?.start ?? 0);
  }
}

// The parser limits the nesting of brackets only; signs and chains deepen the tree as well.
function refuseDepth(root: ASTNode): void {
  let level: readonly ASTNode[] = [root];
  for (let depth = 1; level.length > 0; depth += 1) {
    const [first] = level;
    if (depth > DEPTH_MAX) {
      throw new CelFault(`nests deeper than ${DEPTH_MAX} levels`, first?.start ?? 0);
    }
    level = level.flatMap(listChildren);
  }
}

function listChildren({ op, args }: ASTNode): readonly ASTNode[] {
  if (op === 'value' || op === 'id') return [];
  if (op === '.' || op === '.?') return [args[0]];
  if (op === 'call') return args[1];
  if (op === 'rcall') return [args[1], ...args[2]];
  if (op === 'map') return args.flat();
  return Array.isArray(args) ? args : [args as ASTNode];
}
