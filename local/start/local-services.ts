// The services that the template's functions call, on this machine.
import { bucketType, startBuckets } from './buckets.ts';
import type { Deployment } from '../cloudformation/deployment.ts';
import { startEngine } from '../engines/engine.ts';
import type { Engine } from '../engines/engine.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { busTypes, startEventBuses } from '../events/event-buses.ts';
import { buildS3Guard } from '../iam/s3-guard.ts';
import { startRoleEnforcement } from '../iam/role-enforcement.ts';
import type { RoleEnforcement } from '../iam/role-enforcement.ts';
import { queueTypes, startQueues } from '../queues/queues.ts';
import type { QueueService } from '../queues/queues.ts';
import { groupType, startScheduler } from '../schedules/scheduler.ts';
import type { Scheduler } from '../schedules/scheduler.ts';
import { startSecrets } from '../secrets/secrets.ts';
import type { SecretsManager } from '../secrets/secrets-manager.ts';
import { buildDataPath } from './start-options.ts';
import type { StartOptions } from './start-options.ts';
import { startStepFunctions } from '../state-machines/step-functions.ts';
import type { StepFunctions } from '../state-machines/step-functions.ts';
import { ensureTables, tableTypes } from '../engines/tables.ts';

export type LocalServices = {
  engine: Engine;
  secrets: SecretsManager;
  queues: QueueService;
  buses: Endpoint;
  stepFunctions: StepFunctions;
  scheduler: Scheduler;
  s3: Endpoint | undefined;
  /** Absent where roles are not enforced. */
  enforcement: RoleEnforcement | undefined;
};

/** Starts what the functions call, and what calls them: the database, secrets, queues, buckets, … */
export async function startServices(
  deployment: Deployment,
  options: StartOptions,
  stops: (() => Promise<void>)[],
): Promise<LocalServices> {
  const { log = () => undefined } = options;
  const enforcement = options.enforcesRoles ? startRoleEnforcement(deployment, log) : undefined;
  const engine = await startLoggedEngine(options, log);
  stops.push(engine.stop);
  const tables = await ensureTables(deployment.ofType(...tableTypes), engine.endpoint);
  const created = tables.filter((table) => table.created).length;
  log(`Tables: ${tables.map(({ name }) => name).join(', ') || 'none'} (${created} created)`);

  const secrets = await startSecrets(deployment, buildDataPath(options, 'secrets'));
  stops.push(secrets.stop);
  const places = deployment.ofType(...queueTypes);
  const queues = await startQueues(places, buildDataPath(options, 'queues'));
  stops.push(queues.stop);
  const eventsFolder = buildDataPath(options, 'events');
  const buses = await startEventBuses(deployment.ofType(...busTypes), eventsFolder);
  stops.push(buses.stop);
  const guard = enforcement && buildS3Guard(enforcement);
  const s3Options = { dataFolder: buildDataPath(options, 's3'), endpoint: options.s3, guard, log };
  const s3 = await startBuckets(deployment.ofType(bucketType), s3Options);
  if (s3) stops.push(s3.stop);
  const dataFolder = buildDataPath(options, 'executions');
  const stepFunctions = await startStepFunctions(deployment, { dataFolder, log });
  stops.push(stepFunctions.stop);
  const schedulesFolder = buildDataPath(options, 'schedules');
  const schedulerOptions = { dataFolder: schedulesFolder, log };
  const scheduler = await startScheduler(deployment.ofType(groupType), schedulerOptions);
  stops.push(scheduler.stop);
  return { engine, secrets, queues, buses, stepFunctions, scheduler, s3, enforcement };
}

async function startLoggedEngine(options: StartOptions, log: (line: string) => void) {
  const engineFolder = buildDataPath(options, 'dynamodb');
  const engine = await startEngine({ kind: options.engine, dataFolder: engineFolder });
  const place = engine.kind instanceof URL ? 'as it is' : (engineFolder ?? 'in memory');
  log(`DynamoDB: ${String(engine.kind)} at ${engine.endpoint}, data ${place}`);
  return engine;
}
