// Templates: JSON whose strings may hold `${CEL}`. A string that is exactly one expression becomes its
// value; within other text the value is formatted. `$${` stands for `${`.
import { Budget } from './budget.ts';
import { compileExpression, toExpressionRefusal } from './expression.ts';
import type { Expression, Variables } from './expression.ts';
import { CelFault } from './cel-fault.ts';
import type { SourcePosition } from './cel-fault.ts';
import { toPlainValue } from './plain-value.ts';

/** The maximum number of expressions in one template. */
export const EXPRESSIONS_MAX = 100;

/** The outcome of a template: JSON data, or an error with the string and the position in it. */
export type RenderOutcome =
  | { readonly value: unknown; readonly steps: number }
  | {
      readonly error: string;
      /** JSON pointer to the string; the position is relative to the expression. */
      readonly pointer: string;
      readonly position: SourcePosition;
      readonly steps: number;
    };

export interface CelTemplate {
  /** Never throws for faults of the template or the variables; several templates may share a budget. */
  render(variables: Variables, budget?: Budget): RenderOutcome;
}

type TemplatePart = string | Expression;
type TemplateNode =
  | { readonly parts: readonly TemplatePart[]; readonly pointer: string }
  | { readonly items: readonly TemplateNode[] }
  | { readonly members: readonly (readonly [string, TemplateNode])[] }
  | { readonly data: unknown };

class RenderStop extends Error {
  readonly rendered: { error: string; pointer: string; position: SourcePosition };
  constructor(rendered: RenderStop['rendered']) {
    super(rendered.error);
    this.rendered = rendered;
  }
}

/**
 * Parses a template of a request; `pointer` locates it in the message. Refuses with invalid_expression,
 * naming the string, line and column.
 */
export function requireTemplate(json: unknown, pointer: string): CelTemplate {
  const count = { left: EXPRESSIONS_MAX };
  const root = parseTemplateNode(json, pointer, count);
  return {
    render(variables, budget = new Budget()) {
      const before = budget.spent;
      try {
        const value = renderNode(root, variables, budget);
        return { value, steps: budget.spent - before };
      } catch (error) {
        if (!(error instanceof RenderStop)) throw error;
        return { ...error.rendered, steps: budget.spent - before };
      }
    },
  };
}

interface ExpressionAllowance {
  left: number;
}

function parseTemplateNode(
  json: unknown,
  pointer: string,
  count: ExpressionAllowance,
): TemplateNode {
  if (typeof json === 'string') return parseTextNode(json, pointer, count);
  if (Array.isArray(json)) {
    return {
      items: json.map((item, index) => parseTemplateNode(item, `${pointer}/${index}`, count)),
    };
  }
  if (typeof json !== 'object' || json === null) return { data: json };
  const members = Object.entries(json).map(([name, value]) => {
    const memberPointer = `${pointer}/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`;
    return [name, parseTemplateNode(value, memberPointer, count)] as const;
  });
  return { members };
}

function parseTextNode(text: string, pointer: string, count: ExpressionAllowance): TemplateNode {
  try {
    const parts = parseTemplateParts(text, pointer);
    count.left -= parts.filter((part) => typeof part !== 'string').length;
    if (count.left < 0) throw new CelFault(`more than ${EXPRESSIONS_MAX} expressions`, 0);
    const isPlain = parts.every((part) => typeof part === 'string');
    return isPlain ? { data: parts.join('') } : { parts, pointer };
  } catch (error) {
    throw toExpressionRefusal(error, text, pointer);
  }
}

function parseTemplateParts(text: string, pointer: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let at = 0;
  while (at < text.length) {
    const opened = text.indexOf('${', at);
    if (opened < 0) break;
    if (text[opened - 1] === '$' && opened > at) {
      parts.push(`${text.slice(at, opened - 1)}\${`);
      at = opened + 2;
      continue;
    }
    if (opened > at) parts.push(text.slice(at, opened));
    const closed = findClosingBrace(text, opened + 2);
    parts.push(parseTemplateExpression(text, opened + 2, closed, pointer));
    at = closed + 1;
  }
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}

function parseTemplateExpression(
  text: string,
  from: number,
  to: number,
  pointer: string,
): Expression {
  const source = text.slice(from, to);
  try {
    return compileExpression(source);
  } catch (error) {
    if (!(error instanceof CelFault)) throw toExpressionRefusal(error, text, pointer);
    throw new CelFault(error.message, from + error.offset);
  }
}

// A string literal within the expression may hold braces, and a map literal has its own.
const TOKENS = /r?"""[^]*?"""|r?'''[^]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[{}]/g;

function findClosingBrace(text: string, from: number): number {
  let depth = 1;
  TOKENS.lastIndex = from;
  for (let found = TOKENS.exec(text); found; found = TOKENS.exec(text)) {
    if (found[0] === '{') depth += 1;
    if (found[0] === '}' && (depth -= 1) === 0) return found.index;
  }
  throw new CelFault('${ is not closed', from - 2);
}

function renderNode(node: TemplateNode, variables: Variables, budget: Budget): unknown {
  if ('data' in node) return node.data;
  if ('items' in node) return node.items.map((item) => renderNode(item, variables, budget));
  if ('members' in node) {
    return Object.fromEntries(
      node.members.map(([name, value]) => [name, renderNode(value, variables, budget)]),
    );
  }
  const values = node.parts.map((part) =>
    typeof part === 'string' ? part : evaluatePart(part, node.pointer, { variables, budget }),
  );
  if (values.length === 1) return values[0];
  return values
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join('');
}

function evaluatePart(
  part: Expression,
  pointer: string,
  { variables, budget }: { variables: Variables; budget: Budget },
): unknown {
  const outcome = part.evaluate(variables, budget);
  if ('error' in outcome) throw new RenderStop({ ...outcome, pointer });
  try {
    return toPlainValue(outcome.value, budget);
  } catch (error) {
    if (!(error instanceof CelFault)) throw error;
    throw new RenderStop({
      error: error.message,
      pointer,
      position: { offset: 0, line: 1, column: 1 },
    });
  }
}
