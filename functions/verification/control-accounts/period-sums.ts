import type { JournalEntry } from '../../domain/journal/journal.ts';
import { ControlHistory } from './control-history.ts';
import type { SavedHistory } from './control-history.ts';
import { ControlMovements } from './control-movements.ts';
import type { SavedMovements } from './control-movements.ts';

export interface SavedPeriodSums {
  readonly movements: SavedMovements;
  readonly history: SavedHistory;
}

/** How control accounts moved in a period, and which of them always controlled the same in it. */
export class PeriodSums {
  readonly movements = new ControlMovements();
  readonly history = new ControlHistory();

  addEntry(tenant: string, entry: JournalEntry): void {
    this.movements.addEntry(tenant, entry);
    this.history.addEntry(tenant, entry);
  }

  save(): SavedPeriodSums {
    return { movements: this.movements.save(), history: this.history.save() };
  }

  merge({ movements, history }: SavedPeriodSums): void {
    this.movements.merge(movements);
    this.history.merge(history);
  }
}
