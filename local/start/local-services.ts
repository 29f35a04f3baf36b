// The services that the template's functions call, on this machine.
import { BUCKET_TYPE, startBuckets } from './buckets.ts';
import type { Deployment } from '../cloudformation/deployment.ts';
import { startEngine } from '../engines/engine.ts';
import type { Engine } from '../engines/engine.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { BUS_TYPES, startEventBuses } from '../events/event-buses.ts';
import { KEY_TYPE, startKeyManagement } from '../keys/key-management.ts';
import { buildS3Guard } from '../iam/s3-guard.ts';
import { startRoleEnforcement } from '../iam/role-enforcement.ts';
import type { RoleEnforcement } from '../iam/role-enforcement.ts';
import { startTokenService } from '../iam/token-service.ts';
import { QUEUE_TYPES, startQueues } from '../queues/queues.ts';
import type { QueueService } from '../queues/queues.ts';
import { GROUP_TYPE, startScheduler } from '../schedules/scheduler.ts';
import type { Scheduler } from '../schedules/scheduler.ts';
import { startSecrets } from '../secrets/secrets.ts';
import type { SecretsManager } from '../secrets/secrets-manager.ts';
import type { ServiceFolder } from './data-folder.ts';
import { buildDataPath } from './start-options.ts';
import type { StartOptions } from './start-options.ts';
import { startStepFunctions } from '../state-machines/step-functions.ts';
import type { StepFunctions } from '../state-machines/step-functions.ts';
import { ensureTables, TABLE_TYPES } from '../engines/tables.ts';

export interface LocalServices {
  readonly engine: Engine;
  readonly secrets: SecretsManager;
  readonly keys: Endpoint;
  /** Of credentials for sessions. */
  readonly tokens: Endpoint;
  readonly queues: QueueService;
  readonly buses: Endpoint;
  readonly stepFunctions: StepFunctions;
  readonly scheduler: Scheduler;
  readonly s3: Endpoint | undefined;
  /** Absent where roles are not enforced. */
  readonly enforcement: RoleEnforcement | undefined;
}

/**
 * Starts the services that the functions call and those that call the functions, all at once: the engine, which
 * takes longest, is a process of its own.
 */
export async function startServices(
  deployment: Deployment,
  options: StartOptions,
  stops: (() => Promise<void>)[],
): Promise<LocalServices> {
  const { log = () => undefined } = options;
  const enforcement = options.enforcesRoles ? startRoleEnforcement(deployment, log) : undefined;
  const guard = enforcement && buildS3Guard(enforcement);
  const dataOf = (name: ServiceFolder) => buildDataPath(options, name);
  const keep = async <One extends Pick<Endpoint, 'stop'> | undefined>(start: Promise<One>) => {
    const one = await start;
    if (one) stops.push(one.stop);
    return one;
  };
  const engine = keep(startLoggedEngine(options, log));
  const tables = engine.then(({ endpoint }) => createTables(deployment, endpoint, log));
  const secrets = keep(startSecrets(deployment, dataOf('secrets'), log));
  const keys = keep(startKeyManagement(deployment.ofType(KEY_TYPE), dataOf('keys'), log));
  const tokens = keep(startTokenService(enforcement));
  const queues = keep(startQueues(deployment.ofType(...QUEUE_TYPES), dataOf('queues'), log));
  const buses = keep(startEventBuses(deployment.ofType(...BUS_TYPES), dataOf('events'), log));
  const s3Options = { dataFolder: dataOf('s3'), endpoint: options.s3, guard, log };
  const s3 = keep(startBuckets(deployment.ofType(BUCKET_TYPE), s3Options));
  const machines = { dataFolder: dataOf('executions'), log };
  const stepFunctions = keep(startStepFunctions(deployment, machines));
  const schedules = { dataFolder: dataOf('schedules'), log };
  const scheduler = keep(startScheduler(deployment.ofType(GROUP_TYPE), schedules));
  const others = [secrets, keys, tokens, queues, buses, s3, stepFunctions, scheduler];
  // Also when one fails: those that start later would otherwise outlive the runner.
  await Promise.allSettled([engine, tables, ...others]);
  await tables;
  return {
    engine: await engine,
    secrets: await secrets,
    keys: await keys,
    tokens: await tokens,
    queues: await queues,
    buses: await buses,
    stepFunctions: await stepFunctions,
    scheduler: await scheduler,
    s3: await s3,
    enforcement,
  };
}

async function createTables(
  deployment: Deployment,
  endpoint: string,
  log: (line: string) => void,
): Promise<void> {
  const tables = await ensureTables(deployment.ofType(...TABLE_TYPES), endpoint);
  const created = tables.filter((table) => table.created).length;
  log(`Tables: ${tables.map(({ name }) => name).join(', ') || 'none'} (${created} created)`);
}

/** Starts the engine of the options, with its data in their folder. */
export function startOwnEngine(
  options: Pick<StartOptions, 'dataFolder' | 'engine' | 'log'>,
): Promise<Engine> {
  const dataFolder = buildDataPath(options, 'dynamodb');
  return startEngine({ kind: options.engine, dataFolder, warn: options.log });
}

async function startLoggedEngine(options: StartOptions, log: (line: string) => void) {
  const engine = await (options.startedEngine ?? startOwnEngine(options));
  const engineFolder = buildDataPath(options, 'dynamodb');
  const dataLocation = engine.kind instanceof URL ? 'as it is' : (engineFolder ?? 'in memory');
  log(`DynamoDB: ${String(engine.kind)} at ${engine.endpoint}, data ${dataLocation}`);
  return engine;
}
