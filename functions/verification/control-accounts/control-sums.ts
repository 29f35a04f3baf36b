import type { PassSummary, SummaryData } from '../check.ts';
import { PeriodSums } from './period-sums.ts';
import type { SavedPeriodSums } from './period-sums.ts';

/** What one scan adds up. */
export class ControlSums implements PassSummary {
  /** Since the start of the ledger. */
  readonly whole = new PeriodSums();
  /** Since control accounts are enforced, where they are. */
  readonly enforced = new PeriodSums();

  save(): SavedSums {
    return { whole: this.whole.save(), enforced: this.enforced.save() };
  }

  add(saved: SummaryData): void {
    const { whole, enforced } = saved as SavedSums;
    this.whole.merge(whole);
    this.enforced.merge(enforced);
  }
}

interface SavedSums {
  readonly whole: SavedPeriodSums;
  readonly enforced: SavedPeriodSums;
}
