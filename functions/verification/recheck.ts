// What is found wrong while the books move may only have been on its way. It is looked at once more
// when all that was begun before has settled, and only what is found both times is reported.
import type { VerificationRun } from './check.ts';
import type { Flaw } from './difference.ts';

/** So many flaws in all wait for a second look; what has more is looked at again at once. */
const WAITING_MAX = 10_000;

interface SuspectRecord {
  readonly flaws: readonly Flaw[];
  readonly examine: () => Promise<Flaw[]>;
}

export class Recheck {
  readonly #audit: VerificationRun;
  readonly #suspects: SuspectRecord[] = [];
  #waiting = 0;

  constructor(audit: VerificationRun) {
    this.#audit = audit;
  }

  /** Remembers what was found, if anything, and how to look for it again. */
  async add(flaws: readonly Flaw[], examine: SuspectRecord['examine']): Promise<void> {
    if (flaws.length === 0) return;
    this.#waiting += flaws.length;
    if (this.#waiting <= WAITING_MAX) this.#suspects.push({ flaws, examine });
    else await this.#lookAgain({ flaws, examine });
  }

  /** Looks at all suspects again and reports what is still there. */
  async conclude(): Promise<void> {
    for (const suspect of this.#suspects) await this.#lookAgain(suspect);
  }

  async #lookAgain({ flaws, examine }: SuspectRecord): Promise<void> {
    await this.#audit.settled();
    const known = new Set(flaws.map(formatFlawKey));
    const again = await examine();
    for (const flaw of again) if (known.has(formatFlawKey(flaw))) this.#audit.report(flaw);
  }
}

function formatFlawKey({ kind, id, field }: Flaw): string {
  return [kind, id, field].join(' ');
}
