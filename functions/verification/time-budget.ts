/** How the store is asked by someone who has time: nobody waits for the answer of one request. */
export const VERIFICATION_TIME_BUDGET = {
  maxAttempts: 10,
  requestHandler: {
    connectionTimeout: 5_000,
    requestTimeout: 30_000,
    throwOnRequestTimeout: true,
  },
};
