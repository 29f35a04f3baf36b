// A run scans the tables in rounds. In the first, each check has a pass; a further one has only the passes of checks
// that found something uneven, which a sound and quiet ledger does not need.
import type { AuditRun, NamedPass } from './audit-run.ts';
import type { PassInput } from './check.ts';
import { checks } from './checks.ts';
import { HELD_MAX } from './tally.ts';

/** The inputs of checks by their names; undefined in the first round. */
type RoundInputs = ReadonlyMap<string, PassInput | undefined>;

export interface Round {
  /** Of the checks that take part. */
  readonly inputs: RoundInputs;
  /** Of the checks that would hold too many facts together with these: they take part in a later round. */
  readonly waiting: ReadonlyMap<string, PassInput>;
}

export const FIRST_ROUND: Round = {
  inputs: new Map(checks.map(({ name }) => [name, undefined])),
  waiting: new Map(),
};

/** The passes of a round, which have seen nothing yet. */
export function beginPasses(run: AuditRun, { inputs }: Round): NamedPass[] {
  return checks
    .filter(({ name }) => inputs.has(name))
    .map(({ name, begin }) => ({ name, pass: begin(run.auditOf(name), inputs.get(name)) }));
}

/** Compares what the passes of the round have gathered; the next round, if one is needed. */
export async function concludePasses(
  passes: readonly NamedPass[],
  { waiting }: Round,
): Promise<Round | undefined> {
  const next = new Map(waiting);
  for (const { name, pass } of passes) {
    const input = await pass.conclude?.();
    if (input) next.set(name, input);
  }
  return next.size === 0 ? undefined : planRound(next);
}

/** The round of as many checks as hold no more facts than fit in memory together, and of one at least. */
export function planRound(inputs: ReadonlyMap<string, PassInput>, heldMax = HELD_MAX): Round {
  const taken = new Map<string, PassInput>();
  const waiting = new Map<string, PassInput>();
  let held = 0;
  // First those that hold facts of an earlier pass: these are in memory until they are compared.
  const isHolding = (input: PassInput) => Number(input.isHolding ?? false);
  const ordered = [...inputs].toSorted(([, one], [, other]) => isHolding(other) - isHolding(one));
  for (const [name, input] of ordered) {
    const { facts = 0 } = input;
    const isTaken = taken.size === 0 || held + facts <= heldMax;
    if (isTaken) held += facts;
    (isTaken ? taken : waiting).set(name, input);
  }
  return { inputs: taken, waiting };
}
