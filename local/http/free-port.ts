import { createServer } from 'node:net';
import { closeServer, listenOnLoopback } from './loopback.ts';

// These are below the ports that systems assign to outgoing connections: such a connection could take a
// port between its choice and its use.
const FIRST_PORT = 15_000;
const PORT_COUNT = 17_000;
/** Processes with successive ids start their search this far apart. */
const STRIDE = 37;

let chosen = 0;

/** A free port. Processes start at different ports, so that two rarely choose the same one at once. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < PORT_COUNT; tries += 1) {
    const port = FIRST_PORT + ((process.pid * STRIDE + chosen) % PORT_COUNT);
    chosen += 1;
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${FIRST_PORT} to ${FIRST_PORT + PORT_COUNT - 1} is free.`);
}

async function isFree(port: number): Promise<boolean> {
  try {
    await Promise.all((await listenOnLoopback(createServer, port)).map(closeServer));
    return true;
  } catch {
    return false;
  }
}
