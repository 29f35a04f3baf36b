import type { Guard } from '../s3/guard.ts';
import type { Police } from './role-enforcement.ts';
import { absenceNeeds, s3Needs } from './s3-needs.ts';

/** The functions may call S3, each within its role. */
export function s3Guard({ gate, denial }: Police): Guard {
  return {
    knows: (accessKeyId) => gate.knows(accessKeyId),
    denial: (accessKeyId, call) => denial(accessKeyId, s3Needs(call)),
    showsAbsence: (accessKeyId, call) => denial(accessKeyId, absenceNeeds(call)) === undefined,
  };
}
