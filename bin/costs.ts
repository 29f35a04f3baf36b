// npm run costs: measures the requests and units of every operation and writes docs/costs.md;
// with --check it only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildCostsPage } from '../tools/costs/costs-page.ts';
import { measureOperations } from '../tools/costs/measure.ts';
import { measureProjections } from '../tools/costs/measure-projections.ts';
import { chooseEngine } from '../local/engines/engine.ts';
import { progressLine } from '../commands/progress-line.ts';
import { runCommand } from '../commands/run-command.ts';

const PAGE = join(import.meta.dirname, '..', 'docs', 'costs.md');

// Exit handlers stop the started processes; a signal alone would skip them.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const USAGE = `npm run costs -- [--check]

Measures the requests and capacity units of every operation and writes docs/costs.md; --check only
compares.`;

const progress = progressLine(process.stderr);
const OPTIONS = { check: { type: 'boolean', default: false } } as const;
await runCommand({ usage: USAGE, options: OPTIONS, progress }, async ({ check }) => {
  if (chooseEngine() === 'dynoxide') await run(check);
  else if (check) console.log('docs/costs.md is not checked: dynoxide is not installed.');
  else throw new Error('Only dynoxide, for Linux on x64, counts units as the service does.');
});

async function run(isCheck: boolean): Promise<void> {
  const page = buildCostsPage({
    operations: await measureOperations(progress.show),
    projections: await measureProjections(progress.show),
  });
  progress.end();
  if (!isCheck) {
    writeFileSync(PAGE, page);
    console.log('docs/costs.md written');
  } else if (readFileSync(PAGE, 'utf8') !== page) {
    console.error('docs/costs.md is stale; run `npm run costs`.');
    process.exitCode = 1;
  }
}
