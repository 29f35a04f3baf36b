// Computes digests of a streamed body and reads the checksums that clients declare.
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { S3Error } from '../s3-error.ts';

export const ALGORITHMS = ['CRC32', 'SHA1', 'SHA256'] as const;
export type ChecksumAlgorithm = (typeof ALGORITHMS)[number];

/** In S3's notation: base64. A checksum of parts' checksums ends in a hyphen and the number of parts. */
export interface Checksum {
  readonly algorithm: ChecksumAlgorithm;
  readonly value: string;
}

export interface RunningDigest {
  update(chunk: Uint8Array): void;
  bytes(): Buffer;
}

const CHECKSUM_LENGTHS: Record<ChecksumAlgorithm, number> = { CRC32: 4, SHA1: 20, SHA256: 32 };
const UNSUPPORTED_CHECKSUMS = ['crc32c', 'crc64nvme'];

export function startDigest(algorithm: ChecksumAlgorithm | 'MD5'): RunningDigest {
  if (algorithm === 'CRC32') return crc32Digest();
  const hash = createHash(algorithm);
  let digest: Buffer | undefined;
  return { update: (chunk) => void hash.update(chunk), bytes: () => (digest ??= hash.digest()) };
}

function crc32Digest(): RunningDigest {
  let value = 0;
  return {
    update: (chunk) => {
      value = crc32(chunk, value);
    },
    bytes() {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes;
    },
  };
}

export function buildChecksumHeader(algorithm: ChecksumAlgorithm): string {
  return `x-amz-checksum-${algorithm.toLowerCase()}`;
}

/** Reads the checksum from headers or trailers; S3 accepts at most one. */
export function readChecksum(headers: IncomingHttpHeaders | Record<string, string>) {
  const given = ALGORITHMS.flatMap((algorithm): Checksum[] => {
    const value = headers[buildChecksumHeader(algorithm)];
    return typeof value === 'string' ? [{ algorithm, value }] : [];
  });
  refuseUnsupported(
    UNSUPPORTED_CHECKSUMS.filter((name) => headers[`x-amz-checksum-${name}`] !== undefined),
  );
  if (given.length > 1) {
    throw new S3Error('InvalidRequest', 'Expecting a single x-amz-checksum- header.');
  }
  const [checksum] = given;
  if (checksum) refuseMalformed(checksum);
  return checksum;
}

/** Reads the algorithm from a header such as x-amz-checksum-algorithm or x-amz-trailer. */
export function parseAlgorithm(text: string): ChecksumAlgorithm {
  const name = text.trim().toLowerCase().replace('x-amz-checksum-', '');
  const found = ALGORITHMS.find((algorithm) => algorithm.toLowerCase() === name);
  if (found) return found;
  refuseUnsupported(UNSUPPORTED_CHECKSUMS.filter((one) => one === name));
  throw new S3Error('InvalidRequest', `There is no checksum algorithm ${text}.`);
}

function refuseUnsupported(names: string[]) {
  if (names.length > 0) {
    throw new S3Error('NotImplemented', `The local S3 does not support the checksum ${names[0]}.`);
  }
}

function refuseMalformed({ algorithm, value }: Checksum) {
  if (Buffer.from(value, 'base64').length === CHECKSUM_LENGTHS[algorithm]) return;
  throw new S3Error(
    'InvalidRequest',
    `Value for ${buildChecksumHeader(algorithm)} header is invalid.`,
  );
}
