// npm run exercise: carries out the disaster procedures of the runbook on a local stack.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exerciseRestore } from '../tools/exercise/restore.ts';
import { chooseEngine } from '../local/engines/engine.ts';

const USAGE = `npm run exercise -- restore

Starts a stack with its own data, damages and loses its ledger, restores it to an earlier point in
time and makes the checks of docs/runbook.md, "Restore". Prints the duration of each step.

Exit code: 0 all checks passed, 1 not.
DYNAMODB_ENGINE chooses the database: dynoxide or dynamodb-local.`;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', default: false } },
  });
  if (values.help) console.log(USAGE);
  else if (positionals.join() === 'restore') await restore();
  else throw new Error(USAGE);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

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
  try {
    await exerciseRestore({ engine, folder, report });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
