// The settings of an event source mapping, from the template.
import type { DeployedResource } from '../cloudformation/deployment.ts';
import { isObject, requireText } from '../cloudformation/template.ts';
import type { Json } from '../cloudformation/template.ts';
import { readFunctionName } from '../lambda/functions.ts';
import { readFilters } from './filter-pattern.ts';
import type { EventFilter } from './filter-pattern.ts';

export interface MappingSettings {
  /** The name of the mapping; it names the file of the checkpoint too. */
  readonly name: string;
  readonly functionName: string;
  readonly functionArn: string;
  /** As in the template. */
  readonly streamArn: string;
  readonly tableName: string;
  readonly batchSize: number;
  readonly windowMs: number;
  /** Infinity: retried until the records are too old. */
  readonly retriesMax: number;
  readonly recordAgeMs: number;
  readonly bisects: boolean;
  readonly reportsItemFailures: boolean;
  readonly startsAt: 'TRIM_HORIZON' | 'LATEST';
  /** Excluded records are not delivered. */
  readonly filter: EventFilter;
  /** The ARN of the queue that receives a message for each abandoned batch. */
  readonly onFailure: string | undefined;
}

// The defaults of Lambda.
const BATCH_SIZE_DEFAULT = 100;
const UNLIMITED = -1;

export function readMappingSettings(mapping: DeployedResource): MappingSettings {
  const { logicalId, stackName, properties } = mapping;
  const name = `${stackName}-${logicalId}`;
  refuseUnsupported(name, properties);
  const streamArn = requireText(properties.EventSourceArn, `${name}: EventSourceArn`);
  const types = properties.FunctionResponseTypes;
  const { region, account } = mapping;
  const functionName = readFunctionName(
    requireText(properties.FunctionName, `${name}: FunctionName`),
  );
  return {
    name,
    functionName,
    functionArn: `arn:aws:lambda:${region}:${account}:function:${functionName}`,
    streamArn,
    tableName: readTableName(name, streamArn),
    batchSize: Number(properties.BatchSize ?? BATCH_SIZE_DEFAULT),
    windowMs: Number(properties.MaximumBatchingWindowInSeconds ?? 0) * 1_000,
    retriesMax: readLimit(properties.MaximumRetryAttempts),
    recordAgeMs: readLimit(properties.MaximumRecordAgeInSeconds) * 1_000,
    bisects: properties.BisectBatchOnFunctionError === true,
    reportsItemFailures: Array.isArray(types) && types.includes('ReportBatchItemFailures'),
    startsAt: readStartPosition(name, properties.StartingPosition),
    filter: readFilters(name, properties.FilterCriteria),
    onFailure: readFailureDestination(name, properties.DestinationConfig),
  };
}

export function isEnabled({ properties }: DeployedResource): boolean {
  return properties.Enabled !== false;
}

// ParallelizationFactor is a maximum, so delivering one batch at a time is within it.
function refuseUnsupported(name: string, properties: Record<string, Json>) {
  if (Number(properties.TumblingWindowInSeconds ?? 0) > 0) {
    throw new Error(`${name}: the local runner does not know tumbling windows.`);
  }
}

function readTableName(name: string, arn: string): string {
  const table = /^arn:[^:]+:dynamodb:[^:]*:[^:]*:table\/([^/]+)\/stream\//.exec(arn)?.[1];
  if (table !== undefined) return table;
  throw new Error(`${name}: the local runner reads DynamoDB streams only, not ${arn}.`);
}

function readLimit(value: Json | undefined): number {
  const number = Number(value ?? UNLIMITED);
  return number === UNLIMITED ? Number.POSITIVE_INFINITY : number;
}

function readStartPosition(name: string, position: Json | undefined): MappingSettings['startsAt'] {
  if (position === 'TRIM_HORIZON' || position === 'LATEST') return position;
  throw new Error(`${name}: a stream is read from TRIM_HORIZON or LATEST on.`);
}

function readFailureDestination(name: string, config: Json | undefined): string | undefined {
  const onFailure = isObject(config) ? config.OnFailure : undefined;
  const destination = isObject(onFailure) ? onFailure.Destination : undefined;
  if (destination === undefined) return undefined;
  const arn = requireText(destination, `${name}: OnFailure`);
  if (/^arn:[^:]+:sqs:/.test(arn)) return arn;
  throw new Error(`${name}: the local runner gives failed batches to SQS queues only, not ${arn}.`);
}
