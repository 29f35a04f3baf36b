// Runs the measurements that were asked for, one after another.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseEngine } from '../local/engine.ts';
import type { EngineName } from '../local/engine-command.ts';
import { conditions, isBusy } from './machine.ts';
import type { Measurement } from './measurement.ts';

export interface Run {
  readonly measurements: readonly Measurement[];
  readonly rounds: number;
  /** A DYNAMODB_ENGINE. */
  readonly engine: string | undefined;
  print(line: string): void;
  progress(line: string): void;
}

/** Answers whether all could be measured; one that cannot does not keep the others from it. */
export async function runMeasurements(run: Run): Promise<boolean> {
  const { measurements, rounds, print, progress } = run;
  const engine = ownEngine(run.engine);
  const folder = mkdtempSync(join(tmpdir(), 'countinghouse-bench-'));
  const startedAt = performance.now();
  print(`Countinghouse, ${conditions(engine, rounds)}`);
  if (isBusy()) print('Others keep this machine busy: no verdict below can be trusted.');
  let isComplete = true;
  try {
    for (const { name, run: measure } of measurements) {
      const bench = {
        rounds,
        engine,
        folder,
        progress: (line: string) => progress(`${name}: ${line}`),
      };
      const lines = await measure(bench).catch((error: unknown) => {
        isComplete = false;
        return [`Not measured. ${error instanceof Error ? error.message : String(error)}`];
      });
      progress('');
      print(`\n== ${name}\n${lines.join('\n')}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  print(`\n${((performance.now() - startedAt) / 1_000).toFixed(0)} s in all`);
  return isComplete;
}

// Every measurement begins with an empty engine, which an engine of somebody else's is not.
function ownEngine(wanted: string | undefined): EngineName {
  const engine = chooseEngine(wanted);
  if (engine instanceof URL) throw new Error('The bench starts engines itself: name one, no URL.');
  return engine;
}
