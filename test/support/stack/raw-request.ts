import { connect } from 'node:net';

interface RawParts {
  readonly method?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
}

/** Sends a request over a bare socket, because fetch would normalize the path and join repeated headers. */
export function rawRequest(
  origin: string,
  path: string,
  token: string,
  { method = 'GET', headers = [], body: sent = '' }: RawParts = {},
): Promise<{ status: number; body: unknown }> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const parts: Buffer[] = [];
    socket.on('data', (part) => parts.push(part));
    socket.on('error', reject);
    socket.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8');
      const [head = '', body = ''] = text.split('\r\n\r\n');
      const json = body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1);
      resolve({
        status: Number(head.split(' ')[1]),
        body: json === '' ? undefined : (JSON.parse(json) as unknown),
      });
    });
    const head = [
      `${method} ${path} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      `Authorization: Bearer ${token}`,
      'Connection: close',
      ...(sent === '' ? [] : [`Content-Length: ${Buffer.byteLength(sent)}`]),
      ...headers,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${sent}`);
  });
}
