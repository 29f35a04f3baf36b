// A state machine as data: decisions look transitions up in it, and docs/states.md is generated from it.

export interface StateTransition<State extends string> {
  readonly from: readonly State[];
  readonly to: State;
  /** A further condition, for the diagram; the decision that uses the table checks it. */
  readonly condition?: string;
}

export interface StateMachine<State extends string = string, Trigger extends string = string> {
  readonly title: string;
  readonly states: readonly State[];
  readonly initial: State;
  readonly transitions: Readonly<Record<Trigger, StateTransition<State>>>;
}

/** Returns the state after the trigger; undefined where there is no transition. */
export function findNextState<State extends string, Trigger extends string>(
  { transitions: ways }: StateMachine<State, Trigger>,
  from: State,
  trigger: Trigger,
): State | undefined {
  const way = ways[trigger];
  return way.from.includes(from) ? way.to : undefined;
}
