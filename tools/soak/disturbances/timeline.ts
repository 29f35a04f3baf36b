// What was disturbed when: each occurrence of a disturbance, and what it hit.
import { appendFileSync } from 'node:fs';

export interface TimelineEntry {
  readonly round: number;
  readonly disturbance: string;
  /** The seconds since the start of the load, and how long it lasted. */
  readonly at: number;
  readonly lasted: number;
  /** The number of requests answered before. */
  readonly answered: number;
  /** How often it happened, by what it hit. */
  readonly hits: Readonly<Record<string, number>>;
}

export interface DisturbanceCount {
  /** How often it was caused. */
  readonly caused: number;
  /** How often something was hit. */
  readonly hits: number;
}

interface RunningDisturbance {
  readonly hit: (what: string) => void;
  readonly isHit: () => boolean;
  readonly end: () => void;
}

const toSeconds = (milliseconds: number) => Math.round(milliseconds / 100) / 10;

export class Timeline {
  readonly entries: TimelineEntry[] = [];
  readonly #file: string;
  readonly #start = performance.now();
  #open: RunningDisturbance[] = [];

  /** Each entry is added to the file when it ends, one JSON object in a line. */
  constructor(file: string) {
    this.#file = file;
  }

  start({
    round,
    disturbance,
    answered,
  }: Pick<TimelineEntry, 'round' | 'disturbance' | 'answered'>): RunningDisturbance {
    const since = performance.now();
    const hits: Record<string, number> = {};
    const entry: RunningDisturbance = {
      hit: (what) => {
        hits[what] = (hits[what] ?? 0) + 1;
      },
      isHit: () => Object.keys(hits).length > 0,
      end: () => {
        this.#open = this.#open.filter((other) => other !== entry);
        const [at, lasted] = [since - this.#start, performance.now() - since].map(toSeconds);
        const ended = { round, disturbance, at: at ?? 0, lasted: lasted ?? 0, answered, hits };
        this.entries.push(ended);
        appendFileSync(this.#file, `${JSON.stringify(ended)}\n`);
      },
    };
    this.#open.push(entry);
    return entry;
  }

  /** Whether everything that is disturbed now has been hit. */
  get isHit(): boolean {
    return this.#open.every((entry) => entry.isHit());
  }

  /** Ends what is still disturbed. */
  end(): void {
    for (const entry of this.#open) entry.end();
  }
}

/** Counts the occurrences of each disturbance. */
export function countDisturbances(
  entries: readonly TimelineEntry[],
): ReadonlyMap<string, DisturbanceCount> {
  const counts = new Map<string, DisturbanceCount>();
  for (const { disturbance, hits: own } of entries) {
    const { caused, hits } = counts.get(disturbance) ?? { caused: 0, hits: 0 };
    const more = Object.values(own).reduce((sum, count) => sum + count, 0);
    counts.set(disturbance, { caused: caused + 1, hits: hits + more });
  }
  return counts;
}

/** A finding for each disturbance that was caused and hit nothing: the soak test would prove nothing about it. */
export function findMissingDisturbances(counts: ReadonlyMap<string, DisturbanceCount>): string[] {
  return [...counts]
    .filter(([, { hits }]) => hits === 0)
    .map(
      ([name, { caused }]) =>
        `disturbance "${name}" never happened, although it was caused (${caused}x)`,
    );
}

/** An entry in a line. */
export function formatEntry(entry: TimelineEntry): string {
  const { at, lasted, answered, disturbance, hits } = entry;
  const what = Object.entries(hits).map(([name, count]) => `${name} ${count}`);
  return `+${at} s, ${answered} answered, for ${lasted} s: ${disturbance} (${what.join(', ') || 'hit nothing'})`;
}
