import type { Scenario } from './deployed-scenario.ts';

/** The next call of the function finds no warm container. */
export function startCold(name: string): Scenario {
  return async ({ stack }) => stack.local.functions.cool(`test-${name}`);
}
