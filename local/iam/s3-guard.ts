import type { AccessGuard } from '../s3/access-guard.ts';
import type { RoleEnforcement } from './role-enforcement.ts';
import { listAbsenceNeeds, listS3Needs } from './s3-permissions.ts';

/** Lets functions call S3 as far as their roles allow. */
export function buildS3Guard({ enforcer, denial }: RoleEnforcement): AccessGuard {
  return {
    knows: (accessKeyId) => enforcer.knows(accessKeyId),
    denial: (accessKeyId, call) => denial(accessKeyId, listS3Needs(call)),
    showsAbsence: (accessKeyId, call) => denial(accessKeyId, listAbsenceNeeds(call)) === undefined,
  };
}
