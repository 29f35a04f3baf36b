// HTTP servers that stand in for an AWS service on this machine.
import { createServer } from 'node:http';
import type { RequestListener, Server, ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Endpoint {
  /** `http://127.0.0.1:4711` */
  readonly endpoint: string;
  /** Ends the connections that are open as well. */
  stop(): Promise<void>;
}

/**
 * How long a server keeps an idle connection. With Node's five seconds a busy client may send on a
 * connection that is just being closed, and gets ECONNRESET.
 */
export const KEEP_ALIVE_MS = 60_000;

/** A server on a free port of this machine. */
export async function startEndpoint(
  answer: RequestListener,
  options: ServerOptions = {},
): Promise<Endpoint> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, ...options }, answer);
  await listenAt(server, 0);
  return toEndpoint(server);
}

/** Port 0 is one that is free. */
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
