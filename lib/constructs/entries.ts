import { join } from 'node:path';
import { toKebabCase, operations } from '../../functions/operations/operations.ts';
import { BATCH_TASKS } from './state-machines/batch-tasks.ts';
import type { EntryPoints } from './lambda/bundles.ts';
import { REBUILD_TASKS } from './state-machines/rebuild-tasks.ts';
import { VERIFICATION_TASKS } from './state-machines/verification-tasks.ts';

const FUNCTIONS = join(import.meta.dirname, '../../functions');

/** The entry files of the operations' Lambdas, by name. */
export function listOperationEntries(): EntryPoints {
  const rows = Object.entries(operations).map(([name, { area }]) => [
    toKebabCase(name),
    join(FUNCTIONS, 'api', area, `${toKebabCase(name)}.ts`),
  ]);
  return Object.fromEntries(rows) as EntryPoints;
}

/** The entry files of all other Lambdas, by name. */
export function listFunctionEntries(): EntryPoints {
  const tasks = Object.entries(BATCH_TASKS).map(([name, { folder }]) => [
    name,
    join(FUNCTIONS, 'batches', folder, `${name}.ts`),
  ]);
  const rebuilding = Object.keys(REBUILD_TASKS).map((name) => [
    name,
    join(FUNCTIONS, 'projections/rebuild', `${name}.ts`),
  ]);
  const verifying = [...Object.keys(VERIFICATION_TASKS), 'verify-books'].map((name) => [
    name,
    join(FUNCTIONS, 'verification/nightly', `${name}.ts`),
  ]);
  return {
    ...(Object.fromEntries([...tasks, ...rebuilding, ...verifying]) as EntryPoints),
    authorize: join(FUNCTIONS, 'authorizer/authorize.ts'),
    'project-events': join(FUNCTIONS, 'projections/project-events.ts'),
    'publish-events': join(FUNCTIONS, 'publisher/publish-events.ts'),
    'seal-receipts': join(FUNCTIONS, 'evidence/seal-receipts.ts'),
    'run-canary': join(FUNCTIONS, 'canary/run-canary.ts'),
    'rotate-identity-keys': join(FUNCTIONS, 'identity/rotate-keys.ts'),
    'serve-reference': join(FUNCTIONS, 'reference/serve-reference.ts'),
    'deliver-webhooks': join(FUNCTIONS, 'webhooks/deliver-webhooks.ts'),
    'retry-webhooks': join(FUNCTIONS, 'webhooks/retry-webhooks.ts'),
  };
}

/** The entry files of the Lambdas that must keep their class names. */
export function listNamedEntries(): EntryPoints {
  return { 'serve-identity': join(FUNCTIONS, 'identity/serve.ts') };
}
