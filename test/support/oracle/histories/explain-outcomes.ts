// The answers to concurrent requests must match a sequential order. If several orders match, all resulting
// states remain possible.
import { judgeExchange } from '../oracle.ts';
import type { OracleLeniency } from '../oracle.ts';
import { toCanonicalText } from './oracle-state.ts';
import type { OracleExchange, OracleState } from './oracle-state.ts';

/** The possible states after requests with these answers. */
export function explainOutcomes(
  states: readonly OracleState[],
  exchanges: readonly OracleExchange[],
  leniency: OracleLeniency,
): OracleState[] {
  const possible = states.flatMap((state) => applyInOrder(state, exchanges, leniency));
  if (possible.length < 2) return possible;
  return [...new Map(possible.map((state) => [toCanonicalText(state), state])).values()];
}

function applyInOrder(
  state: OracleState,
  remaining: readonly OracleExchange[],
  leniency: OracleLeniency,
): OracleState[] {
  if (remaining.length === 0) return [state];
  return remaining.flatMap((exchange, index) => {
    const { state: next } = judgeExchange(state, exchange, leniency);
    return next ? applyInOrder(next, remaining.toSpliced(index, 1), leniency) : [];
  });
}
