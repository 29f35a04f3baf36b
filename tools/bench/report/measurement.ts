// What a measurement is, and what it is given to work with.
import type { EngineName } from '../../../local/engines/engine-command.ts';
import type { Plot } from './svg-plot.ts';

export interface BenchContext {
  /** How often each thing is measured; baselines take turns with what they are compared to. */
  readonly rounds: number;
  readonly engine: EngineName;
  /** A folder for data that may be thrown away. */
  readonly folder: string;
  /** Says what is going on, on a terminal only. */
  progress(line: string): void;
  /** Draws what was measured, for the page of the report. */
  plot(plot: Plot): void;
}

export interface Measurement {
  /** What it is called on the command line. */
  readonly name: string;
  /** Answers the lines of its report. */
  run(bench: BenchContext): Promise<string[]>;
}
