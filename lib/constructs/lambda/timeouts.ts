// The timeouts of the functions that answer no requests, whose alarms compare with them.

/** Lambda's maximum. */
export const VERIFICATION_SECONDS = 900;
export const SEALING_SECONDS = 600;
export const CONSUMER_SECONDS = 60;
/** Ten answers, of which each may take seconds. */
export const CANARY_SECONDS = 120;
