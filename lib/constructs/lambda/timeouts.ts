// The timeouts of the functions that answer no requests, whose alarms compare with them.

export const VERIFICATION_START_SECONDS = 60;
export const SEALING_SECONDS = 600;
export const CONSUMER_SECONDS = 60;
/** An attempt takes ten seconds at most, and a receiver that does not answer gets three at once. */
export const DELIVERY_SECONDS = 120;
/** Seven steps of one answer after the other, each of half a minute at most; and less than the time until the next run. */
export const CANARY_SECONDS = 240;
