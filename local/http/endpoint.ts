// HTTP servers that stand in for AWS services.
import { createServer } from 'node:http';
import type { RequestListener, Server, ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Endpoint {
  /** `http://127.0.0.1:4711` */
  readonly endpoint: string;
  /** Also closes open connections. */
  stop(): Promise<void>;
}

/**
 * How long a server keeps an idle connection. With Node's default of five seconds, a busy client may send
 * on a connection that the server is closing, and get ECONNRESET.
 */
export const KEEP_ALIVE_MS = 60_000;

/** Starts a server on a free port. */
export async function startEndpoint(
  answer: RequestListener,
  options: ServerOptions = {},
): Promise<Endpoint> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, ...options }, answer);
  await listenAt(server, 0);
  return toEndpoint(server);
}

/** Port 0 stands for a free port. */
export function listenAt(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

export function toEndpoint(server: Server): Endpoint {
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
