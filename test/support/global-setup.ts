// One DynamoDB for the whole run; every test file makes tables of its own in it.
import { chooseEngine, startEngine } from '../../lib/local/engine.ts';
import type { Engine } from '../../lib/local/engine.ts';

declare global {
  var testEngine: Engine | undefined;
}

export default async function globalSetup(): Promise<void> {
  globalThis.testEngine = await startEngine({ kind: chooseEngine(process.env['DYNAMODB_ENGINE']) });
  process.env['TEST_ENGINE_ENDPOINT'] = globalThis.testEngine.endpoint;
}
