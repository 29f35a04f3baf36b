// How plans choose among the records that their tenant has.
import type { PlanContext } from './plan.ts';

export function pickRandom<Element>(
  draw: () => number,
  elements: readonly Element[],
): Element | undefined {
  return elements[Math.floor(draw() * elements.length)];
}

/** Two in five requests use the first account, so that requests conflict. */
export function pickAccount({ own, draw }: PlanContext): string | undefined {
  return draw() < 0.4 ? own.accounts[0] : pickRandom(draw, own.accounts);
}

/** Prefers recent elements. */
export function pickRecent<Element>(
  draw: () => number,
  elements: readonly Element[],
): Element | undefined {
  return elements.at(-1 - Math.floor(draw() ** 3 * elements.length));
}
