// What the check of an expression knows at one place in it: the types of the names, and the faults so far.
import type { ASTNode } from '@marcbachmann/cel-js';
import { CelFault } from '../cel-fault.ts';
import { describeType, DYN } from './cel-types.ts';
import type { CelType } from './cel-types.ts';

/** The types of the variables of an expression, by name. */
export type VariableTypes = Readonly<Record<string, CelType>>;

type NodeCheck = (node: ASTNode, scope: CheckScope) => CelType;

export class CheckScope {
  readonly faults: CelFault[];
  readonly #checkNode: NodeCheck;
  readonly #variables: VariableTypes | undefined;

  /** Without variables, any may exist. */
  constructor(checkNode: NodeCheck, variables: VariableTypes | undefined, faults: CelFault[] = []) {
    this.#checkNode = checkNode;
    this.#variables = variables;
    this.faults = faults;
  }

  /** The scope in which one more name is bound; its faults are those of this scope. */
  bind(name: string, type: CelType): CheckScope {
    const own = { [name]: type };
    const variables = this.#variables ? { ...this.#variables, ...own } : undefined;
    return new CheckScope(this.#checkNode, variables, this.faults);
  }

  /** The type of the variable. Faults when there is none. */
  readVariable(name: string, offset: number): CelType {
    if (!this.#variables) return DYN;
    const type = Object.hasOwn(this.#variables, name) ? this.#variables[name] : undefined;
    if (!type) throw new CelFault(`there is no variable ${name} here`, offset);
    return type;
  }

  /** The type of the node. After a fault it may be any, so that one mistake is reported once. */
  check(node: ASTNode): CelType {
    return this.attempt(() => this.#checkNode(node, this));
  }

  /** Checks a node that must be true or false. */
  checkBool(node: ASTNode): void {
    const type = this.check(node);
    this.attempt(() => {
      if (type.some(({ kind }) => kind === 'bool')) return type;
      throw new CelFault(`must be true or false, not ${describeType(type)}`, node.start);
    });
  }

  /** Runs a check, and records its fault. */
  attempt(check: () => CelType): CelType {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof CelFault)) throw error;
      this.faults.push(error);
      return DYN;
    }
  }
}
