// How long a function waits for a service that it calls.

export interface TimeBudget {
  /** Calls in all. */
  readonly attempts: number;
  /** Of each call, without the time to connect. */
  readonly milliseconds: number;
}

/**
 * What a client of the SDK is made with: left to itself it waits for ever, and one call that hangs
 * uses up the time of everything else that the function has to do.
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
