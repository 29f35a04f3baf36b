import { readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/**
 * Listens where it did the last time, if that is free: the URLs that were presigned before a
 * restart are good after it.
 */
export async function listenOnKeptPort(server: Server, dataFolder: string): Promise<number> {
  const file = join(dataFolder, 'port');
  const kept = keptPort(file);
  try {
    await listen(server, kept);
  } catch (error) {
    if (kept === 0) throw error;
    await listen(server, 0);
  }
  const { port } = server.address() as AddressInfo;
  writeFileSync(file, String(port));
  return port;
}

function keptPort(file: string): number {
  try {
    const port = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : 0;
  } catch {
    return 0;
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}
