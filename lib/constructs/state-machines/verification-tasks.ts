// The tasks of the nightly verification, with their timeouts. The stack has their grants.

export interface VerificationTask {
  readonly description: string;
  readonly timeoutSeconds: number;
}

/** Lambda's maximum. */
const LONG_SECONDS = 900;

export const VERIFICATION_TASKS = {
  'plan-verification': {
    description: 'Begins or continues a verification: divides the tables into segments.',
    timeoutSeconds: 60,
  },
  'verify-ledger-segment': {
    description: 'Verifies one segment of the ledger for some minutes, from its checkpoint on.',
    timeoutSeconds: LONG_SECONDS,
  },
  'conclude-verification': {
    description: 'Compares what all segments have gathered, and reports what differs.',
    timeoutSeconds: LONG_SECONDS,
  },
} as const satisfies Record<string, VerificationTask>;

export type VerificationTaskName = keyof typeof VERIFICATION_TASKS;
