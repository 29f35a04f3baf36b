// Requests that are under way at once: whatever they are answered must be what some order, one after
// the other, would give. Where several orders do, all the worlds that they lead to are kept.
import { judge } from '../oracle.ts';
import type { Leniency } from '../oracle.ts';
import { canonical } from './world.ts';
import type { Exchange, World } from './world.ts';

/** The worlds that explain the answers. */
export function explain(
  worlds: readonly World[],
  exchanges: readonly Exchange[],
  leniency: Leniency,
): World[] {
  const found = worlds.flatMap((world) => after(world, exchanges, leniency));
  if (found.length < 2) return found;
  return [...new Map(found.map((world) => [canonical(world), world])).values()];
}

function after(world: World, left: readonly Exchange[], leniency: Leniency): World[] {
  if (left.length === 0) return [world];
  return left.flatMap((exchange, at) => {
    const { world: next } = judge(world, exchange, leniency);
    return next ? after(next, left.toSpliced(at, 1), leniency) : [];
  });
}
