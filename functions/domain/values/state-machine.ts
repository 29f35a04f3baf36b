// A state machine as data: decisions ask it, and docs/states.md draws it.

export interface StateTransition<State extends string> {
  readonly from: readonly State[];
  readonly to: State;
  /** What else must hold, for the diagram; the decision that asks the table checks it. */
  readonly condition?: string;
}

export interface StateMachine<State extends string = string, Trigger extends string = string> {
  readonly title: string;
  readonly states: readonly State[];
  readonly initial: State;
  readonly transitions: Readonly<Record<Trigger, StateTransition<State>>>;
}

/** The state that the trigger leads to, or undefined where there is no way. */
export function findNextState<State extends string, Trigger extends string>(
  { transitions: ways }: StateMachine<State, Trigger>,
  from: State,
  trigger: Trigger,
): State | undefined {
  const way = ways[trigger];
  return way.from.includes(from) ? way.to : undefined;
}
