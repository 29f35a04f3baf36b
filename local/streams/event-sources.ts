// Starts the event source mappings of the template.
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { DeployedResource } from '../cloudformation/deployment.ts';
import type { FunctionRunner } from '../lambda/functions.ts';
import type { QueueService } from '../queues/queues.ts';
import { StreamCheckpoint } from './stream-checkpoint.ts';
import { EventSource } from './event-source.ts';
import type { AbandonedBatch } from './batch-delivery.ts';
import { buildFailureMessage } from './failure-message.ts';
import { isEnabled, readMappingSettings } from './mapping-settings.ts';
import type { MappingSettings } from './mapping-settings.ts';
import { findStreamArn, StreamReader } from './stream-reader.ts';
import type { StreamClients } from './stream-reader.ts';

export interface EventSourcesOptions {
  readonly mappings: DeployedResource[];
  /** Of DynamoDB and its streams. */
  readonly endpoint: string;
  readonly functions: FunctionRunner;
  readonly queues: Pick<QueueService, 'send' | 'has'>;
  /** Stores the checkpoints; absent: they are in memory. */
  readonly folder: string | undefined;
  log(line: string): void;
}

export const MAPPING_TYPES = ['AWS::Lambda::EventSourceMapping'];

export interface EventSources {
  stop(): Promise<void>;
}

export async function startEventSources(options: EventSourcesOptions): Promise<EventSources> {
  const { mappings, log } = options;
  const settings = mappings.filter(isEnabled).map(readMappingSettings);
  settings.forEach((mapping) => refuseMissingEnds(mapping, options));
  if (settings.length === 0) return { stop: async () => undefined };

  const region = mappings[0]?.region ?? 'us-east-1';
  const clients = openStreamClients(options.endpoint, region);
  const sources = await Promise.all(settings.map((one) => startEventSource(one, clients, options)));
  const names = settings.map(({ tableName, functionName }) => `${tableName} to ${functionName}`);
  log(`Streams: ${names.join(', ')}`);
  return {
    async stop() {
      const ends = await Promise.allSettled(sources.map((source) => source.stop()));
      clients.tables.destroy();
      clients.streams.destroy();
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    },
  };
}

function openStreamClients(endpoint: string, region: string): StreamClients {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const connection = { endpoint, region, credentials };
  const streams = new DynamoDBStreamsClient(connection);
  // This middleware copies every record for a logger, and there is none.
  streams.middlewareStack.remove('loggerMiddleware');
  return { tables: new DynamoDBClient(connection), streams };
}

function refuseMissingEnds(mapping: MappingSettings, { functions, queues }: EventSourcesOptions) {
  const { name, functionName, onFailure } = mapping;
  if (!functions.names.includes(functionName)) {
    throw new Error(`${name}: there is no function ${functionName}.`);
  }
  if (onFailure !== undefined && !queues.has(onFailure)) {
    throw new Error(`${name}: there is no queue ${onFailure}.`);
  }
}

async function startEventSource(
  settings: MappingSettings,
  clients: StreamClients,
  { functions, queues, folder, log }: EventSourcesOptions,
): Promise<EventSource> {
  const arn = await findStreamArn(clients, settings.tableName);
  const checkpoint = new StreamCheckpoint(folder && join(folder, `${settings.name}.json`), arn);
  const reader = new StreamReader(clients, arn, settings, checkpoint.read());
  const giveUp = async (failed: AbandonedBatch) => {
    const { name, onFailure } = settings;
    log(`${name}: gave up ${failed.batch.length} record(s), ${failed.condition}`);
    if (onFailure !== undefined) queues.send(onFailure, buildFailureMessage(settings, failed));
  };
  return new EventSource({ settings, reader, checkpoint, functions, giveUp, log });
}
