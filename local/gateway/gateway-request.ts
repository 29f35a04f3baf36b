// The request as the gateway receives it from the client.
import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface GatewayRequest {
  readonly id: string;
  readonly extendedId: string;
  readonly receivedAt: Date;
  readonly method: string;
  /** Still percent-encoded. */
  readonly path: string;
  readonly query: [name: string, value: string][];
  readonly headers: [name: string, value: string][];
  readonly protocol: string;
  readonly sourceIp: string;
}

// These concern only the connection to the gateway, which does not forward them.
const HOP_BY_HOP_HEADERS = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export function readRequest(incoming: IncomingMessage): GatewayRequest {
  const target = incoming.url ?? '/';
  // A client that uses the gateway as a proxy sends the whole URL.
  const local = target.replace(/^https?:\/\/[^/?]*/i, '');
  const [path = '', ...rest] = local.split('?');
  return {
    id: randomUUID(),
    extendedId: randomBytes(11).toString('base64'),
    receivedAt: new Date(),
    method: incoming.method ?? 'GET',
    path: path || '/',
    query: [...new URLSearchParams(rest.join('?'))],
    headers: toHeaderPairs(incoming),
    protocol: `HTTP/${incoming.httpVersion}`,
    sourceIp: (incoming.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
  };
}

function toHeaderPairs({ rawHeaders }: IncomingMessage): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    pairs.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '']);
  }
  return pairs.filter(([name]) => !HOP_BY_HOP_HEADERS.has(name.toLowerCase()));
}

/** The last value of the header, which is the one that API Gateway uses; names ignore case. */
export function findHeader({ headers }: GatewayRequest, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.findLast(([given]) => given.toLowerCase() === wanted)?.[1];
}

export function findQueryValue({ query }: GatewayRequest, name: string): string | undefined {
  return query.findLast(([given]) => given === name)?.[1];
}
