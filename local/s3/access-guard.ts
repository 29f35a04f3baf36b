import type { S3Call } from './call.ts';

/** Decides which calls callers other than the owner may make. */
export interface AccessGuard {
  /** Whether the access key id belongs to a known caller. */
  knows(accessKeyId: string): boolean;
  /** Returns why the call is denied, or undefined if it is allowed. */
  denial(accessKeyId: string, call: S3Call): string | undefined;
  /** Whether the caller gets 404 rather than 403 for a missing object. */
  showsAbsence(accessKeyId: string, call: S3Call): boolean;
}

/** Allows the owner everything, and no one else anything. */
export const ownerOnlyGuard: AccessGuard = {
  knows: () => false,
  denial: () => undefined,
  showsAbsence: () => true,
};
