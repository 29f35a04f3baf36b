// Compiled code of an expression. It can run on any number of frames.
import type { ASTNode } from '@marcbachmann/cel-js';
import type { Budget } from './budget.ts';
import type { Value } from './values.ts';

/** A name bound inside an expression, by a comprehension or cel.bind. */
export interface VariableScope {
  readonly name: string;
  readonly value: Value;
  readonly outer: VariableScope | undefined;
}

/** The state of one evaluation. */
export interface EvaluationFrame {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly budget: Budget;
  readonly scope: VariableScope | undefined;
}

export type CompiledNode = (frame: EvaluationFrame) => Value;

export type Compile = (node: ASTNode) => CompiledNode;
