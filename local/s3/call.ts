// A request to S3, read up to its body.
import type { IncomingMessage } from 'node:http';
import { S3Error } from './s3-error.ts';

export interface S3Call {
  readonly request: IncomingMessage;
  readonly method: string;
  /** The path as received, percent-encoded, without the query. */
  readonly rawPath: string;
  readonly bucket: string;
  readonly key: string;
  readonly query: URLSearchParams;
  /** The value of a header, or of the query parameter that replaces it in a presigned URL. */
  header(name: string): string | undefined;
}

const KEY_BYTES_MAX = 1_024;

export function readCall(request: IncomingMessage): S3Call {
  const [rawPath = '', rawQuery = ''] = splitOnce(request.url ?? '/', '?');
  const query = new URLSearchParams(rawQuery.replaceAll('+', '%2B'));
  const [bucket = '', key = ''] = splitOnce(decodePath(rawPath.slice(1)), '/');
  if (Buffer.byteLength(key) > KEY_BYTES_MAX) {
    throw new S3Error('KeyTooLongError', 'Your key is too long.');
  }
  return {
    request,
    method: request.method ?? '',
    rawPath,
    bucket,
    key,
    query,
    header: (name) => {
      const value = request.headers[name];
      if (typeof value === 'string') return value;
      return name.startsWith('x-amz-') ? findParameter(query, name) : undefined;
    },
  };
}

/** Finds a query parameter, ignoring the case of its name. */
export function findParameter(query: URLSearchParams, name: string): string | undefined {
  for (const [own, value] of query) if (own.toLowerCase() === name.toLowerCase()) return value;
  return undefined;
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new S3Error('InvalidArgument', 'The path is not percent-encoded UTF-8.');
  }
}
