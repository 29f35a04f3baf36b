import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { closeServer, listenOnLoopback } from './loopback.ts';

// These are below the ports that systems assign to outgoing connections: such a connection could take a
// port between its choice and its use.
const FIRST_PORT = 15_000;
const PORT_COUNT = 17_000;

const chosen = new Set<number>();

/** A free port, and another one at each call. It is picked at random, so that two processes rarely pick the same. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < PORT_COUNT; tries += 1) {
    const port = FIRST_PORT + randomInt(PORT_COUNT);
    if (chosen.has(port)) continue;
    chosen.add(port);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${FIRST_PORT} to ${FIRST_PORT + PORT_COUNT - 1} is free.`);
}

export async function isFree(port: number): Promise<boolean> {
  try {
    await Promise.all((await listenOnLoopback(createServer, port)).map(closeServer));
    return true;
  } catch {
    return false;
  }
}
