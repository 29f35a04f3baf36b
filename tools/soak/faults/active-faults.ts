/** Chooses the fault of a call; undefined: this disturbance leaves it alone. */
export type CallFaultChooser<Fault> = (call: string) => Fault | undefined;

/** The faults of several disturbances of one service at once. */
export class ActiveFaults<Fault> {
  #choosers: CallFaultChooser<Fault>[] = [];

  add(choose: CallFaultChooser<Fault>): void {
    this.#choosers.push(choose);
  }

  heal(): void {
    this.#choosers = [];
  }

  /** The fault of the first disturbance that chooses one. */
  choose(call: string): Fault | undefined {
    for (const chooser of this.#choosers) {
      const fault = chooser(call);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }
}
