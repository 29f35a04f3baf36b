// How long a function waits for a service that it calls.

export interface TimeBudget {
  /** The number of calls, the first included. */
  readonly attempts: number;
  /** The limit of each call, without the time to connect. */
  readonly milliseconds: number;
}

/**
 * Builds the client options for the SDK. Without them the SDK waits without limit, and one hanging call
 * uses up the time of all other work of the function.
 */
export function buildTimeBudget({ attempts, milliseconds }: TimeBudget) {
  return {
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: 1_000,
      requestTimeout: milliseconds,
      throwOnRequestTimeout: true,
    },
  };
}
