/** Generous timeouts and retries: no caller waits for a single request of the verification. */
export const VERIFICATION_TIME_BUDGET = {
  maxAttempts: 10,
  requestHandler: {
    connectionTimeout: 5_000,
    requestTimeout: 30_000,
    throwOnRequestTimeout: true,
  },
};
