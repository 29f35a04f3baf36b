// Runs a Node request handler on an API Gateway event. Not an adapter library, because those pass on
// X-Forwarded-Host, which the client controls and from which the provider would build its metadata.
import { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestListener } from 'node:http';
import { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

/** Answers the event; `issuer` is the address of the service, and no request header changes it. */
export async function answerEvent(
  handle: RequestListener,
  issuer: URL,
  event: APIGatewayProxyEvent,
): Promise<APIGatewayProxyResult> {
  const request = toIncomingMessage(event, issuer);
  const response = new ServerResponse(request);
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    captureBody(response, chunks);
    response.once('finish', () => resolve(toProxyResult(response, Buffer.concat(chunks))));
    response.once('error', reject);
    handle(request, response);
  });
}

function toIncomingMessage(event: APIGatewayProxyEvent, issuer: URL): IncomingMessage {
  const request = new IncomingMessage(buildSilentSocket(event.requestContext.identity.sourceIp));
  const mount = issuer.pathname.replace(/\/$/, '');
  const path = event.path.startsWith(`${mount}/`) ? event.path.slice(mount.length) : event.path;
  const url = path + toQuery(event.multiValueQueryStringParameters);
  request.method = event.httpMethod;
  request.url = url;
  // The provider takes the difference between originalUrl and url for its mount path.
  Object.assign(request, { originalUrl: mount + url });
  const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  Object.assign(request.headers, toHeaders(event), {
    host: issuer.host,
    'x-forwarded-proto': issuer.protocol.slice(0, -1),
    'content-length': String(body.length),
  });
  request.push(body);
  request.push(null);
  return request;
}

// Headers that name another host or hop are under the client's control, so they are dropped.
const UNTRUSTED = /^(?:x-forwarded-.*|forwarded|x-original-.*|x-rewrite-.*|transfer-encoding)$/;

// A call from the test page of API Gateway may have none.
function toHeaders({ multiValueHeaders }: APIGatewayProxyEvent): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, values = []] of Object.entries(multiValueHeaders ?? {})) {
    const lower = name.toLowerCase();
    if (UNTRUSTED.test(lower)) continue;
    headers[lower] = values.join(lower === 'cookie' ? '; ' : ', ');
  }
  return headers;
}

// API Gateway has decoded the values.
function toQuery(values: APIGatewayProxyEvent['multiValueQueryStringParameters']): string {
  const query = new URLSearchParams();
  for (const [name, list = []] of Object.entries(values ?? {})) {
    for (const value of list) query.append(name, value);
  }
  return query.size === 0 ? '' : `?${query}`;
}

function buildSilentSocket(remoteAddress: string): Socket {
  const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  return Object.assign(socket, { remoteAddress }) as unknown as Socket;
}

function captureBody(response: ServerResponse, chunks: Buffer[]): void {
  const keep = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk, toBufferEncoding(encoding)));
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  response.write = (chunk: unknown, ...rest: unknown[]) => {
    keep(chunk, rest[0]);
    return true;
  };
  response.end = (...rest: unknown[]) => {
    keep(rest[0], rest[1]);
    response.emit('finish');
    return response;
  };
}

function toBufferEncoding(encoding: unknown): BufferEncoding {
  return typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : 'utf8';
}

function toProxyResult(response: ServerResponse, body: Buffer): APIGatewayProxyResult {
  const headers: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(response.getHeaders())) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value : [String(value)];
  }
  return {
    statusCode: response.statusCode,
    multiValueHeaders: headers,
    body: body.toString('utf8'),
    isBase64Encoded: false,
  };
}
