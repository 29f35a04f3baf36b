// Runs the requested measurements in order.
import { chooseEngine } from '../../local/engines/engine.ts';
import type { EngineName } from '../../local/engines/engine-command.ts';
import { createTemporaryFolder } from '../../local/files/temporary-folder.ts';
import { describeConditions, isBusy } from './report/machine.ts';
import type { BenchContext, Measurement } from './report/measurement.ts';
import type { PerformanceReport, ReportSection } from './report/performance-page.ts';
import type { Plot } from './report/svg-plot.ts';

export interface MeasurementRun {
  readonly measurements: readonly Measurement[];
  readonly rounds: number;
  readonly historyTransfers: number;
  readonly ledgerEntries: number;
  /** A DYNAMODB_ENGINE. */
  readonly engine: string | undefined;
  print(line: string): void;
  progress(line: string): void;
  /** Receives the sections so far after each one, so that an interrupted run keeps its results. */
  keep?(report: PerformanceReport): void;
}

/** Runs all of them; a failing measurement does not stop the others. */
export async function runMeasurements(run: MeasurementRun): Promise<PerformanceReport> {
  const { measurements, rounds, historyTransfers, ledgerEntries, print, progress } = run;
  const engine = requireOwnEngine(run.engine);
  const folder = createTemporaryFolder('countinghouse-bench-');
  const startedAt = performance.now();
  const taken = { conditions: describeConditions(engine, rounds), isBusy: isBusy() };
  print(`Countinghouse, ${taken.conditions}`);
  if (taken.isBusy) print('Other load keeps this machine busy: do not trust the verdicts below.');
  const sections: ReportSection[] = [];
  const missing = () => measurements.slice(sections.length).map(({ name }) => name);
  let isComplete = true;
  try {
    for (const measurement of measurements) {
      const { name } = measurement;
      const show = (line: string) => progress(`${name}: ${line}`);
      const sizes = { rounds, historyTransfers, ledgerEntries };
      const bench = { ...sizes, engine, folder: folder.path, progress: show };
      const section = await runMeasurement(measurement, bench);
      isComplete &&= !section.isFailed;
      sections.push(section);
      run.keep?.({ ...taken, sections, isComplete, missing: missing() });
      progress('');
      print(`\n== ${name}\n${section.lines.join('\n')}`);
    }
  } finally {
    folder.remove();
  }
  print(`\n${((performance.now() - startedAt) / 1_000).toFixed(0)} s in all`);
  return { ...taken, sections, isComplete, missing: missing() };
}

async function runMeasurement(
  { name, run }: Measurement,
  bench: Omit<BenchContext, 'plot'>,
): Promise<ReportSection & { isFailed: boolean }> {
  const plots: Plot[] = [];
  try {
    const lines = await run({ ...bench, plot: (plot) => plots.push(plot) });
    return { name, lines, plots, isFailed: false };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { name, lines: [`Not measured. ${reason}`], plots: [], isFailed: true };
  }
}

// Every measurement starts with an empty engine, so an engine at a URL cannot be used.
function requireOwnEngine(wanted: string | undefined): EngineName {
  const engine = chooseEngine(wanted);
  if (engine instanceof URL) throw new Error('The bench starts engines itself: name one, no URL.');
  return engine;
}
