// What a stage copies elsewhere.
import { requireMembers } from './setting-checks.ts';

/** Daily backups of the tables, in a vault of their own. */
export interface BackupSettings {
  /** How long each is kept. */
  readonly retentionDays: number;
  /** The lock of the vault: without one, an administrator can delete backups. */
  readonly lock?: VaultLock;
  /** The vault of another region or account that receives a copy of each. */
  readonly copyTo?: string;
}

export interface VaultLock {
  /** COMPLIANCE: no one can shorten or remove the lock, AWS included. GOVERNANCE: callers with a grant can. */
  readonly mode: 'COMPLIANCE' | 'GOVERNANCE';
  /** COMPLIANCE only: the days in which the lock can still be removed; at least 3. */
  readonly graceDays?: number;
}

/** A bucket of another region or account to which S3 copies each object. */
export interface ReplicaSettings {
  readonly bucket: string;
  readonly account: string;
  /** The ARN of the key there. */
  readonly key: string;
}

export type ReplicatedBucket = 'artifacts' | 'evidence';

export type Replicas = Readonly<Partial<Record<ReplicatedBucket, ReplicaSettings>>>;

const GRACE_DAYS_MINIMUM = 3;

/** Throws rather than leave out a lock or a copy that is misspelt. */
export function refuseBackupFaults(backup: BackupSettings | undefined): void {
  requireMembers('backup', backup, ['retentionDays', 'lock', 'copyTo']);
  if (backup === undefined) return;
  const { retentionDays, lock, copyTo } = backup;
  if (!Number.isInteger(retentionDays) || retentionDays < 1)
    throw new Error('backup needs retentionDays, a number of days');
  if (copyTo !== undefined && !/^arn:[^:]+:backup:[^:]+:\d{12}:backup-vault:.+$/.test(copyTo))
    throw new Error('copyTo of backup must be the ARN of a backup vault');
  if (lock !== undefined) refuseLockFaults(lock);
}

function refuseLockFaults(lock: VaultLock): void {
  requireMembers('lock of backup', lock, ['mode', 'graceDays']);
  const { mode, graceDays } = lock;
  const isCompliance = mode === 'COMPLIANCE';
  if (!isCompliance && mode !== 'GOVERNANCE')
    throw new Error('mode of the lock of backup must be COMPLIANCE or GOVERNANCE');
  // A lock that no one can remove must not begin by mistake: the days are said, or it is none.
  const hasGrace = Number.isInteger(graceDays) && Number(graceDays) >= GRACE_DAYS_MINIMUM;
  if (isCompliance !== hasGrace)
    throw new Error(
      `graceDays of the lock is for COMPLIANCE alone, and at least ${GRACE_DAYS_MINIMUM}`,
    );
}

/** Throws for a copy that would not be made. */
export function refuseReplicaFaults(replicas: Replicas): void {
  requireMembers('replicas', replicas, ['artifacts', 'evidence']);
  for (const [name, replica] of Object.entries(replicas)) {
    requireMembers(name, replica, ['bucket', 'account', 'key']);
    const { bucket, account, key } = replica;
    const isComplete = /^arn:[^:]+:s3:::./.test(bucket) && /^\d{12}$/.test(account);
    if (!isComplete || !/^arn:[^:]+:kms:/.test(key))
      throw new Error(`${name} of replicas needs bucket and key, which are ARNs, and account`);
  }
}
