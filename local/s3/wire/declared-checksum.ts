// The checksum of a body as its headers declare it. S3 reads these from headers alone: in the query of
// a presigned URL they have no effect.
import type { S3Call } from '../call.ts';
import { parseAlgorithm, readChecksum } from './checksums.ts';
import type { Checksum, ChecksumAlgorithm } from './checksums.ts';
import { S3Error } from '../s3-error.ts';

/** The checksum in the headers; undefined if there is none, or if it follows the body. */
export function readChecksumHeaders(call: S3Call): Checksum | undefined {
  const checksum = readChecksum(call.request.headers);
  refuseOtherAlgorithm(call, checksum?.algorithm ?? readTrailerAlgorithm(call));
  return checksum;
}

/** The algorithm of the checksum that follows the body. */
export function readTrailerAlgorithm({ request }: S3Call): ChecksumAlgorithm | undefined {
  const trailer = request.headers['x-amz-trailer'];
  return typeof trailer === 'string' ? parseAlgorithm(trailer) : undefined;
}

function refuseOtherAlgorithm({ request }: S3Call, sent: ChecksumAlgorithm | undefined): void {
  const named = request.headers['x-amz-sdk-checksum-algorithm'];
  if (typeof named !== 'string') return;
  if (sent === undefined) {
    const message = 'x-amz-sdk-checksum-algorithm is given, but neither a checksum nor a trailer.';
    throw new S3Error('InvalidRequest', message);
  }
  if (parseAlgorithm(named) === sent) return;
  throw new S3Error('InvalidRequest', 'Value for x-amz-sdk-checksum-algorithm header is invalid.');
}
