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

/** Starts the services that the functions call and those that call the functions. */
export async function startServices(
  deployment: Deployment,
  options: StartOptions,
  stops: (() => Promise<void>)[],
): Promise<LocalServices> {
  const { log = () => undefined } = options;
  const enforcement = options.enforcesRoles ? startRoleEnforcement(deployment, log) : undefined;
  const engine = await startLoggedEngine(options, log);
  stops.push(engine.stop);
  const tables = await ensureTables(deployment.ofType(...TABLE_TYPES), engine.endpoint);
  const created = tables.filter((table) => table.created).length;
  log(`Tables: ${tables.map(({ name }) => name).join(', ') || 'none'} (${created} created)`);

  const secrets = await startSecrets(deployment, buildDataPath(options, 'secrets'));
  stops.push(secrets.stop);
  const keysFolder = buildDataPath(options, 'keys');
  const keys = await startKeyManagement(deployment.ofType(KEY_TYPE), keysFolder);
  stops.push(keys.stop);
  const tokens = await startTokenService(enforcement);
  stops.push(tokens.stop);
  const queueResources = deployment.ofType(...QUEUE_TYPES);
  const queues = await startQueues(queueResources, buildDataPath(options, 'queues'));
  stops.push(queues.stop);
  const eventsFolder = buildDataPath(options, 'events');
  const buses = await startEventBuses(deployment.ofType(...BUS_TYPES), eventsFolder);
  stops.push(buses.stop);
  const guard = enforcement && buildS3Guard(enforcement);
  const s3Options = { dataFolder: buildDataPath(options, 's3'), endpoint: options.s3, guard, log };
  const s3 = await startBuckets(deployment.ofType(BUCKET_TYPE), s3Options);
  if (s3) stops.push(s3.stop);
  const dataFolder = buildDataPath(options, 'executions');
  const stepFunctions = await startStepFunctions(deployment, { dataFolder, log });
  stops.push(stepFunctions.stop);
  const schedulesFolder = buildDataPath(options, 'schedules');
  const schedulerOptions = { dataFolder: schedulesFolder, log };
  const scheduler = await startScheduler(deployment.ofType(GROUP_TYPE), schedulerOptions);
  stops.push(scheduler.stop);
  const answering = { engine, secrets, keys, tokens, queues, buses, stepFunctions, scheduler };
  return { ...answering, s3, enforcement };
}

async function startLoggedEngine(options: StartOptions, log: (line: string) => void) {
  const engineFolder = buildDataPath(options, 'dynamodb');
  const engine = await startEngine({ kind: options.engine, dataFolder: engineFolder, warn: log });
  const dataLocation = engine.kind instanceof URL ? 'as it is' : (engineFolder ?? 'in memory');
  log(`DynamoDB: ${String(engine.kind)} at ${engine.endpoint}, data ${dataLocation}`);
  return engine;
}
