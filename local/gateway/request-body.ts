// Reads a request's body, up to API Gateway's limit, into the form that events carry.
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip, inflate } from 'node:zlib';
import type { ApiDefinition } from './api-definition.ts';
import { isBinary } from './binary-media.ts';
import { GatewayRefusal } from './responses.ts';
import { headerOf } from './request.ts';
import type { GatewayRequest } from './request.ts';
import type { Body } from './proxy-event.ts';
import { codeOf } from '../http/error-code.ts';

const bodyBytesMax = 10 * 1024 * 1024;

const decoders: Record<
  string,
  (body: Buffer, limit: { maxOutputLength: number }) => Promise<Buffer>
> = { gzip: promisify(gunzip), deflate: promisify(inflate) };

export async function readEventBody(
  incoming: IncomingMessage,
  request: GatewayRequest,
  { compressionBytesMin, binaryMediaTypes }: ApiDefinition,
): Promise<Body> {
  const raw = await readBody(incoming);
  const encoding = headerOf(request, 'content-encoding')?.toLowerCase() ?? 'identity';
  // An API that compresses its answers also takes compressed requests.
  const compressed = compressionBytesMin !== undefined && encoding !== 'identity';
  const body = compressed ? await decompress(raw, encoding) : raw;
  if (body.length === 0) return { text: null, isBase64Encoded: false };
  const binary = isBinary(headerOf(request, 'content-type') ?? '', binaryMediaTypes);
  return { text: body.toString(binary ? 'base64' : 'utf8'), isBase64Encoded: binary };
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  if (Number(incoming.headers['content-length'] ?? 0) > bodyBytesMax) throw tooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > bodyBytesMax) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function decompress(body: Buffer, encoding: string): Promise<Buffer> {
  const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  if (!decode) throw new GatewayRefusal('UNSUPPORTED_MEDIA_TYPE');
  try {
    return await decode(body, { maxOutputLength: bodyBytesMax });
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new GatewayRefusal('BAD_REQUEST_BODY');
  }
}

function tooLarge() {
  return new GatewayRefusal('REQUEST_TOO_LARGE');
}
