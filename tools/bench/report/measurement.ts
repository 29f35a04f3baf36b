// A measurement and its context.
import type { EngineName } from '../../../local/engines/engine-command.ts';
import type { Plot } from './svg-plot.ts';

export interface BenchContext {
  /** The number of rounds; baselines take turns with the compared side. */
  readonly rounds: number;
  readonly engine: EngineName;
  /** The length of the history that is measured last. */
  readonly historyTransfers: number;
  /** The size of the large ledgers: of the one that is verified, exported or read again. */
  readonly ledgerEntries: number;
  /** A folder for temporary data. */
  readonly folder: string;
  /** Shows progress, on a terminal only. */
  progress(line: string): void;
  /** Draws the measured values for the page of the report. */
  plot(plot: Plot): void;
}

export interface Measurement {
  /** Its name on the command line. */
  readonly name: string;
  /** Returns the lines of its report. */
  run(bench: BenchContext): Promise<string[]>;
}
