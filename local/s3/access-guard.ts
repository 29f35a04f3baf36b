import type { S3Call } from './calls/call.ts';

/** Who may call the S3 of this machine beside its owner, and what. */
export interface AccessGuard {
  /** Whether there is such an access key id. */
  knows(accessKeyId: string): boolean;
  /** Why the call may not be made; undefined when it may. */
  denial(accessKeyId: string, call: S3Call): string | undefined;
  /** Whether the caller gets 404 for a missing object instead of 403. */
  showsAbsence(accessKeyId: string, call: S3Call): boolean;
}

/** Allows only the owner, who may do everything. */
export const ownerOnlyGuard: AccessGuard = {
  knows: () => false,
  denial: () => undefined,
  showsAbsence: () => true,
};
