// Reads a request's body, up to API Gateway's limit, as events contain it.
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip, inflate } from 'node:zlib';
import type { ApiDefinition } from './api-definition.ts';
import { isBinary } from './binary-media.ts';
import { GatewayRefusal } from './gateway-responses.ts';
import { findHeader } from './gateway-request.ts';
import type { GatewayRequest } from './gateway-request.ts';
import type { EventBody } from './proxy-event.ts';
import { readErrorCode } from '../http/error-code.ts';

const BODY_BYTES_MAX = 10 * 1024 * 1024;

const decoders: Record<
  string,
  (body: Buffer, limit: { maxOutputLength: number }) => Promise<Buffer>
> = { gzip: promisify(gunzip), deflate: promisify(inflate) };

export async function readEventBody(
  incoming: IncomingMessage,
  request: GatewayRequest,
  { compressionBytesMin, binaryMediaTypes }: ApiDefinition,
): Promise<EventBody> {
  const raw = await readBody(incoming);
  const encoding = findHeader(request, 'content-encoding')?.toLowerCase() ?? 'identity';
  // API Gateway decompresses requests only for an API that compresses its answers.
  const compressed = compressionBytesMin !== undefined && encoding !== 'identity';
  const body = compressed ? await decompress(raw, encoding) : raw;
  if (body.length === 0) return { text: null, isBase64Encoded: false };
  const binary = isBinary(findHeader(request, 'content-type') ?? '', binaryMediaTypes);
  return { text: body.toString(binary ? 'base64' : 'utf8'), isBase64Encoded: binary };
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  if (Number(incoming.headers['content-length'] ?? 0) > BODY_BYTES_MAX)
    throw buildTooLargeRefusal();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > BODY_BYTES_MAX) throw buildTooLargeRefusal();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function decompress(body: Buffer, encoding: string): Promise<Buffer> {
  const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  if (!decode) throw new GatewayRefusal('UNSUPPORTED_MEDIA_TYPE');
  try {
    return await decode(body, { maxOutputLength: BODY_BYTES_MAX });
  } catch (error) {
    if (readErrorCode(error) === 'ERR_BUFFER_TOO_LARGE') throw buildTooLargeRefusal();
    throw new GatewayRefusal('BAD_REQUEST_BODY');
  }
}

function buildTooLargeRefusal() {
  return new GatewayRefusal('REQUEST_TOO_LARGE');
}
