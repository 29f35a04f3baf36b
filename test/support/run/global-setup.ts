// Starts one DynamoDB engine and one token issuer for the whole run; every test file creates its own
// tables.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiledFolder } from '../../../local/cloudformation/cache-folders.ts';
import { chooseEngine, startEngine } from '../../../local/engines/engine.ts';
import type { Engine } from '../../../local/engines/engine.ts';
import { startRunIssuer } from '../stack/token-issuer.ts';

declare global {
  var testEngine: Engine | undefined;
  var stopTestIssuer: (() => void) | undefined;
}

export default async function globalSetup(): Promise<void> {
  // The commands that tests run would otherwise compile the same sources again.
  process.env['NODE_COMPILE_CACHE'] ??= compiledFolder;
  const folder = mkdtempSync(join(tmpdir(), 'countinghouse-run-'));
  process.env['TEST_RUN_FOLDER'] = folder;
  // What the commands remember of a user is not that of the person who runs the tests.
  process.env['HOME'] = join(folder, 'home');
  globalThis.testEngine = await startEngine({ kind: chooseEngine(process.env['DYNAMODB_ENGINE']) });
  process.env['TEST_ENGINE_ENDPOINT'] = globalThis.testEngine.endpoint;
  globalThis.stopTestIssuer = await startRunIssuer();
}
