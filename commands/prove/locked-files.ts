// Empties the buckets of a throwaway stage, as far as the locks of their files allow.
import type { CallAws } from './aws-program.ts';

interface FileVersion {
  readonly Key: string;
  readonly VersionId: string;
}

interface VersionList {
  readonly Versions?: readonly FileVersion[];
  readonly DeleteMarkers?: readonly FileVersion[];
}

interface Deletion {
  readonly Errors?: readonly (FileVersion & { readonly Code: string; readonly Message: string })[];
}

interface Retention {
  readonly Retention?: { readonly RetainUntilDate: string };
}

/** Below the length that the system allows for one argument. */
const VERSIONS_PER_CALL = 250;

/**
 * Deletes all versions of all files, and returns until when the locked ones are locked; undefined if the bucket is
 * empty. Throws with the file if S3 keeps one for another reason than its lock.
 */
export async function emptyBucket(aws: CallAws, bucket: string): Promise<Date | undefined> {
  const { Versions = [], DeleteMarkers = [] } = await aws<VersionList>(
    's3api',
    'list-object-versions',
    ['--bucket', bucket],
  );
  const versions = [...Versions, ...DeleteMarkers];
  let lockedUntil: Date | undefined;
  for (let start = 0; start < versions.length; start += VERSIONS_PER_CALL) {
    const Objects = versions
      .slice(start, start + VERSIONS_PER_CALL)
      .map(({ Key, VersionId }) => ({ Key, VersionId }));
    const words = ['--bucket', bucket, '--delete', JSON.stringify({ Objects, Quiet: true })];
    const { Errors: kept = [] } = await aws<Deletion>('s3api', 'delete-objects', words);
    for (const one of kept) {
      const until = await readLock(aws, bucket, one);
      if (until === undefined || until.getTime() <= Date.now())
        throw new Error(`${bucket}/${one.Key} was not deleted: ${one.Code}: ${one.Message}`);
      if (lockedUntil === undefined || until > lockedUntil) lockedUntil = until;
    }
  }
  return lockedUntil;
}

async function readLock(
  aws: CallAws,
  bucket: string,
  { Key, VersionId }: FileVersion,
): Promise<Date | undefined> {
  const words = ['--bucket', bucket, '--key', Key, '--version-id', VersionId];
  const { Retention: lock } = await aws<Retention>('s3api', 'get-object-retention', words);
  return lock && new Date(lock.RetainUntilDate);
}
