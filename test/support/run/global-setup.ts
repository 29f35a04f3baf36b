// One DynamoDB and one issuer of tokens for the whole run; every test file makes tables of its own.
import { compiledFolder } from '../../../local/cloudformation/assemble.ts';
import { chooseEngine, startEngine } from '../../../local/engines/engine.ts';
import type { Engine } from '../../../local/engines/engine.ts';
import { startRunIssuer } from '../stack/token-issuer.ts';

declare global {
  var testEngine: Engine | undefined;
  var stopTestIssuer: (() => void) | undefined;
}

export default async function globalSetup(): Promise<void> {
  // For the commands that tests run: each would compile the same sources again.
  process.env['NODE_COMPILE_CACHE'] ??= compiledFolder;
  globalThis.testEngine = await startEngine({ kind: chooseEngine(process.env['DYNAMODB_ENGINE']) });
  process.env['TEST_ENGINE_ENDPOINT'] = globalThis.testEngine.endpoint;
  globalThis.stopTestIssuer = await startRunIssuer();
}
