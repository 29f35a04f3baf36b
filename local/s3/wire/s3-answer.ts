// Sends the answers of S3: XML, headers only, or the bytes of an object.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { S3Call } from '../call.ts';
import { S3Error } from '../s3-error.ts';
import { buildXmlDocument } from './xml.ts';
import type { XmlObject } from './xml.ts';

export type AnswerHeaders = Record<string, string | undefined>;

export interface S3Answer {
  readonly status?: number;
  readonly headers?: AnswerHeaders;
  readonly xml?: { readonly root: string; readonly content: XmlObject };
  /** A range of bytes of a file, both ends included. */
  readonly file?: { readonly path: string; readonly start: number; readonly end: number };
}

export async function sendAnswer(answer: S3Answer, response: ServerResponse): Promise<void> {
  const { status = 200, headers = {}, xml, file } = answer;
  const text = xml && buildXmlDocument(xml.root, xml.content);
  const given = Object.entries(headers).filter(([, value]) => value !== undefined);
  response.writeHead(status, {
    'x-amz-request-id': randomUUID(),
    ...(text !== undefined && {
      'content-type': 'application/xml',
      'content-length': String(Buffer.byteLength(text)),
    }),
    ...Object.fromEntries(given),
  });
  if (!file || file.end < file.start) {
    response.end(text);
    return;
  }
  await pipeline(createReadStream(file.path, { start: file.start, end: file.end }), response);
}

export function sendRefusal(error: unknown, call: S3Call | undefined, response: ServerResponse) {
  const refusal =
    error instanceof S3Error ? error : new S3Error('InternalError', 'The local S3 failed.');
  const { code, message, status, headers } = refusal;
  const Resource = call && `/${call.bucket}/${call.key}`;
  const RequestId = randomUUID();
  const xml = buildXmlDocument('Error', { Code: code, Message: message, Resource, RequestId });
  response.writeHead(status, {
    'content-type': 'application/xml',
    'content-length': String(Buffer.byteLength(xml)),
    ...headers,
  });
  response.end(call?.method === 'HEAD' ? undefined : xml);
}
