import { readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { listenAt } from '../../http/endpoint.ts';
import { findFreePort } from '../../http/free-port.ts';

/**
 * Listens on the port of the previous start if it is free, so that URLs presigned before a restart stay
 * valid.
 */
export async function listenOnStoredPort(server: Server, dataFolder: string): Promise<void> {
  const file = join(dataFolder, 'port');
  const stored = readStoredPort(file);
  try {
    // Not any port: a connection that leaves this machine could have it while nothing listens on it.
    await listenAt(server, stored ?? (await findFreePort()));
  } catch (error) {
    if (stored === undefined) throw error;
    await listenAt(server, await findFreePort());
  }
  const { port } = server.address() as AddressInfo;
  writeFileSync(file, String(port));
}

function readStoredPort(file: string): number | undefined {
  try {
    const port = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
  } catch {
    return undefined;
  }
}
