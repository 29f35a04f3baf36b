// If-Match and If-None-Match, for writes and for reads.
import type { Version } from '../storage/bucket.ts';
import type { Call } from '../calls/call.ts';
import { S3Error } from './s3-error.ts';

/** Throws unless the upload may replace what is there. */
export function refuseUnmetWrite({ header }: Call, before: Version | undefined): void {
  const present = before?.isDeleteMarker ? undefined : before;
  const [match, noneMatch] = [header('if-match'), header('if-none-match')];
  if (noneMatch !== undefined && noneMatch !== '*') {
    throw new S3Error('NotImplemented', 'If-None-Match takes * only.');
  }
  if (noneMatch === '*' && present) throw unmet('If-None-Match');
  if (match === undefined) return;
  if (!present) throw new S3Error('NoSuchKey', 'The specified key does not exist.');
  if (unquoted(match) !== present.etag) throw unmet('If-Match');
}

/** Whether a read is answered with 304; throws where it must not be answered at all. */
export function isUnchanged({ header }: Call, { etag }: Version): boolean {
  const [match, noneMatch] = [header('if-match'), header('if-none-match')];
  if (match !== undefined && match !== '*' && unquoted(match) !== etag) throw unmet('If-Match');
  return noneMatch === '*' || (noneMatch !== undefined && unquoted(noneMatch) === etag);
}

export function unquoted(tag: string): string {
  return tag.trim().replace(/^"(.*)"$/, '$1');
}

function unmet(condition: string) {
  const message = 'At least one of the pre-conditions you specified did not hold';
  return new S3Error('PreconditionFailed', `${message}: ${condition}`);
}
