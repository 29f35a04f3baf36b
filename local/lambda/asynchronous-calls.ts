// Calls functions as Lambda does for events and schedules, which wait for no answer: a failed call is
// repeated, and what fails to the end goes to the queue that the template names for it.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeployedResource } from '../cloudformation/deployment.ts';
import { isObject, requireText } from '../cloudformation/template.ts';
import { buildStoppingError, FunctionError, isStoppingError } from './function-error.ts';
import { readFunctionName } from './functions.ts';
import type { FunctionRunner } from './functions.ts';

export const CALL_SETTINGS_TYPE = 'AWS::Lambda::EventInvokeConfig';

export interface CallSettings {
  readonly functionName: string;
  readonly retries: number;
  /** The ARN of the queue of failures. */
  readonly destination: string | undefined;
}

/** Where failures are kept. */
export interface FailureQueues {
  has(arn: string): boolean;
  send(arn: string, body: object): void;
}

export interface AsynchronousCallsOptions {
  readonly settings: readonly CallSettings[];
  readonly queues: FailureQueues;
  readonly log: (line: string) => void;
}

/** Lambda's own, where the template has no settings. */
const RETRIES_DEFAULT = 2;

/** Seconds where Lambda waits minutes, because someone watches one machine. */
const PAUSE_MS = 1_000;

/** Errors by which Lambda does not take the event: its caller has to keep it. */
const UNACCEPTED = new Set(['ResourceNotFound', 'AccessDeniedException', 'RequestTooLarge']);

export function readCallSettings({ properties, logicalId }: DeployedResource): CallSettings {
  const { FunctionName, MaximumRetryAttempts: retries, DestinationConfig: ends } = properties;
  const failed = isObject(ends) ? ends.OnFailure : undefined;
  if (isObject(ends) && 'OnSuccess' in ends) {
    throw new Error(`${logicalId}: the local runner sends no answers to a destination.`);
  }
  return {
    functionName: readFunctionName(requireText(FunctionName, `${logicalId}: FunctionName`)),
    retries: typeof retries === 'number' ? retries : RETRIES_DEFAULT,
    destination: isObject(failed) ? requireText(failed.Destination, logicalId) : undefined,
  };
}

export class AsynchronousCalls {
  readonly #settings: ReadonlyMap<string, CallSettings>;
  readonly #queues: FailureQueues;
  readonly #log: (line: string) => void;
  readonly #stopping = new AbortController();

  /** Throws for a destination that the template does not have. */
  constructor({ settings, queues, log }: AsynchronousCallsOptions) {
    for (const { functionName, destination } of settings) {
      if (destination === undefined || queues.has(destination)) continue;
      throw new Error(`${functionName}: there is no queue ${destination}.`);
    }
    this.#settings = new Map(settings.map((one) => [one.functionName, one]));
    this.#queues = queues;
    this.#log = log;
  }

  /**
   * Resolves once the event is processed or its failure kept. Rejects with a FunctionError when the function
   * does not take it, or when the runner stops before: its caller then has to repeat the call at the next start.
   */
  async call(
    functions: Pick<FunctionRunner, 'invoke'>,
    nameOrArn: string,
    event: unknown,
  ): Promise<void> {
    const name = readFunctionName(nameOrArn);
    const attempts = 1 + (this.#settings.get(name)?.retries ?? RETRIES_DEFAULT);
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      this.#refuseWhenStopping();
      try {
        await functions.invoke(name, event);
        return;
      } catch (error) {
        if (isUnaccepted(error)) throw error;
        // A worker that the runner ends is no failure of its function.
        this.#refuseWhenStopping();
        this.#log(`${name}: attempt ${attempt} of ${attempts} failed: ${String(error)}`);
        if (attempt === attempts) this.#keep(name, buildRecord(name, event, attempts, error));
        else await this.#pause(PAUSE_MS * attempt);
      }
    }
  }

  /** Calls in progress reject from here on unless they succeed. The functions are to be stopped after this. */
  stop(): void {
    this.#stopping.abort();
  }

  #refuseWhenStopping(): void {
    if (this.#stopping.signal.aborted) throw buildStoppingError();
  }

  async #pause(milliseconds: number): Promise<void> {
    const { signal } = this.#stopping;
    await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  }

  #keep(name: string, record: object): void {
    const destination = this.#settings.get(name)?.destination;
    if (destination === undefined) return this.#log(`${name}: the event is lost.`);
    this.#queues.send(destination, record);
    this.#log(`${name}: the event is in ${destination}.`);
  }
}

function isUnaccepted(error: unknown): boolean {
  if (isStoppingError(error)) return true;
  return error instanceof FunctionError && UNACCEPTED.has(error.errorType);
}

// The record that Lambda sends to a destination.
function buildRecord(name: string, event: unknown, attempts: number, error: unknown): object {
  const { errorType, message } =
    error instanceof FunctionError ? error : { errorType: 'Error', message: String(error) };
  return {
    version: '1.0',
    timestamp: new Date().toISOString(),
    requestContext: {
      requestId: randomUUID(),
      functionArn: `${name}:$LATEST`,
      condition: 'RetriesExhausted',
      approximateInvokeCount: attempts,
    },
    requestPayload: event,
    responseContext: {
      statusCode: 200,
      executedVersion: '$LATEST',
      functionError: 'Unhandled',
    },
    responsePayload: { errorType, errorMessage: message },
  };
}
