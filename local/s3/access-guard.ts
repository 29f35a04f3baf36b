import type { S3Call } from './calls/call.ts';

/** Who may call the S3 of this machine beside its owner, and what. */
export interface AccessGuard {
  /** Whether there is such an access key id. */
  knows(accessKeyId: string): boolean;
  /** Why the call may not be made; undefined when it may. */
  denial(accessKeyId: string, call: S3Call): string | undefined;
  /** Whether the caller is told that an object is not there, or only that it has no access. */
  showsAbsence(accessKeyId: string, call: S3Call): boolean;
}

/** Nobody but the owner, who may do everything. */
export const ownerOnlyGuard: AccessGuard = {
  knows: () => false,
  denial: () => undefined,
  showsAbsence: () => true,
};
