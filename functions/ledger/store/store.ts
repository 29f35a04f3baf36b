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
const clientDefaults = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
};

/** `connection` is for programs outside of Lambda, which reach an engine of their own choice. */
export function openStore(
  configuration: StoreConfiguration,
  connection: DynamoDBClientConfig = {},
): Store {
  const dynamodb = new DynamoDBClient({ ...clientDefaults, ...connection });
  dynamodb.middlewareStack.remove('loggerMiddleware');
  const documents = DynamoDBDocumentClient.from(dynamodb, marshallingOptions);
  return { ...configuration, documents };
}

/** Failures that say nothing about the request: trying it again is right. */
const TRANSIENT_ERRORS = new Set([
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
 * Makes a call within the request's time. A passing failure of store or network, and a call that was
 * cut off, become a Contention: nobody knows whether it was carried out.
 */
export async function sendWithDeadline<Output>(
  { deadline: until }: Store,
  call: (until: Deadline | undefined) => Promise<Output>,
): Promise<Output> {
  try {
    return await call(until);
  } catch (error) {
    const isCutOff = until?.abortSignal.aborted === true;
    throw isCutOff || isTransientError(error)
      ? new RetryableError('the store did not answer', { cause: error })
      : error;
  }
}

// The client notes its tries on every error of a request: where no status is noted, no answer came,
// and where it is a good one, the answer was cut short.
function isTransientError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { $metadata: tried } = error as { $metadata?: { httpStatusCode?: number } };
  const status = tried?.httpStatusCode;
  const isUnanswered = tried !== undefined && (status === undefined || status < 400);
  return (
    TRANSIENT_ERRORS.has(error.name) || isUnanswered || (status !== undefined && status >= 500)
  );
}
