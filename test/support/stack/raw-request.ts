import { connect } from 'node:net';

/** Sends a GET over a bare socket, because fetch would normalize the path. */
export function rawRequest(
  origin: string,
  path: string,
  token: string,
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
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
    );
  });
}
