// Checks a file against its declaration before any of its content is processed.
import { createHash } from 'node:crypto';
import { describeObject } from '../../artifacts/objects.ts';
import { readObject } from '../../artifacts/read-object.ts';
import type { ObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import type { StoredImportRequest } from '../../domain/imports/legacy-imports.ts';
import { BatchFailure } from '../batch-failure.ts';
import { detectEncoding } from './rows/encodings.ts';
import type { ReceivedFile } from './import-work.ts';

/** The magic numbers of compressed files, which may unpack to a thousand times their size. */
const compressionMarks: readonly [string, Buffer][] = [
  ['gzip', Buffer.from([0x1f, 0x8b])],
  ['compress', Buffer.from([0x1f, 0x9d])],
  ['ZIP', Buffer.from('PK\x03\x04')],
  ['ZIP', Buffer.from('PK\x05\x06')],
  ['xz', Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00])],
  ['7-Zip', Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c])],
  ['Zstandard', Buffer.from([0x28, 0xb5, 0x2f, 0xfd])],
  ['LZ4', Buffer.from([0x04, 0x22, 0x4d, 0x18])],
  ['RAR', Buffer.from('Rar!\x1a\x07', 'latin1')],
];
const BZIP2 = /^BZh[1-9]1AY&SY/;
const START_BYTES = 16;

/**
 * Checks size and checksum and detects the encoding. Throws BatchFailure if the file differs from its
 * declaration or is compressed.
 */
export async function receiveFile(
  bucket: ObjectLockBucket,
  key: string,
  { file, options }: StoredImportRequest,
): Promise<ReceivedFile & { readonly markBytes: number }> {
  const found = await describeObject(bucket, key);
  if (!found) throw new BatchFailure('The file no longer exists. Submit the import again.');
  const { sizeBytes, versionId } = found;
  if (sizeBytes !== file.size_bytes) {
    throw new BatchFailure(
      `The file has ${sizeBytes} bytes, but its declaration says ${file.size_bytes}.`,
    );
  }
  const { checksum, start } = await digestObject(bucket, { key, versionId, end: sizeBytes - 1 });
  if (checksum !== file.checksum_sha256) {
    throw new BatchFailure(
      `The file has the SHA-256 ${checksum}, but its declaration says ${file.checksum_sha256}.`,
    );
  }
  refuseCompressed(start);
  const { encoding, markBytes } = detectEncoding(start, options.encoding);
  return { ...(versionId !== undefined && { versionId }), sizeBytes, encoding, markBytes };
}

async function digestObject(bucket: ObjectLockBucket, wanted: Parameters<typeof readObject>[1]) {
  const whole = createHash('sha256');
  let start: Buffer = Buffer.alloc(0);
  for await (const piece of readObject(bucket, wanted)) {
    whole.update(piece);
    const isShort = start.length < START_BYTES;
    if (isShort) start = Buffer.concat([start, piece.subarray(0, START_BYTES)]);
  }
  return { checksum: whole.digest('hex'), start };
}

function refuseCompressed(start: Buffer): void {
  const found = compressionMarks.find(([, mark]) => start.subarray(0, mark.length).equals(mark));
  const name = BZIP2.test(start.toString('latin1')) ? 'bzip2' : found?.[0];
  if (name === undefined) return;
  throw new BatchFailure(
    `The file is compressed (${name}). Upload it uncompressed; files are never unpacked.`,
  );
}
