// What a container caches of a tenant's configuration, so that not every posting reads it from the
// store.

/** Changes must apply everywhere within 10 s of their commit; requests under way take up the rest. */
export const CACHE_MS = 5_000;

interface CachedValue<Value> {
  readonly readAt: number;
  readonly value: Promise<Value>;
}

/** Values that stay for CACHE_MS. A failed read is not cached. */
export class TimedCache<Value> {
  readonly #entriesMax: number;
  readonly #values = new Map<string, CachedValue<Value>>();

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax;
  }

  /** The value of the name, if it was read less than CACHE_MS ago. */
  find(name: string, now: Date): Promise<Value> | undefined {
    const known = this.#values.get(name);
    const age = known && now.getTime() - known.readAt;
    return age !== undefined && age >= 0 && age < CACHE_MS ? known?.value : undefined;
  }

  /** The value of the name, read with `load` if it was not read less than CACHE_MS ago. */
  read(name: string, now: Date, load: () => Promise<Value>): Promise<Value> {
    return this.find(name, now) ?? this.keep(name, now, load());
  }

  /** Keeps the value that is being read, and returns it. */
  keep(name: string, now: Date, value: Promise<Value>): Promise<Value> {
    if (this.#values.size >= this.#entriesMax) this.#values.clear();
    this.#values.set(name, { readAt: now.getTime(), value });
    // The next request must read again what could not be read.
    value.catch(() => this.#values.delete(name));
    return value;
  }
}
