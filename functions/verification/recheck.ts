// A flaw found while postings are made may be a transaction that was still in flight. Each suspect is
// examined again once every transaction from before the suspicion has settled; only flaws found both times are
// reported.
import type { VerificationRun } from './check.ts';
import type { Flaw } from './difference.ts';

/** The maximum of flaws that wait for the end of the run; any beyond it are rechecked at once. */
const WAITING_MAX = 10_000;

interface SuspectRecord {
  readonly flaws: readonly Flaw[];
  /** When it was examined, in milliseconds since 1970. */
  readonly suspectedAt: number;
  readonly examine: () => Promise<Flaw[]>;
}

export class Recheck {
  readonly #audit: VerificationRun;
  readonly #suspects: SuspectRecord[] = [];
  #waiting = 0;

  constructor(audit: VerificationRun) {
    this.#audit = audit;
  }

  /** Keeps the flaws, if any, and the function that examines the record again. */
  async add(flaws: readonly Flaw[], examine: SuspectRecord['examine']): Promise<void> {
    if (flaws.length === 0) return;
    this.#waiting += flaws.length;
    const suspect = { flaws, suspectedAt: Date.now(), examine };
    if (this.#waiting <= WAITING_MAX) this.#suspects.push(suspect);
    else await this.#recheck(suspect);
  }

  /** Examines the suspects again, until the time is over, and reports the flaws that are still there. */
  async settle(isOver: () => boolean): Promise<void> {
    for (const suspect of this.#suspects.splice(0)) {
      if (isOver()) return;
      await this.#recheck(suspect);
    }
    this.#waiting = 0;
  }

  async #recheck({ flaws, suspectedAt, examine }: SuspectRecord): Promise<void> {
    await this.#audit.settled(suspectedAt);
    const known = new Set(flaws.map(formatFlawKey));
    const again = await examine();
    for (const flaw of again) if (known.has(formatFlawKey(flaw))) this.#audit.report(flaw);
  }
}

function formatFlawKey({ kind, id, field }: Flaw): string {
  return [kind, id, field].join(' ');
}
