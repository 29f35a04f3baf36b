// The work of one evaluation, counted in steps: one for each evaluated part of the expression, for each
// element that a comprehension or comparison visits, and for every few characters of text that are
// joined, compared or searched. Counting steps instead of time makes the same rule on the same data
// always end the same way.
import { CelFault } from './cel-fault.ts';

/** Steps that one evaluation may take. A condition of a few comparisons takes about twenty. */
export const STEPS_MAX = 10_000;

const SIZE_PER_STEP = 16;

export class Budget {
  readonly allowed: number;
  spent = 0;

  constructor(allowed: number = STEPS_MAX) {
    this.allowed = allowed;
  }

  /** Throws a fault that the expression cannot absorb when the steps are used up. */
  spend(steps: number, offset: number): void {
    this.spent += steps;
    if (this.spent > this.allowed) {
      throw new CelFault(`takes more than ${this.allowed} steps`, offset, true);
    }
  }

  /** As `spend`, for work that grows with the length of text or the number of a map's keys. */
  spendOnSize(size: number, offset: number): void {
    this.spend(Math.ceil(size / SIZE_PER_STEP), offset);
  }
}
