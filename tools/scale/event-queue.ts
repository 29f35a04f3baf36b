// The events of a simulation, in the order of their times.

interface SimulatedEvent {
  readonly at: number;
  readonly run: () => void;
}

export class EventQueue {
  // The latest first, so that the next event is taken from the end.
  readonly #events: SimulatedEvent[] = [];

  /** Runs this at the time, in milliseconds, after the earlier events. */
  schedule(at: number, run: () => void): void {
    let [low, high] = [0, this.#events.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#events[middle]?.at ?? 0) > at) low = middle + 1;
      else high = middle;
    }
    this.#events.splice(low, 0, { at, run });
  }

  /** Runs all events, those that they schedule too. */
  run(): void {
    for (let next = this.#events.pop(); next; next = this.#events.pop()) next.run();
  }
}
