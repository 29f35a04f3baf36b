// Servers for this machine only. `localhost` means two addresses: a client may try either, and
// must not reach another program at one of them.
import type { Server } from 'node:net';
import { readErrorCode } from './error-code.ts';

const ADDRESSES = ['127.0.0.1', '::1'];
// What a machine without IPv6 answers.
const ABSENT_ADDRESS_CODES = new Set<unknown>(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/** One server per address; a port that is taken gives a sentence that names it. */
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
