/** Allows a burst, and then a steady rate. */
export class TokenBucket {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #now: () => number;
  #tokens: number;
  #filledAt: number;

  constructor(perSecond: number, burst: number, now: () => number = () => performance.now()) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#now = now;
    this.#tokens = burst;
    this.#filledAt = now();
  }

  /** Takes one token, if there is one. */
  take(): boolean {
    const at = this.#now();
    const filled = this.#tokens + ((at - this.#filledAt) / 1_000) * this.#perSecond;
    this.#tokens = Math.min(this.#burst, filled);
    this.#filledAt = at;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
