import { readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { listenAt } from '../../http/endpoint.ts';

/**
 * Listens on the port of the previous start if it is free, so that URLs presigned before a restart stay
 * valid.
 */
export async function listenOnStoredPort(server: Server, dataFolder: string): Promise<void> {
  const file = join(dataFolder, 'port');
  const stored = readStoredPort(file);
  try {
    await listenAt(server, stored);
  } catch (error) {
    if (stored === 0) throw error;
    await listenAt(server, 0);
  }
  const { port } = server.address() as AddressInfo;
  writeFileSync(file, String(port));
}

function readStoredPort(file: string): number {
  try {
    const port = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : 0;
  } catch {
    return 0;
  }
}
