import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Store } from '../../functions/ledger/store/store.ts';
import { projectStreamBatch } from '../../functions/projections/project-stream-batch.ts';
import { BatchStarter } from '../../functions/publisher/batch-starter.ts';
import { EventBus } from '../../functions/publisher/event-bus.ts';
import { publishAndStartBatches } from '../../functions/publisher/publish-and-start-batches.ts';
import type { EventReceivers } from '../../functions/publisher/publish-and-start-batches.ts';
import { BATCH_MACHINES } from '../../lib/constructs/state-machines/batch-machines.ts';
import type { Json } from '../../local/cloudformation/template.ts';
import { openLocalStore, openStageStore } from '../verification/connect.ts';
import type { LedgerConnection } from '../verification/connect.ts';
import { readTablesInUse } from '../stage-tables.ts';
import { FailureQueue } from './failure-queue.ts';
import type { RedriveParts } from './redrive.ts';
import { findStateMachines } from './state-machines.ts';

/** What stack.json says about the consumers of the receipts' stream. */
export interface ConsumersConnection {
  readonly queue_endpoint: string;
  readonly bus_endpoint: string;
  readonly bus: string;
  readonly step_functions_endpoint: string;
  /** ARNs, by the type of the event that starts a batch. */
  readonly batch_machines: Readonly<Record<string, string>>;
  /** URLs, by consumer. */
  readonly failure_queues: Readonly<Record<ConsumerName, string>>;
}

export const CONSUMER_NAMES = ['project-events', 'publish-events'] as const;

export type ConsumerName = (typeof CONSUMER_NAMES)[number];

/** Builds the connection for stack.json. */
export function buildConsumersConnection(local: {
  readonly outputs: Readonly<Record<string, Json>>;
  readonly queueEndpoint: string;
  readonly busEndpoint: string;
  readonly stepFunctionsEndpoint: string;
}): ConsumersConnection {
  const output = (name: string) =>
    String(
      Object.entries(local.outputs).find(([key]) => key.endsWith(`-projections.${name}`))?.[1],
    );
  return {
    queue_endpoint: local.queueEndpoint,
    bus_endpoint: local.busEndpoint,
    bus: output('EventBus'),
    step_functions_endpoint: local.stepFunctionsEndpoint,
    batch_machines: JSON.parse(output('BatchMachines')) as Record<string, string>,
    failure_queues: {
      'project-events': output('FailuresOfprojecteventsconsumer'),
      'publish-events': output('FailuresOfpublisheventsconsumer'),
    },
  };
}

/** Opens the projections of the local stack. */
export function openLocalProjections(connection: LedgerConnection): Store {
  const { projections_table: projectionsTable, webhooks_table: webhooksTable } = connection;
  return {
    ...openLocalStore(connection),
    projectionsTable,
    ...(webhooksTable !== undefined && { webhooksTable }),
    generationReuseMs: connection.generation_reuse_ms,
  };
}

/** Opens the projections of a stage, with the caller's own AWS credentials. */
export async function openStageProjections(stage: string): Promise<Store> {
  const { projections: projectionsTable, webhooks: webhooksTable } = await readTablesInUse(stage);
  return { ...(await openStageStore(stage)), projectionsTable, webhooksTable };
}

interface LocalStackAddresses {
  readonly ledger: LedgerConnection;
  readonly stream_consumers: ConsumersConnection;
}

type AllConsumers = Readonly<Record<ConsumerName, RedriveParts>>;

/** Opens the consumers of the local stack, with their failure queues. */
export function openLocalConsumers({
  ledger,
  stream_consumers: connection,
}: LocalStackAddresses): AllConsumers {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const at = (endpoint: string) => ({ endpoint, region: 'us-east-1', credentials });
  const queues = new SQSClient({ ...at(connection.queue_endpoint), useQueueUrlAsEndpoint: false });
  const { 'project-events': project, 'publish-events': publish } = connection.failure_queues;
  return buildConsumers({
    store: openLocalProjections(ledger),
    streams: new DynamoDBStreamsClient(at(ledger.endpoint)),
    bus: new EventBus(connection.bus, at(connection.bus_endpoint)),
    starter: new BatchStarter(connection.batch_machines, at(connection.step_functions_endpoint)),
    project: new FailureQueue(queues, project),
    publish: new FailureQueue(queues, publish),
  });
}

/** Opens the consumers of a stage, with the caller's own AWS credentials. */
export async function openStageConsumers(stage: string): Promise<AllConsumers> {
  const queueOf = (name: ConsumerName) => FailureQueue.named(`${stage}-${name}-failures`);
  return buildConsumers({
    store: await openStageProjections(stage),
    streams: new DynamoDBStreamsClient({}),
    bus: new EventBus(`${stage}-events`),
    starter: new BatchStarter(await listStageMachines(stage)),
    project: await queueOf('project-events'),
    publish: await queueOf('publish-events'),
  });
}

async function listStageMachines(stage: string): Promise<Record<string, string>> {
  const machines = Object.entries(BATCH_MACHINES).map(([event, name]) => [
    event,
    `${stage}-${name}`,
  ]);
  const names = machines.map(([, name = '']) => name);
  const arns = await findStateMachines(new SFNClient({}), names);
  return Object.fromEntries(machines.map(([event, name = '']) => [event, arns[name]]));
}

interface ConsumerParts
  extends Pick<RedriveParts, 'store' | 'streams'>, Omit<EventReceivers, 'store'> {
  readonly project: FailureQueue;
  readonly publish: FailureQueue;
}

// Consumes a batch as the Lambda functions do, with the code of this checkout.
function buildConsumers({
  store,
  streams,
  project,
  publish,
  ...receivers
}: ConsumerParts): AllConsumers {
  return {
    'project-events': {
      store,
      streams,
      queue: project,
      consume: async (records) => (await projectStreamBatch(store, records)).lost,
    },
    'publish-events': {
      store,
      streams,
      queue: publish,
      consume: async (records) =>
        (await publishAndStartBatches({ ...receivers, store }, records)).failed,
    },
  };
}
