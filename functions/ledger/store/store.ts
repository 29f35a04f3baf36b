// The connection to DynamoDB and the meaning of its failures.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { RetryableError } from './retries.ts';

export interface StoreConfiguration {
  readonly ledgerTable: string;
  readonly receiptsTable: string;
  /** Absent where nothing reads or writes projections. */
  readonly projectionsTable?: string;
  /** Partitions that new records of a tenant are spread over; may grow, never shrink. */
  readonly shards: number;
}

export interface Store extends StoreConfiguration {
  readonly documents: DynamoDBDocumentClient;
  /** When the calls of the present request end at the latest; without a request, never. */
  readonly deadline?: Deadline;
}

export interface Deadline {
  readonly abortSignal: AbortSignal;
}

// Whole numbers come back as bigint, always: the default mixes number and bigint and loses digits.
const marshallingOptions = {
  marshallOptions: { removeUndefinedValues: true },
  unmarshallOptions: { wrapNumbers: (digits: string) => BigInt(digits) },
};

// A hanging call is given up while there is still time to try again within the gateway's 29 seconds.
const CLIENT_DEFAULTS = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
};

/** `connection` is for programs outside of Lambda, which reach an engine of their own choice. */
export function openStore(
  configuration: StoreConfiguration,
  connection: DynamoDBClientConfig = {},
): Store {
  const dynamodb = new DynamoDBClient({ ...CLIENT_DEFAULTS, ...connection });
  dynamodb.middlewareStack.remove('loggerMiddleware');
  const documents = DynamoDBDocumentClient.from(dynamodb, marshallingOptions);
  return { ...configuration, documents };
}

/** Failures that say nothing about the request itself: a retry may succeed. */
const TRANSIENT = new Set([
  'InternalServerError',
  'InternalServerErrorException',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'ThrottlingException',
  'TransactionConflictException',
  'TransactionInProgressException',
]);

/**
 * Calls the store within the request's time and returns its answer. Throws a RetryableError for a
 * transient failure of store or network and for a call that was cut off: `busy` when the store declined
 * it, `unanswered` when it may have been carried out. Any other failure is thrown as it is.
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

// The client notes its tries on every error of a request: where no status is noted, no answer came,
// and where it is a good one, the answer was cut short.
function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { $metadata: tried } = error as SdkError;
  const status = tried?.httpStatusCode;
  const isUnanswered = tried !== undefined && (status === undefined || status < 400);
  return TRANSIENT.has(error.name) || isUnanswered || (status !== undefined && status >= 500);
}

type SdkError = Error & { readonly $metadata?: { readonly httpStatusCode?: number } };

/**
 * Whether the store has declined the call, which then changed nothing and never will (ADR 006). A
 * 5xx says nothing about a write, an answer that is cut short neither, and a transaction that is in
 * progress is one of our own.
 */
export function isDeclined(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === 'TransactionInProgressException') return false;
  const status = (error as SdkError).$metadata?.httpStatusCode ?? 0;
  return status >= 400 && status < 500;
}
