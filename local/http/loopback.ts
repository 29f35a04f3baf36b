// Starts servers on the loopback interface. `localhost` stands for two addresses, and a client may try
// either, so neither may be left to another program.
import type { Server } from 'node:net';
import { readErrorCode } from './error-code.ts';

const ADDRESSES = ['127.0.0.1', '::1'];
// The errors of a machine without IPv6.
const ABSENT_ADDRESS_CODES = new Set<unknown>(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/** Starts one server per address. Throws an error that names the port if it is taken. */
export async function listenOnLoopback<T extends Server>(
  create: () => T,
  port: number,
): Promise<T[]> {
  const listening: T[] = [];
  for (const address of ADDRESSES) {
    const server = create();
    try {
      await listenOnAddress(server, port, address);
      listening.push(server);
    } catch (error) {
      if (ABSENT_ADDRESS_CODES.has(readErrorCode(error)) && listening.length > 0) continue;
      await Promise.all(listening.map(closeServer));
      if (readErrorCode(error) !== 'EADDRINUSE') throw error;
      throw new Error(`Port ${port} is taken by another program.`, { cause: error });
    }
  }
  return listening;
}

export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

function listenOnAddress(server: Server, port: number, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => resolve());
  });
}
