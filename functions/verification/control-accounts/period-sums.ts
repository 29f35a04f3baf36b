import type { JournalEntry } from '../../domain/journal/journal.ts';
import { ControlHistory } from './control-history.ts';
import { ControlMovements } from './control-movements.ts';

/** How control accounts moved in a period, and which of them always controlled the same in it. */
export class PeriodSums {
  readonly movements = new ControlMovements();
  readonly history = new ControlHistory();

  addEntry(tenant: string, entry: JournalEntry): void {
    this.movements.addEntry(tenant, entry);
    this.history.addEntry(tenant, entry);
  }
}
