// Evaluates If-Match and If-None-Match for writes and reads.
import type { ObjectVersion } from '../storage/stored-bucket.ts';
import type { S3Call } from '../call.ts';
import { S3Error } from '../s3-error.ts';

/** Throws if a condition of the upload does not hold for the current version. */
export function refuseUnmetWrite({ header }: S3Call, before: ObjectVersion | undefined): void {
  const present = before?.isDeleteMarker ? undefined : before;
  const [match, noneMatch] = [header('if-match'), header('if-none-match')];
  if (noneMatch !== undefined && noneMatch !== '*') {
    throw new S3Error('NotImplemented', 'If-None-Match accepts only *.');
  }
  if (noneMatch === '*' && present) throw buildPreconditionFailed('If-None-Match');
  if (match === undefined) return;
  if (!present) throw new S3Error('NoSuchKey', 'The specified key does not exist.');
  if (removeQuotes(match) !== present.etag) throw buildPreconditionFailed('If-Match');
}

/** Whether to answer a read with 304. Throws if If-Match does not hold. */
export function isUnchanged({ header }: S3Call, { etag }: ObjectVersion): boolean {
  const [match, noneMatch] = [header('if-match'), header('if-none-match')];
  if (match !== undefined && match !== '*' && removeQuotes(match) !== etag)
    throw buildPreconditionFailed('If-Match');
  return noneMatch === '*' || (noneMatch !== undefined && removeQuotes(noneMatch) === etag);
}

export function removeQuotes(tag: string): string {
  return tag.trim().replace(/^"(.*)"$/, '$1');
}

function buildPreconditionFailed(condition: string) {
  const message = 'At least one of the pre-conditions you specified did not hold';
  return new S3Error('PreconditionFailed', `${message}: ${condition}`);
}
