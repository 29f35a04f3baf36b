// What the canary's stack, its alarms and its set-up have in common.

/** Within two of the minutes after which its alarm is on, a run that comes late is no fault. */
export const CANARY_PERIOD_MINUTES = 5;

/** The operations that it calls. */
export const CANARY_OPERATIONS = [
  'create-account',
  'get-account-balance',
  'post-journal-entry',
  'get-journal-entry',
];

/** The name of its alarm, without the stage. */
export const CANARY_ALARM = 'canary-fails';

/** The parameter with the address of the ledger, which is no export, so that a canary can come and go. */
export function buildLedgerUrlParameterName(stage: string): string {
  return `/countinghouse/${stage}/ledger-url`;
}

/** The parameter with the address of the identity service. */
export function buildAuthUrlParameterName(stage: string): string {
  return `/countinghouse/${stage}/auth-url`;
}

/** The parameter with the ARN of its secret. */
export function buildCanaryParameterName(stage: string): string {
  return `/countinghouse/${stage}/canary-secret`;
}
