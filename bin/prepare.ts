// npm ci: synthesizes the template of `npm start`, builds the console and caches both, so that the first start is
// as fast as later ones.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../commands/run-command.ts';
import { assemble, LOCAL_CONTEXT } from '../local/cloudformation/assemble.ts';
import { buildConsole } from '../local/console/console-build.ts';

const USAGE = `npm run prepare

Synthesizes the template of \`npm start\`, builds the console and caches both. npm ci runs it.`;

await runCommand({ usage: USAGE }, async () => {
  const output = mkdtempSync(join(tmpdir(), 'countinghouse-'));
  try {
    await Promise.all([assemble({ output, context: LOCAL_CONTEXT }), buildConsole()]);
  } finally {
    rmSync(output, { recursive: true });
  }
});
