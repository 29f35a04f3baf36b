// Sends a result to the client, with binary decoding, compression and the gateway's own headers.
import type { ServerResponse } from 'node:http';
import type { ApiDefinition } from './api-definition.ts';
import { isBinary } from './binary-media.ts';
import { findHeader } from './gateway-request.ts';
import type { GatewayRequest } from './gateway-request.ts';
import type { ProxyResult } from './proxy-result.ts';
import { chooseEncoding, compressBody } from './response-compression.ts';

const BODILESS_STATUSES = new Set([204, 304]);

/** Returns the number of bytes of the body. */
export async function sendResult(
  response: ServerResponse,
  request: GatewayRequest,
  result: ProxyResult,
  definition: ApiDefinition,
): Promise<number> {
  const { compressionBytesMin } = definition;
  const plain = encodeBody(result, request, definition);
  const encoding = chooseEncoding(findHeader(request, 'accept-encoding') ?? '');
  const encoded = result.headers.some(([name]) => name.toLowerCase() === 'content-encoding');
  const worthwhile = compressionBytesMin !== undefined && plain.length >= compressionBytesMin;
  const compresses = worthwhile && encoding !== undefined && !encoded && plain.length > 0;
  const body = compresses ? await compressBody(plain, encoding) : plain;

  response.statusCode = result.statusCode;
  response.setHeader('x-amzn-RequestId', request.id);
  response.setHeader('x-amz-apigw-id', request.extendedId);
  for (const [name, values] of result.headers) {
    const [only, ...more] = values;
    response.setHeader(name, more.length === 0 && only !== undefined ? only : values);
  }
  if (compresses) response.setHeader('Content-Encoding', encoding);
  const isBodiless = BODILESS_STATUSES.has(result.statusCode);
  if (!isBodiless) response.setHeader('Content-Length', body.length);
  response.end(isBodiless ? undefined : body);
  return isBodiless ? 0 : body.length;
}

// As in API Gateway, the first media type in `Accept` decides whether the client gets bytes or Base64.
function encodeBody(
  { body, isBase64Encoded }: ProxyResult,
  request: GatewayRequest,
  api: ApiDefinition,
) {
  const [accepted = '*/*'] = (findHeader(request, 'accept') ?? '').split(',');
  const bytes = isBase64Encoded && isBinary(accepted || '*/*', api.binaryMediaTypes);
  return Buffer.from(body, bytes ? 'base64' : 'utf8');
}
