// The connection to DynamoDB and the classification of its failures.
import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { AttributeValue, DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { SigningHash } from '../signing-hash.ts';
import type { Item } from './item.ts';
import { RetryableError } from './retries.ts';

export interface StoreConfiguration {
  readonly ledgerTable: string;
  readonly receiptsTable: string;
  /** Absent in functions that do not use projections. */
  readonly projectionsTable?: string;
  /** Where requests wait for contended accounts; absent where they do not. */
  readonly intentsTable?: string;
  /** Absent in functions that do not use the deliveries of webhooks. */
  readonly webhooksTable?: string;
  /** How long readers use the serving generation of a projection that they have read; absent: the longest time. */
  readonly generationReuseMs?: number;
  /** Partitions that a tenant's new records spread over; may grow, never shrink. */
  readonly shards: number;
}

export interface Store extends StoreConfiguration {
  readonly documents: DynamoDBDocumentClient;
  /** The time limit for the calls of the current request; absent outside of requests. */
  readonly deadline?: Deadline;
}

export interface Deadline {
  readonly abortSignal: AbortSignal;
}

// Always return whole numbers as bigint: the default mixes number and bigint and loses digits. The
// ledger writes no other numbers. One that is found in a damaged record stays text, so that reading the
// attribute reports the damage, and not the whole page of records fails.
const marshallingOptions = {
  marshallOptions: { removeUndefinedValues: true },
  unmarshallOptions: {
    wrapNumbers: (digits: string) => (/^-?\d+$/.test(digits) ? BigInt(digits) : digits),
  },
};

/** Reads an item that comes as attributes: in a stream or in a failed condition. Throws for a number with a fraction. */
export function fromAttributes(attributes: Readonly<Record<string, AttributeValue>>): Item {
  return unmarshall(attributes, { wrapNumbers: (digits) => BigInt(digits) }) as Item;
}

// End a hanging call while there is still time to retry within API Gateway's 29 seconds.
const CLIENT_DEFAULTS = {
  maxAttempts: 3,
  sha256: SigningHash,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
};

/** `connection` is for programs outside of Lambda, which choose their own engine. */
export function openStore(
  configuration: StoreConfiguration,
  connection: DynamoDBClientConfig = {},
): Store {
  const dynamodb = new DynamoDBClient({ ...CLIENT_DEFAULTS, ...connection });
  dynamodb.middlewareStack.remove('loggerMiddleware');
  const documents = DynamoDBDocumentClient.from(dynamodb, marshallingOptions);
  return { ...configuration, documents };
}

/** Failures that are not caused by the request itself: a retry may succeed. */
const TRANSIENT = new Set([
  'InternalServerError',
  'InternalServerErrorException',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  // Security Token Service's name for it.
  'Throttling',
  'ThrottlingException',
  'TransactionConflictException',
  'TransactionInProgressException',
]);

/**
 * Calls the store within the request's time limit and returns its answer. Throws a RetryableError for a
 * transient failure of store or network and for an aborted call: `busy` if the store declined it,
 * `unanswered` if it may have been carried out. Rethrows any other failure.
 */
export async function callStore<Output>(
  { deadline: until }: Store,
  call: (until: Deadline | undefined) => Promise<Output>,
): Promise<Output> {
  try {
    return await call(until);
  } catch (error) {
    const isCutOff = until?.abortSignal.aborted === true;
    if (!isCutOff && !isTransient(error)) throw error;
    const reason = isDeclined(error) ? 'busy' : 'unanswered';
    throw new RetryableError(reason, 'the store did not answer', { cause: error });
  }
}

/** Whether the condition of the write held; if not, it has changed nothing. Rethrows any other failure. */
export async function isConditionMet(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

// The SDK puts $metadata on every error of a sent request, and $fault on each that the store has named. Without
// the latter no whole answer arrived, whatever its status.
function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { $metadata: tried } = error as SdkError;
  const isUnanswered = tried !== undefined && !isNamed(error);
  return TRANSIENT.has(error.name) || isUnanswered || (tried?.httpStatusCode ?? 0) >= 500;
}

type SdkError = Error & {
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $fault?: 'client' | 'server';
};

function isNamed({ $fault: fault }: SdkError): boolean {
  return fault !== undefined;
}

/**
 * Whether the store declined the call, which then has changed nothing and never will (ADR 006). After a
 * 5xx or a truncated answer the write may have been carried out, and a transaction in progress is an
 * earlier try of this request.
 */
export function isDeclined(error: unknown): boolean {
  if (!(error instanceof Error) || !isNamed(error)) return false;
  if (error.name === 'TransactionInProgressException') return false;
  const status = (error as SdkError).$metadata?.httpStatusCode ?? 0;
  return status >= 400 && status < 500;
}
