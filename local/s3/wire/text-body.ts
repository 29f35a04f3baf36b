import type { S3Call } from '../call.ts';
import { S3Error } from '../s3-error.ts';

const BYTES_MAX = 2 * 1024 * 1024;

/** Reads the body of a call that sends a small document. */
export async function readTextBody({ request }: S3Call): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > BYTES_MAX) throw new S3Error('MalformedXML', 'The document is too large.');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
