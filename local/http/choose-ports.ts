// Chooses the ports of the three APIs. This happens before the synthesis, because the template contains
// the issuer of tokens, whose URL includes a port.
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { findFreePort } from './free-port.ts';
import { closeServer, listenOnLoopback } from './loopback.ts';

export interface ApiPorts {
  readonly ledger: number;
  readonly workbench: number;
  readonly identity: number;
}

export interface ChosenPorts {
  readonly ports: ApiPorts;
  /** Frees the ports. Until then they are held, so that no other process takes them. */
  release(): Promise<void>;
}

const PREFERRED_BASE_PORT = 4010;

/** A given base port and the next two must be free. Otherwise, a free port replaces each taken one. */
export async function choosePorts(base: number | undefined): Promise<ChosenPorts> {
  const held: Server[] = [];
  const release = async () => void (await Promise.all(held.splice(0).map(closeServer)));
  const hold = async (port: number) => {
    const servers = await listenOnLoopback(() => createServer((socket) => socket.destroy()), port);
    held.push(...servers);
    return port;
  };
  const choose = async (offset: number) => {
    if (base !== undefined) return hold(base + offset);
    return hold(PREFERRED_BASE_PORT + offset).catch(async () => hold(await findFreePort()));
  };
  try {
    const ports = {
      ledger: await choose(0),
      workbench: await choose(1),
      identity: await choose(2),
    };
    return { ports, release };
  } catch (error) {
    await release();
    throw error;
  }
}
