// Concurrent requests: their answers must match some sequential order. Where several orders match,
// all resulting worlds are kept.
import { judgeExchange } from '../oracle.ts';
import type { OracleLeniency } from '../oracle.ts';
import { toCanonicalText } from './oracle-state.ts';
import type { OracleExchange, OracleState } from './oracle-state.ts';

/** The worlds that explain the answers. */
export function explainOutcomes(
  worlds: readonly OracleState[],
  exchanges: readonly OracleExchange[],
  leniency: OracleLeniency,
): OracleState[] {
  const found = worlds.flatMap((world) => applyInOrder(world, exchanges, leniency));
  if (found.length < 2) return found;
  return [...new Map(found.map((world) => [toCanonicalText(world), world])).values()];
}

function applyInOrder(
  world: OracleState,
  left: readonly OracleExchange[],
  leniency: OracleLeniency,
): OracleState[] {
  if (left.length === 0) return [world];
  return left.flatMap((exchange, at) => {
    const { world: next } = judgeExchange(world, exchange, leniency);
    return next ? applyInOrder(next, left.toSpliced(at, 1), leniency) : [];
  });
}
