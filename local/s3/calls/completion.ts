// Checks the parts that a client lists to complete an upload against the parts received.
import { ALGORITHMS, startDigest } from '../wire/checksums.ts';
import type { Checksum, RunningDigest } from '../wire/checksums.ts';
import { removeQuotes } from './conditions.ts';
import type { UploadedPart, PendingUpload } from '../storage/part-store.ts';
import { S3Error } from '../s3-error.ts';
import { listElementContents, findElementText } from '../wire/xml.ts';

const PART_BYTES_MIN = 5 * 1024 * 1024;

/** Returns the listed parts. Throws if one is missing, differs, is out of order or is too small. */
export function requireParts(
  xml: string,
  upload: PendingUpload,
  present: Map<number, UploadedPart>,
): UploadedPart[] {
  const listed = listElementContents(xml, 'Part');
  if (listed.length === 0) throw new S3Error('MalformedXML', 'The XML lists no parts.');
  for (const one of listed) requireListedChecksum(one, upload);
  const parts = listed.map((one) => {
    const part = present.get(Number(findElementText(one, 'PartNumber')));
    if (
      part &&
      removeQuotes(findElementText(one, 'ETag') ?? '') === part.etag &&
      isSamePart(one, part)
    )
      return part;
    throw new S3Error('InvalidPart', 'One or more of the specified parts could not be found.');
  });
  parts.forEach((part, index) => {
    const next = parts[index + 1];
    if (!next) return;
    if (next.number <= part.number) {
      throw new S3Error('InvalidPartOrder', 'The list of parts was not in ascending order.');
    }
    if (part.size < PART_BYTES_MIN) {
      throw new S3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum.');
    }
  });
  return parts;
}

function requireListedChecksum(listed: string, { algorithm, checksumType }: PendingUpload): void {
  if (algorithm === undefined || checksumType === 'FULL_OBJECT') return;
  if (findElementText(listed, `Checksum${algorithm}`) !== undefined) return;
  const message = `The upload was created with ${algorithm}: list the checksum of each part.`;
  throw new S3Error('InvalidRequest', message);
}

function isSamePart(listed: string, { checksum }: UploadedPart): boolean {
  return ALGORITHMS.every((algorithm) => {
    const given = findElementText(listed, `Checksum${algorithm}`);
    if (given === undefined) return true;
    return checksum?.algorithm === algorithm && checksum.value === given;
  });
}

/** The checksum of the whole object if it was computed, else that of the parts' checksums. */
export function computeCompletedChecksum(
  { algorithm }: PendingUpload,
  parts: UploadedPart[],
  full: RunningDigest | undefined,
): Checksum | undefined {
  if (!algorithm) return undefined;
  if (full) return { algorithm, value: full.bytes().toString('base64') };
  const digest = startDigest(algorithm);
  for (const { checksum } of parts) digest.update(Buffer.from(checksum?.value ?? '', 'base64'));
  return { algorithm, value: `${digest.bytes().toString('base64')}-${parts.length}` };
}
