// npm run exercise: carries out the disaster procedures of the runbook on a local stack.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exerciseRestore } from '../tools/exercise/restore.ts';
import { ENGINE_NAMES } from '../local/engines/engine-command.ts';
import { chooseEngine } from '../local/engines/engine.ts';
import { UsageError } from '../commands/command-definition.ts';
import { runCommand } from '../commands/run-command.ts';

const USAGE = `npm run exercise -- restore

Starts a stack with its own data, damages and loses its ledger, restores it to an earlier point in
time and makes the checks of docs/runbook.md, "Restore". Prints the duration of each step.
DYNAMODB_ENGINE chooses the database: ${ENGINE_NAMES.join(' or ')}.`;

/** As shells count: 128 and the number of SIGINT. */
const EXIT_INTERRUPTED = 130;

class InterruptedError extends Error {}

// The product and the engine are stopped before their folder is deleted. A second signal ends this at once.
const interrupted = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => reject(new InterruptedError()));
  }
});
interrupted.catch(() => undefined);

await runCommand({ usage: USAGE, takesWords: true }, async (_, words) => {
  if (words.length === 0) throw new UsageError('Give an exercise.');
  if (words.join(' ') !== 'restore')
    throw new UsageError(`There is no exercise ${words.join(' ')}.`);
  await restore();
});

async function restore(): Promise<void> {
  const engine = chooseEngine(process.env['DYNAMODB_ENGINE']);
  if (engine instanceof URL) throw new Error('The exercise starts the engine itself.');
  const folder = mkdtempSync(join(tmpdir(), 'countinghouse-exercise-'));
  let since = performance.now();
  const report = (step: string) => {
    const seconds = ((performance.now() - since) / 1_000).toFixed(1);
    since = performance.now();
    console.log(`${seconds.padStart(6)} s  ${step}`);
  };
  let isInterrupted = false;
  try {
    await exerciseRestore({ engine, folder, report, interrupted });
  } catch (error) {
    if (!(error instanceof InterruptedError)) throw error;
    isInterrupted = true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  // What was interrupted may wait for an answer that does not come.
  if (isInterrupted) process.exit(EXIT_INTERRUPTED);
}
